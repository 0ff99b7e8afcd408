import type { SqlCondition } from '@sync/postgres';

/**
 * SQL of a StatusReason: why a connection does not work now, besides its stored reason. It counts for one that is active. Of several
 * reasons of one rank, the oldest of a shop that fails, else the newest.
 */
export const impairmentNow = (connectionId: string) => `
  (select jsonb_build_object('code', code, 'message', message, 'since', to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   from connection_impairments impairment where impairment.system_connection_id = ${connectionId}
   order by rank, case when rank = 1 then since end, since desc limit 1)`;

/** SQL, true for an active connection that does not work now. */
export const isImpaired: SqlCondition = (row) =>
  `${row}.status = 'active' and (${row}.status_reason is not null
    or exists (select from connection_impairments impairment where impairment.system_connection_id = ${row}.id))`;

/** SQL, true for an active connection whose `status_reason` is `waiting_for_shop`: a stored reason comes first. */
export const isWaitingForShop: SqlCondition = (row) =>
  `${row}.status = 'active' and ${row}.status_reason is null and exists (
     select from connection_impairments impairment where impairment.system_connection_id = ${row}.id and code = 'waiting_for_shop')`;

/** SQL of the ids of all connections that may be impaired. Costs what is impaired, not what is stored. */
export const impairedIds = `
  select id from system_connections where status = 'active' and status_reason is not null and deleted_at is null
  union select system_connection_id from connection_impairments`;

const storedCode = `status_reason ->> 'code'`;

/** SQL, true for a connection that one of these codes keeps from working now, also where a more urgent reason is shown. */
export const hasReason =
  (codes: readonly string[]): SqlCondition =>
  (row, parameters) => {
    const isWanted = `= any($${parameters.push(codes)}::text[])`;
    return `(${row}.status in ('active', 'error') and ${row}.${storedCode} ${isWanted} or ${row}.status = 'active' and exists (
      select from connection_impairments impairment where impairment.system_connection_id = ${row}.id and code ${isWanted}))`;
  };

/** SQL of the ids of all connections that may have one of these reasons. Costs what does not work, not what is stored. */
export const idsWithReason = (codes: readonly string[], parameters: unknown[]): string => {
  const isWanted = `= any($${parameters.push(codes)}::text[])`;
  return `
    select id from system_connections
    where status = 'active' and status_reason is not null and deleted_at is null and ${storedCode} ${isWanted}
    union select id from system_connections where status = 'error' and deleted_at is null and ${storedCode} ${isWanted}
    union select system_connection_id from connection_impairments where code ${isWanted}`;
};
