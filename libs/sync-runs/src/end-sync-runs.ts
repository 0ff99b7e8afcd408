import type { EntityManager } from 'typeorm';
import { countEnded, type EndedRun } from './run-metrics';
import { noteSuccess, type ReadShop, scheduleRetries } from './look-at-schedule';
import { deleteRanges } from './page-ranges';
import { isOpen } from './sync-run';
import { countEndedRuns, type RunFailure } from './sync-run-hours';
import { waitedMs } from './waiting-runs';
import { lockSyncs } from './lock-syncs';

/** Of a success, also what it has found out about the shop. */
export interface RunEnd extends ReadShop {
  status: 'succeeded' | 'failed' | 'cancelled';
  /** In words for a person; null when there is nothing to explain. */
  error: string | null;
  /** Of a failure. Default: what it waited for, or `other`. */
  reason?: RunFailure;
  /** Why the run has not read all that the shop has, in words for a person. Default: what its plan says. */
  incomplete?: string;
}

/**
 * Adds the counters of the ranges up on the run. The next delta starts from a run that succeeded, so the one that was kept for this is no
 * longer needed.
 */
const endRuns = `
  with ended as (
    update sync_runs run set status = $2, error = $3, incomplete = case when $2 = 'failed' then $4 else coalesce($4, run.incomplete) end,
      finished_at = now(), waiting_ms = ${waitedMs('run')}, waiting_since = null, idle_since = null,
      waiting_reason = null, waiting_code = case when $2 = 'failed' then run.waiting_code end, waiting_until = null,
      listed_keys = null, pages_done = counted.pages_done, records_fetched = run.records_fetched + counted.fetched, records_written = counted.written, records_skipped = counted.skipped
    from (
      select ending.id, coalesce(sum(range.pages_done), 0) as pages_done, coalesce(sum(range.records_fetched), 0) as fetched,
        coalesce(sum(range.records_written), 0) as written, coalesce(sum(range.records_skipped), 0) as skipped
      from unnest($1::uuid[]) as ending (id) left join page_ranges range on range.sync_run_id = ending.id
      group by ending.id
    ) counted
    where run.id = counted.id and ${isOpen('run.status')}
    returning run.id, run.system_connection_id, run.capability, run.mode, run.status, run.records_written,
      case when $2 = 'failed' then coalesce($5, run.waiting_code, 'other') else '' end as reason
  ), counted_hour as (${countEndedRuns}
  ), released as (
    update sync_runs earlier set is_kept = false
    from ended
    where $2 = 'succeeded' and ended.mode <> 'reconcile' and earlier.is_kept
      and earlier.system_connection_id = ended.system_connection_id and earlier.capability = ended.capability
  )
  select capability, mode, (select note_caller_event(tenant_id, 'sync_run.finished', system_connection_id, jsonb_build_object('run_id', ended.id))::text
    from system_connections where id = system_connection_id and tenant_id is not null) as noted
  from ended`;

/**
 * The runs have succeeded. One that read everything heals earlier runs that failed, or that read only changes. What a run of all records
 * left out, only a run of all records brings.
 */
const healEarlier = `
  update sync_runs earlier set is_healed = true from sync_runs run
  where run.id = any($1) and run.status = 'succeeded' and run.incomplete is null
    and earlier.system_connection_id = run.system_connection_id and earlier.capability = run.capability and earlier.id < run.id
    and earlier.incomplete is not null and earlier.status in ('succeeded', 'failed') and not earlier.is_healed
    and (run.modified_after is null or earlier.modified_after is not null or earlier.status = 'failed')`;

/** Ends the runs that are still queued or running. The caller holds the lock of the connection's syncs. `keepsRanges`: for another run. */
export async function endSyncRuns(
  manager: EntityManager,
  runIds: readonly string[],
  { status, error, reason, incomplete, ...shop }: RunEnd,
  { keepsRanges = false } = {},
): Promise<void> {
  countEnded(await manager.query<EndedRun[]>(endRuns, [runIds, status, error, incomplete, reason]), status);
  if (!keepsRanges) await deleteRanges(manager, runIds);
  if (status === 'succeeded') await manager.query(healEarlier, [runIds]);
  if (status === 'succeeded') await noteSuccess(manager, runIds, shop);
  if (status === 'failed') await scheduleRetries(manager, runIds);
}

/** Ends every queued and running run of a connection. The caller holds the lock of its syncs. */
export async function endOpenSyncRuns(manager: EntityManager, connectionId: string, end: RunEnd): Promise<void> {
  const open = await manager.query<{ id: string }[]>(`select id from sync_runs where system_connection_id = $1 and ${isOpen('status')}`, [
    connectionId,
  ]);
  const ids = open.map(({ id }) => id);
  await endSyncRuns(manager, ids, end);
}

const findOpen = `select from sync_runs where id = $1 and system_connection_id = $2 and ${isOpen('status')}`;

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
