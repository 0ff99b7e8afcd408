import type { SqlRunner } from '@sync/postgres';
import { firstIdAt } from '@sync/records';

const minuteMs = 60_000;
const keptDays = 31;
/** A webhook becomes visible some seconds after it arrived at the latest, so the last minutes are counted again. */
const countedAgainMinutes = 2;
const maxCountedMinutes = 60;

const newestMinute = 'select max(starts_at) as minute from webhook_counts where not is_hour';

/** By id, which holds the time of arrival: the primary key finds a minute's tasks. */
const countMinutes = `
  insert into webhook_counts (starts_at, webhooks)
  select counted.minute, webhooks.arrived
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[]) as counted (minute, first_id, end_id)
  cross join lateral (
    select count(*) filter (where name = 'process-webhook') as arrived from tasks where id >= first_id and id < end_id
  ) webhooks
  order by counted.minute
  on conflict (is_hour, starts_at) do update set webhooks = excluded.webhooks`;

/** Minutes become part of their hour when no call counts them again: it is over since longer than a call looks back. */
const foldHours = `
  with old as (
    delete from webhook_counts where is_hour and starts_at < now() - interval '${keptDays} days'
  ), folded as (
    delete from webhook_counts where not is_hour and starts_at < date_trunc('hour', now() - interval '2 hours', 'UTC') returning starts_at, webhooks
  )
  insert into webhook_counts as hours (starts_at, is_hour, webhooks)
  select date_trunc('hour', starts_at, 'UTC'), true, sum(webhooks) from folded
  where starts_at >= now() - interval '${keptDays} days' group by 1 order by 1
  on conflict (is_hour, starts_at) do update set webhooks = hours.webhooks + excluded.webhooks`;

/** Counts the webhooks of the last minutes. Its cost follows what arrived since the last call, an hour at most. Safe to repeat. */
export async function countWebhooks(sql: SqlRunner): Promise<void> {
  const [{ minute }] = await sql.query<[{ minute: Date | null }]>(newestMinute);
  const current = Math.floor(Date.now() / minuteMs);
  const first = Math.max(current - maxCountedMinutes, Math.floor((minute?.getTime() ?? 0) / minuteMs) - countedAgainMinutes);
  const minutes = Array.from({ length: Math.max(0, current - first + 1) }, (_, index) => (first + index) * minuteMs);
  const ids = minutes.map(firstIdAt);
  const ends = minutes.map((start) => firstIdAt(start + minuteMs));
  await sql.query(countMinutes, [minutes.map((start) => new Date(start)), ids, ends]);
  await sql.query(foldHours);
}

/** The webhooks that arrived in an hour or day. */
export interface ArrivedWebhooks {
  at: Date;
  webhooks: number;
}

const read = `
  select date_trunc($1, starts_at, 'UTC') as at, sum(webhooks)::float8 as webhooks from webhook_counts where starts_at >= $2 group by 1`;

/** By hours or days of UTC, in no order, up to the last time that they were counted. What none arrived in may have no row. */
export async function readArrivedWebhooks(sql: SqlRunner, step: 'hour' | 'day', since: Date): Promise<ArrivedWebhooks[]> {
  return sql.query<ArrivedWebhooks[]>(read, [step, since]);
}
