import type { SqlRunner } from '@sync/postgres';

/** Why a run failed. `other`: the run itself says it, in words. */
export type RunFailure =
  'shop_unreachable' | 'credentials_refused' | 'blocked' | 'other_platform' | 'quota_used_up' | 'incomplete_copy' | 'other';

/** The runs of an hour or day that ended in one way. */
export interface EndedRuns {
  at: Date;
  status: 'succeeded' | 'failed' | 'cancelled';
  /** Null: they did not fail. */
  reason: RunFailure | null;
  runs: number;
  /** By these runs. */
  recordsWritten: number;
}

const keptDays = 31;

/** SQL that counts the runs of the CTE `ended` in the transaction that ends them. It only adds rows, so no run waits for another. */
export const countEndedRuns = `
  insert into sync_run_hours (hour, status, reason, runs, records_written)
  select date_trunc('hour', now(), 'UTC'), status, reason, count(*), sum(records_written) from ended group by status, reason`;

/** What a transaction adds meanwhile has rows of its own, which the next call adds up. */
const addUp = `
  with old as (
    delete from sync_run_hours where hour < now() - interval '${keptDays} days'
  ), counted as (
    delete from sync_run_hours
    where hour >= now() - interval '${keptDays} days' and (hour, status, reason) in (select hour, status, reason from sync_run_hours where not is_added_up)
    returning hour, status, reason, runs, records_written
  )
  insert into sync_run_hours (hour, status, reason, runs, records_written, is_added_up)
  select hour, status, reason, sum(runs), sum(records_written), true from counted group by hour, status, reason`;

/** Adds the counts up to one row per hour, status and reason, and forgets those of more than a month. Safe for concurrent callers. */
export async function addUpEndedRuns(sql: SqlRunner): Promise<void> {
  await sql.query(addUp);
}

const read = `
  select date_trunc($1, hour, 'UTC') as at, status, nullif(reason, '') as reason, sum(runs)::float8 as runs,
    sum(records_written)::float8 as "recordsWritten"
  from sync_run_hours where hour >= $2 group by 1, status, reason`;

/** By hours or days of UTC, in no order. What no run ended in has no row. */
export async function readEndedRuns(sql: SqlRunner, step: 'hour' | 'day', since: Date): Promise<EndedRuns[]> {
  return sql.query<EndedRuns[]>(read, [step, since]);
}
