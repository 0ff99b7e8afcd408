import type { ExportRequest } from '@sync/integration-contract';
import type { OpenRange, SyncRun } from '@sync/sync-runs';

/** What a run asks its shop for: the same for its probe and all its pages. A reconcile lists ids, and reads only what is not stored. */
export function exportRequestOf(
  { capability, mode, modifiedAfter }: Pick<SyncRun & OpenRange, 'capability' | 'mode' | 'modifiedAfter'>,
  systemConnectionId: string,
): ExportRequest {
  const content = mode === 'reconcile' ? 'ids' : 'records';
  return { capability, systemConnectionId, modifiedAfter: modifiedAfter?.toISOString() ?? null, content };
}
