import { noteHeldBackDeletions } from '@sync/domain';
import type { Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { lockSyncs } from './lock-syncs';
import type { SyncRun } from './sync-run';

/** A newer list of the same records replaces what an older one held back. */
const holdBack = `
  update sync_runs set deletions_held_back = case when id = $1 then $2::bigint else 0 end
  where system_connection_id = $3 and capability = $4 and (id = $1 or deletions_held_back > 0)`;

/** The run's list was compared. `deletions`: how many of them wait for a confirmation. The caller holds the lock of the connection's syncs. */
export async function holdBackDeletions(
  manager: EntityManager,
  { id, systemConnectionId, capability }: SyncRun,
  deletions: number,
): Promise<void> {
  await manager.query(holdBack, [id, deletions, systemConnectionId, capability]);
  await tellReason(manager, systemConnectionId);
}

const findHeldBack = `
  select capability, deletions_held_back::float8 as deletions from sync_runs
  where system_connection_id = $1 and deletions_held_back > 0 order by capability`;

/** One run of each capability holds deletions back at most. */
async function tellReason(manager: EntityManager, connectionId: string): Promise<void> {
  const heldBack = await manager.query<{ capability: SystemCapability; deletions: number }[]>(findHeldBack, [connectionId]);
  const what = heldBack.map(({ capability, deletions }) => `${deletions} ${capability}`).join(' and ');
  const message = `The shop no longer lists ${what} that are stored. So many are deleted only on confirmation. Confirm it if they are gone, else check what the shop's key may read.`;
  await noteHeldBackDeletions(manager, connectionId, heldBack.length > 0 ? message : null);
}

const confirm = `
  with run as (
    select id, deletions_held_back from sync_runs where id = $1 and system_connection_id = $2
  ), confirmed as (
    update sync_runs set deletions_held_back = 0 where id in (select id from run) and deletions_held_back > 0
  )
  select deletions_held_back::float8 as deletions from run`;

/**
 * Lets a worker delete what the run holds back and what is still missing then, in the caller's transaction. Returns how many it held
 * back; with nothing changed 0 (none, or a newer list has replaced it) or null (the connection has no such run).
 */
export async function confirmHeldBack(
  manager: EntityManager,
  enqueue: Enqueue,
  { id, systemConnectionId, requestId }: { id: string; systemConnectionId: string; requestId?: string },
): Promise<number | null> {
  await lockSyncs(manager, systemConnectionId);
  const [confirmed] = await manager.query<{ deletions: number }[]>(confirm, [id, systemConnectionId]);
  if (!confirmed) return null;
  if (confirmed.deletions === 0) return 0;
  await tellReason(manager, systemConnectionId);
  await enqueue('delete-confirmed-records', { syncRunId: id }, { systemConnectionId, requestId });
  return confirmed.deletions;
}
