import type { ExportRequest } from '@sync/integration-contract';
import type { OpenRange, SyncRun } from '@sync/sync-runs';

type Asked = Pick<SyncRun & OpenRange, 'capability' | 'mode' | 'modifiedAfter' | 'requestedAt'> & Partial<Pick<OpenRange, 'keys'>>;

/** What a run asks its shop for: the same for its probe and all its pages. A reconcile lists ids and reads only the records that are missing. */
export function exportRequestOf({ capability, mode, modifiedAfter, requestedAt, keys }: Asked, systemConnectionId: string): ExportRequest {
  const content = mode === 'reconcile' ? 'ids' : 'records';
  const times = { modifiedAfter: modifiedAfter?.toISOString() ?? null, requestedAt: requestedAt.toISOString() };
  return { capability, systemConnectionId, content, ...times, ...(keys && { sourceIds: keys }) };
}
