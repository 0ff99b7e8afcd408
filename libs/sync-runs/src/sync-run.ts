import { queryPrepared } from '@sync/postgres';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { DataSource } from 'typeorm';
import { waitedMs } from './waiting-runs';

/** `reconcile` compares which records the shop lists with what is stored. */
export const syncModes = ['delta', 'full', 'reconcile'] as const;
export type SyncMode = (typeof syncModes)[number];
export const syncRunStatuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const;
export type SyncRunStatus = (typeof syncRunStatuses)[number];

/** SQL, true of a run that has not ended. The index of open runs has the same text. `status`: its column. */
export const isOpen = (status: string) => `${status} in ('queued', 'running')`;

/** One export of one capability of one connection, with its progress so far. */
export interface SyncRun {
  id: string;
  systemConnectionId: string;
  capability: SystemCapability;
  mode: SyncMode;
  status: SyncRunStatus;
  /** Why the run waits for its shop, in words for a person, and when it asks again; null unless it is waiting. */
  waiting: { reason: string; until: Date } | null;
  /** How many times the usual time a response of the shop may take. */
  timeoutFactor: number;
  /** Only records modified after this instant are fetched; null: all. */
  modifiedAfter: Date | null;
  /** Null until the shop was probed. */
  pagesTotal: number | null;
  pagesDone: number;
  /** Rows that the list had when the run began; null: the shop did not say. */
  rowsListed: number | null;
  recordsFetched: number;
  recordsWritten: number;
  recordsSkipped: number;
  /** Records that the shop no longer lists. */
  recordsDeleted: number;
  /** Records that the shop no longer lists and that are too many to delete without a confirmation. 0 once confirmed, or replaced by a newer list. */
  deletionsHeldBack: number;
  /** Why the run has not read all that the shop has, in words for a person; null: as far as it knows, it has. An `error` stands alone. */
  incomplete: string | null;
  /** The probe has listed every key. */
  hasListedKeys: boolean;
  /** To the shop, in all; and the bytes of its response bodies once decompressed. Counted when a probe or fetch ends. */
  requests: number;
  bytes: number;
  /** How long the run waited for its shop, or for a place among the requests to it. */
  waitingMs: number;
  /** Why it failed, in words for a person. */
  error: string | null;
  requestedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

interface SyncRunRow extends Omit<SyncRun, 'waiting'> {
  waitingReason: string | null;
  waitingUntil: Date | null;
}

/** SQL of the status to show. A waiting run is a running one that waits for its shop. */
const shownStatus = `case when run.waiting_until is null then run.status else 'waiting' end`;

/** The page ranges count the progress of an open run, page by page. When a run ends, the sums are stored with it. */
const selectRuns = `
  select run.id, run.system_connection_id as "systemConnectionId", run.capability, run.mode, ${shownStatus} as status,
    run.waiting_reason as "waitingReason", run.waiting_until as "waitingUntil", run.timeout_factor as "timeoutFactor",
    run.modified_after as "modifiedAfter", run.pages_total as "pagesTotal",
    run.list_total as "rowsListed", case when run.status not in ('failed', 'cancelled') then run.incomplete end as incomplete,
    (run.pages_done + coalesce(progress.pages_done, 0))::float8 as "pagesDone",
    (run.records_fetched + coalesce(progress.records_fetched, 0))::float8 as "recordsFetched",
    (run.records_written + coalesce(progress.records_written, 0))::float8 as "recordsWritten",
    (run.records_skipped + coalesce(progress.records_skipped, 0))::float8 as "recordsSkipped",
    run.records_deleted::float8 as "recordsDeleted", run.deletions_held_back::float8 as "deletionsHeldBack",
    run.listed_keys is not null as "hasListedKeys",
    run.requests::float8 as requests, run.bytes::float8 as bytes, ${waitedMs('run')}::float8 as "waitingMs",
    run.error, run.created_at as "requestedAt", run.started_at as "startedAt", run.finished_at as "finishedAt"
  from sync_runs run
  left join lateral (
    select sum(range.pages_done) as pages_done, sum(range.records_fetched) as records_fetched,
      sum(range.records_written) as records_written, sum(range.records_skipped) as records_skipped
    from page_ranges range where range.sync_run_id = run.id and ${isOpen('run.status')}
  ) progress on true`;

/** `rest`: SQL that chooses and orders the rows of `run`. */
export async function querySyncRuns(dataSource: DataSource, rest: string, parameters: readonly unknown[]): Promise<SyncRun[]> {
  return (await queryPrepared<SyncRunRow>(dataSource, `${selectRuns} ${rest}`, [...parameters])).map(asRun);
}

/** In the order of the ids; runs that are gone are left out. */
export function readSyncRuns(dataSource: DataSource, ids: readonly string[]): Promise<SyncRun[]> {
  return querySyncRuns(dataSource, 'where run.id = any($1) order by array_position($1, run.id)', [ids]);
}

function asRun({ waitingReason, waitingUntil, ...run }: SyncRunRow): SyncRun {
  return { ...run, waiting: waitingReason === null || waitingUntil === null ? null : { reason: waitingReason, until: waitingUntil } };
}

/** SQL: when the newest successful run of any capability of the connection ended. Runs of a capability follow one another, so the one requested last also ended last. */
export const lastSyncedAt = (connectionId: string) => `
  (select max(ended.finished_at) from unnest(array['${systemCapabilities.join("', '")}']) kind
   cross join lateral (
     select run.finished_at from sync_runs run
     where run.system_connection_id = ${connectionId} and run.capability = kind and run.status = 'succeeded'
     order by run.id desc limit 1
   ) ended)`;

/** SQL: the id of a run of the connection that fetches now, else of one that is queued. */
export const openRunId = (connectionId: string) => `
  (select run.id from sync_runs run where run.system_connection_id = ${connectionId} and ${isOpen('run.status')}
   order by run.status = 'running' desc, run.id limit 1)`;

/** Newest first, starting after the run `after`. */
export function readSyncRunsOf(dataSource: DataSource, connectionId: string, after: string | null, limit: number): Promise<SyncRun[]> {
  const chosen = 'where run.system_connection_id = $1 and ($2::uuid is null or run.id < $2) order by run.id desc limit $3';
  return querySyncRuns(dataSource, chosen, [connectionId, after, limit]);
}

/** The run as the APIs and webhooks to callers show it. */
export function syncRunMembers(run: SyncRun) {
  return {
    id: run.id,
    capability: run.capability,
    mode: run.mode,
    status: run.status,
    waiting: run.waiting,
    modified_after: run.modifiedAfter,
    pages_total: run.pagesTotal,
    pages_done: run.pagesDone,
    rows_listed: run.rowsListed,
    records_fetched: run.recordsFetched,
    records_written: run.recordsWritten,
    records_skipped: run.recordsSkipped,
    records_deleted: run.recordsDeleted,
    deletions_held_back: run.deletionsHeldBack,
    incomplete: run.incomplete === null ? null : { reason: run.incomplete },
    requests: run.requests,
    bytes: run.bytes,
    waiting_ms: run.waitingMs,
    error: run.error,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
  };
}
