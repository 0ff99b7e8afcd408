import { deleteUnheldTasks, type Enqueue, heldAt, postponeUnheldTasks } from '@sync/durable-work';
import type { SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import type { PlannedRange } from './plan-ranges';
import type { SyncMode, SyncRun } from './sync-run';

/** Consecutive pages of a run that one task fetches, as far as they are not stored. */
export interface OpenRange {
  taskId: string;
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
  timeoutFactor: number;
  /** The run waits for its shop. */
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

const selectOpen = `
  select range.task_id as "taskId", range.sync_run_id as "syncRunId", range.system_connection_id as "connectionId", range.capability,
    range.next_page as "nextPage", range.last_page as "lastPage", range.per_page as "perPage",
    range.keys[1 + (range.next_page - range.first_page) * range.per_page :] as keys, run.first_export and range.reading = 1 as "firstExport",
    run.list_newest as "listNewest", run.mode, run.modified_after as "modifiedAfter", run.created_at as "requestedAt",
    coalesce(run.started_at, run.created_at) as "runBegan", run.timeout_factor as "timeoutFactor", run.waiting_until is not null as "isWaiting"
  from page_ranges range join sync_runs run on run.id = range.sync_run_id
  where range.task_id = $1 and not range.is_done and run.status = 'running'`;

/** The range of the task, while its run is running. */
export async function findOpenRange(sql: SqlRunner, taskId: string): Promise<OpenRange | null> {
  const [range] = await sql.query<OpenRange[]>(selectOpen, [taskId]);
  return range ?? null;
}

const endIdleness = `
  update sync_runs set idle_since = null, waiting_ms = waiting_ms +
    case when waiting_since is null then (extract(epoch from now() - idle_since) * 1000)::bigint else 0 end
  where id = $1 and idle_since is not null`;

/** A fetch of the run begins: counts the time that the run had pages to fetch and none in flight. */
export async function noteFetchBegan(sql: SqlRunner, syncRunId: string): Promise<void> {
  await sql.query(endIdleness, [syncRunId]);
}

const beginIdleness = `
  update sync_runs run set idle_since = coalesce(run.idle_since, now())
  where run.id = $1 and run.status = 'running' and not exists (
    select from system_connections connection
      cross join lateral ${heldAt('connection.shop_host')} held
      join page_ranges range on range.task_id = held.id and range.sync_run_id = run.id and not range.is_done
    where connection.id = run.system_connection_id and held.id is distinct from $2)`;

/** A fetch of the run has ended or yielded. `taskId`: its task, which the worker still holds. */
export async function noteFetchEnded(sql: SqlRunner, syncRunId: string, taskId: string | null): Promise<void> {
  await sql.query(beginIdleness, [syncRunId, taskId]);
}

const insertRange = `
  insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, reading, first_page, last_page, next_page, per_page, keys)
  select range.task_id, $1, $2, $3, $4, range.first_page, range.last_page, range.first_page, $5, range.keys
  from jsonb_to_recordset($6::jsonb) as range (task_id uuid, first_page integer, last_page integer, keys text[])`;

interface PlannedPass {
  /** 1: the first pass over the list. */
  pass: number;
  perPage: number;
  ranges: readonly PlannedRange[];
  requestId?: string;
}

/** Records a task for each range that has none yet. */
export async function insertRanges(
  manager: EntityManager,
  enqueue: Enqueue,
  { id: syncRunId, systemConnectionId, capability }: SyncRun,
  { pass, perPage, ranges, requestId }: PlannedPass,
): Promise<void> {
  const unclaimed = ranges.filter(({ taskId }) => taskId === undefined);
  const batch = unclaimed.map(() => ({ payload: { syncRunId }, systemConnectionId }));
  const recorded = await enqueue.all('fetch-page-range', batch, requestId);
  const rows = ranges.map(({ firstPage, lastPage, keys, taskId }) => ({
    task_id: taskId ?? recorded.shift(),
    first_page: firstPage,
    last_page: lastPage,
    keys,
  }));
  await manager.query(insertRange, [syncRunId, systemConnectionId, capability, pass, perPage, JSON.stringify(rows)]);
}

const closeRange = `
  with closed as (
    update page_ranges set is_done = true, pages_done = pages_done + $2,
      records_fetched = records_fetched + $3, records_written = records_written + $4, records_skipped = records_skipped + $5
    where task_id = $1 returning sync_run_id as id
  )
  select id from closed`;

/** Returns the id of its run; null: the run has ended. */
export async function closeRangeOf(manager: EntityManager, taskId: string, uncounted: UncountedPages): Promise<string | null> {
  const { pages, fetched, written, skipped } = uncounted;
  const [run] = await manager.query<{ id: string }[]>(closeRange, [taskId, pages, fetched, written, skipped]);
  return run?.id ?? null;
}

/** Whether every range of the running run is done. Under the lock of the connection's syncs exactly one caller sees it first. */
export async function isFetched(manager: EntityManager, syncRunId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select from sync_runs run where run.id = $1 and run.status = 'running'
       and not exists (select from page_ranges range where range.sync_run_id = run.id and not range.is_done)`,
    [syncRunId],
  );
  return rows.length > 0;
}

/** The run that a task fetches for: a run that takes too long hands its ranges over to the next one. Null: it has ended. */
export async function findRunOfTask(sql: SqlRunner, taskId: string): Promise<string | null> {
  const [range] = await sql.query<{ id: string }[]>('select sync_run_id as id from page_ranges where task_id = $1', [taskId]);
  return range?.id ?? null;
}

const openTasks = 'select task_id as id from page_ranges where sync_run_id = any($1) and not is_done';

async function findOpenTasks(sql: SqlRunner, syncRunIds: readonly string[]): Promise<string[]> {
  return (await sql.query<{ id: string }[]>(openTasks, [syncRunIds])).map(({ id }) => id);
}

/** The shop is asked nothing for the run meanwhile. What is in flight finds out by itself. */
export async function postponeFetches(sql: SqlRunner, syncRunId: string, milliseconds: number): Promise<void> {
  await postponeUnheldTasks(sql, await findOpenTasks(sql, [syncRunId]), milliseconds);
}

/** The runs have ended. A fetch in flight finds its range gone. */
export async function deleteRanges(manager: EntityManager, syncRunIds: readonly string[]): Promise<void> {
  await deleteUnheldTasks(manager, await findOpenTasks(manager, syncRunIds));
  await manager.query('delete from page_ranges where sync_run_id = any($1)', [syncRunIds]);
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
  select range.first_page as "firstPage", range.last_page as "lastPage", range.pages_done as "pagesDone", range.reading as pass,
    case when range.is_done then 'done' when task.held then 'running' else 'pending' end as status
  from page_ranges range left join tasks task on task.id = range.task_id
  where range.sync_run_id = $1 order by range.reading, range.first_page limit $2`;

export async function readPageRanges(sql: SqlRunner, syncRunId: string, max: number): Promise<PageRangeProgress[]> {
  return sql.query<PageRangeProgress[]>(selectRanges, [syncRunId, max]);
}
