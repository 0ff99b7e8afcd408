import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';

/** A range that a fetch has claimed and not finished. */
export interface OpenRange {
  id: string;
  syncRunId: string;
  connectionId: string;
  capability: SystemCapability;
  nextPage: number;
  lastPage: number;
  /** 0: the integration has no page ranges, so that its pages cannot be resumed. */
  perPage: number;
  /** Nothing is stored of this kind but what this run stores: nothing to compare with. */
  firstExport: boolean;
  /** Mark of the newest row that the list had when the run began; null: the platform does not say. */
  listNewest: string | null;
  modifiedAfter: Date | null;
  /** When its run began. */
  runBegan: Date;
}

const openRangeFields = `
  range.id, range.sync_run_id as "syncRunId", range.system_connection_id as "connectionId", range.capability,
  range.next_page as "nextPage", range.last_page as "lastPage", range.per_page as "perPage",
  run.first_export and range.reading = 1 as "firstExport", run.list_newest as "listNewest", run.modified_after as "modifiedAfter",
  coalesce(run.started_at, run.created_at) as "runBegan"`;

/** The claimed ranges of a task whose run still runs. */
export async function findOpenRanges(manager: EntityManager, taskId: string): Promise<OpenRange[]> {
  return manager.query<OpenRange[]>(
    `select ${openRangeFields}
     from sync_run_ranges range join sync_runs run on run.id = range.sync_run_id
     where range.task_id = $1 and range.status = 'running' and run.status = 'running'
     order by range.first_page`,
    [taskId],
  );
}

/**
 * Only within one run, and only while nothing waits that is to be fetched earlier. The fetched range stays open when nothing follows: whoever settles
 * the task closes it. It is locked first, and nothing is waited for after it: whoever removes the connection locks the same rows.
 */
const followingRange = `
  with own as (
    select from sync_run_ranges where id = $1 for no key update
  ), following as (
    select waiting.id from sync_run_ranges waiting join sync_runs run on run.id = waiting.sync_run_id
    where exists (select from own) and waiting.sync_run_id = $2 and waiting.status = 'pending' and run.status = 'running' and not exists (
      select from sync_run_ranges earlier
      where earlier.system_connection_id = waiting.system_connection_id and earlier.status = 'pending'
        and array_position($4::text[], earlier.capability) < array_position($4::text[], waiting.capability))
    order by waiting.first_page limit 1
    for no key update of waiting skip locked
  ), closed as (
    update sync_run_ranges set status = 'done', updated_at = now() where id = $1 and exists (select from following)
  ), claimed as (
    update sync_run_ranges claiming set status = 'running', task_id = $3, updated_at = now()
    from following where claiming.id = following.id
    returning claiming.*
  )
  select ${openRangeFields} from claimed range join sync_runs run on run.id = range.sync_run_id`;

/** Closes a fetched range and claims the next one of its run for the same task. Null, with the range left open, when there is none. */
export async function claimFollowingRange(manager: EntityManager, { id, syncRunId }: OpenRange, taskId: string): Promise<OpenRange | null> {
  const [following] = await manager.query<OpenRange[]>(followingRange, [id, syncRunId, taskId, [...systemCapabilities]]);
  return following ?? null;
}

const closeRange = `
  update sync_run_ranges set status = 'done', updated_at = now(), pages_done = pages_done + $2,
    records_fetched = records_fetched + $3, records_written = records_written + $4, records_skipped = records_skipped + $5
  where id = $1`;

/** What was stored of a range without a checkpoint, to be counted when it is done. */
export interface UncountedPages {
  pages: number;
  fetched: number;
  written: number;
  skipped: number;
}

export const nothingUncounted: UncountedPages = { pages: 0, fetched: 0, written: 0, skipped: 0 };

export async function closeOpenRange(
  manager: EntityManager,
  id: string,
  { pages, fetched, written, skipped }: UncountedPages,
): Promise<void> {
  await manager.query(closeRange, [id, pages, fetched, written, skipped]);
}

/** Whether every range of the running run is done. The caller holds the lock of the connection's syncs, so that exactly one sees it first. */
export async function isFetched(manager: EntityManager, syncRunId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select from sync_runs run where run.id = $1 and run.status = 'running'
       and not exists (select from sync_run_ranges range where range.sync_run_id = run.id and range.status <> 'done')`,
    [syncRunId],
  );
  return rows.length > 0;
}
