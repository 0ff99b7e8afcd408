import type { SqlRunner } from '@sync/postgres';
import { firstIdAt } from '@sync/records';

const minuteMs = 60_000;
const keptMinutes = 120;
/** A webhook becomes visible some seconds after it arrived at the latest, so the last minutes are counted again. */
const countedAgainMinutes = 2;

const newestMinute = 'select max(minute) as minute from webhook_minutes';

/** By id, which holds the time of arrival: the primary key finds a minute's tasks. */
const countMinutes = `
  with old as (
    delete from webhook_minutes where minute < now() - interval '${keptMinutes} minutes'
  )
  insert into webhook_minutes (minute, webhooks)
  select counted.minute, webhooks.arrived
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[]) as counted (minute, first_id, end_id)
  cross join lateral (
    select count(*) filter (where name = 'process-webhook') as arrived from tasks where id >= first_id and id < end_id
  ) webhooks
  order by counted.minute
  on conflict (minute) do update set webhooks = excluded.webhooks`;

/** Counts the webhooks of the last minutes. Its cost follows what arrived since the last call, an hour at most. Safe to repeat. */
export async function countWebhooks(sql: SqlRunner): Promise<void> {
  const [{ minute }] = await sql.query<[{ minute: Date | null }]>(newestMinute);
  const current = Math.floor(Date.now() / minuteMs);
  const first = Math.max(current - 60, Math.floor((minute?.getTime() ?? 0) / minuteMs) - countedAgainMinutes);
  const minutes = Array.from({ length: Math.max(0, current - first + 1) }, (_, index) => (first + index) * minuteMs);
  const ids = minutes.map(firstIdAt);
  const ends = minutes.map((start) => firstIdAt(start + minuteMs));
  await sql.query(countMinutes, [minutes.map((start) => new Date(start)), ids, ends]);
}

/** The webhooks that arrived in a minute. */
export interface WebhookMinute {
  minute: Date;
  webhooks: number;
}

/** Of the last hour, oldest first, up to the last time that they were counted. */
export async function readWebhookMinutes(sql: SqlRunner): Promise<WebhookMinute[]> {
  return sql.query(`select minute, webhooks from webhook_minutes where minute > now() - interval '1 hour' order by minute`);
}
