import type { ExportRequest } from '@sync/integration-contract';
import type { OpenRange, SyncRun } from '@sync/sync-runs';

type Asked = Pick<SyncRun & OpenRange, 'capability' | 'mode' | 'modifiedAfter' | 'requestedAt'> & Partial<Pick<OpenRange, 'keys'>>;

/** What a run asks its shop for. A reconcile lists ids; rows that it names are missing, and are read. */
export function exportRequestOf({ capability, mode, modifiedAfter, requestedAt, keys }: Asked, systemConnectionId: string): ExportRequest {
  const content = mode === 'reconcile' && !keys ? 'ids' : 'records';
  const times = { modifiedAfter: modifiedAfter?.toISOString() ?? null, requestedAt: requestedAt.toISOString() };
  return { capability, systemConnectionId, content, ...times, ...(keys && { sourceIds: keys }) };
}
