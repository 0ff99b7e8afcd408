import type { SqlRunner } from '@sync/postgres';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { PlannedRange } from './plan-ranges';
import type { SyncMode, SyncRun } from './sync-run';
import { movedOn } from './waiting-runs';

/** A range that a fetch has claimed and not finished. */
export interface OpenRange {
  id: string;
  syncRunId: string;
  connectionId: string;
  capability: SystemCapability;
  nextPage: number;
  lastPage: number;
  /** 0: the integration has no page ranges, so its pages cannot be resumed. */
  perPage: number;
  /** Its pages hold the rows with these keys, as far as they are not stored yet; null: rows by their places in the list. */
  keys: string[] | null;
  /** The connection had no record of this kind before this pass: nothing to compare with. */
  firstExport: boolean;
  /** Mark of the newest row that the list had when the run began; null: the platform does not say. */
  listNewest: string | null;
  mode: SyncMode;
  modifiedAfter: Date | null;
  /** When the run was asked for, and when it began. */
  requestedAt: Date;
  runBegan: Date;
  /** How many times the usual time a response of the shop may take. */
  patience: number;
  /** The run waited for its shop when the range was claimed. */
  isWaiting: boolean;
}

/** What a range stored without a checkpoint, counted when the range is closed. */
export interface UncountedPages {
  pages: number;
  fetched: number;
  written: number;
  skipped: number;
}

export const nothingUncounted: UncountedPages = { pages: 0, fetched: 0, written: 0, skipped: 0 };

const openRangeFields = `
  range.id, range.sync_run_id as "syncRunId", range.system_connection_id as "connectionId", range.capability,
  range.next_page as "nextPage", range.last_page as "lastPage", range.per_page as "perPage", range.keys[1 + (range.next_page - range.first_page) * range.per_page :] as keys,
  run.first_export and range.reading = 1 as "firstExport", run.list_newest as "listNewest", run.mode, run.modified_after as "modifiedAfter",
  run.created_at as "requestedAt", coalesce(run.started_at, run.created_at) as "runBegan", run.patience, run.waiting_until is not null as "isWaiting"`;

/** The claimed ranges of a task whose run is still running. */
export async function findOpenRanges(sql: SqlRunner, taskId: string): Promise<OpenRange[]> {
  return sql.query<OpenRange[]>(
    `select ${openRangeFields}
     from sync_run_ranges range join sync_runs run on run.id = range.sync_run_id
     where range.task_id = $1 and range.status = 'running' and run.status = 'running'
     order by range.first_page`,
    [taskId],
  );
}

/**
 * Only within one run, and only while no range with a higher priority is pending. The fetched range stays open when none follows:
 * settling the task closes it. The statement locks its own range first and waits for no other lock, because deleting the connection
 * locks the same rows.
 */
const followingRange = `
  with own as (
    select from sync_run_ranges where id = $1 for no key update
  ), following as (
    select pending.id from sync_run_ranges pending join sync_runs run on run.id = pending.sync_run_id
    where exists (select from own) and pending.sync_run_id = $2 and pending.status = 'pending' and run.status = 'running' and not exists (
      select from sync_run_ranges earlier
      where earlier.system_connection_id = pending.system_connection_id and earlier.status = 'pending'
        and array_position($4::text[], earlier.capability) < array_position($4::text[], pending.capability))
    order by pending.first_page limit 1
    for no key update of pending skip locked
  ), closed as (
    update sync_run_ranges set status = 'done', updated_at = now() where id = $1 and exists (select from following)
  ), claimed as (
    update sync_run_ranges claiming set status = 'running', task_id = $3, updated_at = now()
    from following where claiming.id = following.id
    returning claiming.*
  )
  select ${openRangeFields} from claimed range join sync_runs run on run.id = range.sync_run_id`;

/** Closes a fetched range and claims the next one of its run for the same task. Null, with the range left open, when there is none. */
export async function claimFollowingRange(sql: SqlRunner, { id, syncRunId }: OpenRange, taskId: string): Promise<OpenRange | null> {
  const [following] = await sql.query<OpenRange[]>(followingRange, [id, syncRunId, taskId, [...systemCapabilities]]);
  return following ?? null;
}

const insertRange = `
  insert into sync_run_ranges
    (id, sync_run_id, system_connection_id, capability, reading, first_page, last_page, next_page, per_page, keys, task_id, status)
  select range.id, $1, $2, $3, $4, range.first_page, range.last_page, range.first_page, $5, range.keys, range.task_id,
    case when range.task_id is null then 'pending' else 'running' end
  from jsonb_to_recordset($6::jsonb) as range (id uuid, first_page integer, last_page integer, keys text[], task_id uuid)`;

interface PlannedPass {
  /** 1: the first pass over the list. */
  pass: number;
  perPage: number;
  ranges: readonly PlannedRange[];
}

export async function insertRanges(manager: EntityManager, run: SyncRun, { pass, perPage, ranges }: PlannedPass): Promise<void> {
  const rows = ranges.map(({ firstPage, lastPage, keys, taskId }) => ({
    id: uuidv7(),
    first_page: firstPage,
    last_page: lastPage,
    keys,
    task_id: taskId,
  }));
  await manager.query(insertRange, [run.id, run.systemConnectionId, run.capability, pass, perPage, JSON.stringify(rows)]);
}

const closeRange = `
  update sync_run_ranges set status = 'done', updated_at = now(), pages_done = pages_done + $2,
    records_fetched = records_fetched + $3, records_written = records_written + $4, records_skipped = records_skipped + $5
  where id = $1`;

export async function closeOpenRange(manager: EntityManager, id: string, uncounted: UncountedPages): Promise<void> {
  const { pages, fetched, written, skipped } = uncounted;
  await manager.query(closeRange, [id, pages, fetched, written, skipped]);
}

const recordPace = `update sync_runs set page_milliseconds = $2, ${movedOn} where id = $1 and status = 'running'`;

/** The run has moved on. `pageMs`: how long the shop took for a page. */
export async function recordPageTime(manager: EntityManager, syncRunId: string, pageMs: number): Promise<void> {
  await manager.query(recordPace, [syncRunId, Math.round(pageMs)]);
}

/** Makes the unfinished ranges of a fetch pending again. Their stored pages stay. */
export async function releaseRanges(manager: EntityManager, taskId: string): Promise<void> {
  await manager.query(
    `update sync_run_ranges set status = 'pending', task_id = null, updated_at = now() where task_id = $1 and status = 'running'`,
    [taskId],
  );
}

/** Whether every range of the running run is done. Under the lock of the connection's syncs exactly one caller sees it first. */
export async function isFetched(manager: EntityManager, syncRunId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select from sync_runs run where run.id = $1 and run.status = 'running'
       and not exists (select from sync_run_ranges range where range.sync_run_id = run.id and range.status <> 'done')`,
    [syncRunId],
  );
  return rows.length > 0;
}

/** Pages of an open run that are fetched together. Ranges go when their run ends. */
export interface PageRangeProgress {
  firstPage: number;
  lastPage: number;
  status: 'pending' | 'running' | 'done';
  pagesDone: number;
  /** Each pass over a list that changed while it was read has ranges of its own. */
  pass: number;
}

const selectRanges = `
  select first_page as "firstPage", last_page as "lastPage", status, pages_done as "pagesDone", reading as pass from sync_run_ranges
  where sync_run_id = $1 order by reading, first_page limit $2`;

export async function readPageRanges(sql: SqlRunner, syncRunId: string, max: number): Promise<PageRangeProgress[]> {
  return sql.query<PageRangeProgress[]>(selectRanges, [syncRunId, max]);
}
