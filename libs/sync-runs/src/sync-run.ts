import type { SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';

export const syncModes = ['delta', 'full'] as const;
export type SyncMode = (typeof syncModes)[number];
export const syncRunStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type SyncRunStatus = (typeof syncRunStatuses)[number];

/** One export of one capability of one connection, with its progress so far. */
export interface SyncRun {
  id: string;
  systemConnectionId: string;
  capability: SystemCapability;
  mode: SyncMode;
  status: SyncRunStatus;
  /** Only records modified after this instant are fetched; null: all. */
  modifiedAfter: Date | null;
  /** Null until the shop was probed. */
  pagesTotal: number | null;
  pagesDone: number;
  recordsFetched: number;
  recordsWritten: number;
  recordsSkipped: number;
  /** Why it failed, in words for a person. */
  error: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** SQL of SyncRuns, from `run`. The page ranges count the progress of an open run, page by page. When it ends, the sums are stored with it. */
export const selectRuns = `
  select run.id, run.system_connection_id as "systemConnectionId", run.capability, run.mode, run.status,
    run.modified_after as "modifiedAfter", run.pages_total as "pagesTotal",
    (run.pages_done + coalesce(progress.pages_done, 0))::float8 as "pagesDone",
    (run.records_fetched + coalesce(progress.records_fetched, 0))::float8 as "recordsFetched",
    (run.records_written + coalesce(progress.records_written, 0))::float8 as "recordsWritten",
    (run.records_skipped + coalesce(progress.records_skipped, 0))::float8 as "recordsSkipped",
    run.error, run.started_at as "startedAt", run.finished_at as "finishedAt"
  from sync_runs run
  left join lateral (
    select sum(range.pages_done) as pages_done, sum(range.records_fetched) as records_fetched,
      sum(range.records_written) as records_written, sum(range.records_skipped) as records_skipped
    from sync_run_ranges range where range.sync_run_id = run.id and run.status in ('queued', 'running')
  ) progress on true`;

/** In the order of the ids; runs that are gone are left out. */
export async function readSyncRuns(sql: SqlRunner, ids: readonly string[]): Promise<SyncRun[]> {
  return sql.query<SyncRun[]>(`${selectRuns} where run.id = any($1) order by array_position($1, run.id)`, [ids]);
}

/** Where the syncs of a connection stand. */
export interface SyncState {
  /** When the newest successful run of any capability ended. */
  lastSyncedAt: Date | null;
  /** A run that fetches now, else one that waits for its turn. */
  open: SyncRun | null;
}

/** Runs of a capability follow one another, so the one requested last also ended last. */
const selectState = `
  select wanted.id as "connectionId",
    (select max(ended.finished_at) from unnest(array['customers', 'products', 'orders']) kind
     cross join lateral (
       select run.finished_at from sync_runs run
       where run.system_connection_id = wanted.id and run.capability = kind and run.status = 'succeeded'
       order by run.id desc limit 1
     ) ended) as "lastSyncedAt",
    (select run.id from sync_runs run where run.system_connection_id = wanted.id and run.status in ('queued', 'running')
     order by run.status = 'running' desc, run.id limit 1) as "openId"
  from unnest($1::uuid[]) as wanted (id)`;

/** By connection id. */
export async function readSyncStates(sql: SqlRunner, connectionIds: readonly string[]): Promise<Map<string, SyncState>> {
  const rows = await sql.query<{ connectionId: string; lastSyncedAt: Date | null; openId: string | null }[]>(selectState, [connectionIds]);
  const openIds = rows.flatMap(({ openId }) => (openId === null ? [] : [openId]));
  const runs = new Map((openIds.length > 0 ? await readSyncRuns(sql, openIds) : []).map((run) => [run.id, run]));
  return new Map(
    rows.map(({ connectionId, lastSyncedAt, openId }) => [connectionId, { lastSyncedAt, open: runs.get(openId ?? '') ?? null }]),
  );
}

/** Newest first, starting after the run `after`. */
export async function readSyncRunsOf(sql: SqlRunner, connectionId: string, after: string | null, limit: number): Promise<SyncRun[]> {
  return sql.query<SyncRun[]>(
    `${selectRuns} where run.system_connection_id = $1 and ($2::uuid is null or run.id < $2) order by run.id desc limit $3`,
    [connectionId, after, limit],
  );
}
