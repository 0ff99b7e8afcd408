import { meterRequests } from '@sync/integrations';
import type { SyncRuns } from '@sync/sync-runs';

/** Counts what the calls of the work cost the shop towards a run. */
export async function countingLoad<T>(syncs: SyncRuns, syncRunId: string, work: () => Promise<T>): Promise<T> {
  const load = { requests: 0, bytes: 0 };
  try {
    return await meterRequests(load, work);
  } finally {
    if (load.requests > 0) await syncs.addLoad(syncRunId, load);
  }
}
