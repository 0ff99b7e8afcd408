import type { EntityManager } from 'typeorm';
import { endSyncRuns } from './end-sync-runs';
import { lockSyncs } from './lock-syncs';

const findOpen = `select from sync_runs where id = $1 and system_connection_id = $2 and status in ('queued', 'running')`;

/**
 * Ends an open run in the caller's transaction. A page that is being stored is stored first; no further one is fetched. `why`: in words
 * for a person. False, with nothing changed: it has ended already.
 */
export async function cancelSyncRun(
  manager: EntityManager,
  { id, systemConnectionId }: { id: string; systemConnectionId: string },
  why: string,
): Promise<boolean> {
  await lockSyncs(manager, systemConnectionId);
  const open = await manager.query<unknown[]>(findOpen, [id, systemConnectionId]);
  if (open.length === 0) return false;
  await endSyncRuns(manager, [id], { status: 'cancelled', error: why });
  return true;
}
