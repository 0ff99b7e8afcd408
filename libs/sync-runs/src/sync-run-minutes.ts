import type { SqlRunner } from '@sync/postgres';

/** What ended today (UTC), up to the last time that it was counted. */
export interface EndedToday {
  succeeded: number;
  failed: number;
  cancelled: number;
  /** By the runs that ended. */
  recordsWritten: number;
}

const keptDays = 2;
/** A run's end may become visible some seconds after its time, so the last minutes are counted again. */
const countedAgainMinutes = 2;

const countMinutes = `
  with since as (
    select greatest(coalesce((select max(minute) from sync_run_minutes) - interval '${countedAgainMinutes} minutes',
      date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'), now() - interval '1 day') as first
  ), counted as (
    select minute from since, generate_series(date_trunc('minute', first), now(), interval '1 minute') as minute
  ), old as (
    delete from sync_run_minutes where minute < now() - interval '${keptDays} days'
  )
  insert into sync_run_minutes (minute, succeeded, failed, cancelled, records_written)
  select minute, ended.succeeded, ended.failed, ended.cancelled, ended.records_written
  from counted cross join lateral (
    select count(*) filter (where status = 'succeeded') as succeeded, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'cancelled') as cancelled, coalesce(sum(records_written), 0) as records_written
    from sync_runs
    where status in ('succeeded', 'failed', 'cancelled') and not is_kept and finished_at >= minute and finished_at < minute + interval '1 minute'
  ) ended
  order by minute
  on conflict (minute) do update set succeeded = excluded.succeeded, failed = excluded.failed, cancelled = excluded.cancelled,
    records_written = excluded.records_written`;

/** Counts the runs that ended since the last call, by minute. Its cost follows what ended since then, a day at most. Safe to repeat. */
export async function countEndedRuns(sql: SqlRunner): Promise<void> {
  await sql.query(countMinutes);
}

const today = `
  select coalesce(sum(succeeded), 0)::float8 as succeeded, coalesce(sum(failed), 0)::float8 as failed,
    coalesce(sum(cancelled), 0)::float8 as cancelled, coalesce(sum(records_written), 0)::float8 as "recordsWritten"
  from sync_run_minutes where minute >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;

export async function readEndedToday(sql: SqlRunner): Promise<EndedToday> {
  const [ended] = await sql.query<[EndedToday]>(today);
  return ended;
}
