import type { SqlCondition, SqlRunner } from '@sync/postgres';
import type { StatusReason } from './transitions';

/** Of several reasons of one rank, the oldest of a shop that fails, else the newest. */
const firstReasons = `
  select wanted.id, reason.code, reason.message, reason.since
  from unnest($1::uuid[]) as wanted (id)
  cross join lateral (
    select code, message, since from connection_impairments where system_connection_id = wanted.id
    order by rank, case when code = 'waiting_for_shop' then since end, since desc limit 1
  ) reason`;

/** Why connections do not work now, besides their stored reasons, by connection id. It counts for those that are active. */
export async function impairmentsNow(sql: SqlRunner, connectionIds: readonly string[]): Promise<Map<string, StatusReason>> {
  const rows = await sql.query<{ id: string; code: string; message: string; since: Date }[]>(firstReasons, [connectionIds]);
  return new Map(rows.map(({ id, code, message, since }) => [id, { code, message, since: since.toISOString() }]));
}

/** SQL, true for an active connection that does not work now. */
export const isImpaired: SqlCondition = (row) =>
  `${row}.status = 'active' and (${row}.status_reason is not null
    or exists (select from connection_impairments impairment where impairment.system_connection_id = ${row}.id))`;

/** SQL of the ids of all connections that may be impaired. Costs what is impaired, not what is stored. */
export const impairedIds = `
  select id from system_connections where status = 'active' and status_reason is not null and deleted_at is null
  union select system_connection_id from connection_impairments`;
