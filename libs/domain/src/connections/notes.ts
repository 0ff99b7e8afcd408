import { sealIv, type QueryRows, type SqlRunner } from '@sync/postgres';
import { v7 as uuidv7 } from 'uuid';
import { copyIgnored, reachableAgain, type EndpointNotice } from './transitions';

const now = `to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL: notes the message $2 at the active connection $1. Another reason stands, since it takes the connection out of service, and so does
 * the first note's time.
 */
const noteOnce = (code: string) => `
  with noted as (
    update system_connections set status_reason = jsonb_build_object('code', '${code}', 'message', $2::text, 'since',
      coalesce(status_reason ->> 'since', ${now}))
    where id = $1 and status = 'active' and deleted_at is null and coalesce(status_reason ->> 'code', '${code}') = '${code}'
    returning 1
  )
  select from noted`;

/** SQL: forgets notes with these codes at active connections. */
const forget = (connections: string, ...codes: string[]) => `
  update system_connections set status_reason = null
  where ${connections} and status = 'active' and status_reason ->> 'code' in ('${codes.join("', '")}')`;

/** Says in the status reason of an active connection which deletions wait for a confirmation; `message` null: none does. */
export async function noteHeldBackDeletions(sql: SqlRunner, connectionId: string, message: string | null): Promise<void> {
  if (message === null) await sql.query(forget('id = $1', 'deletions_held_back'), [connectionId]);
  else await sql.query(noteOnce('deletions_held_back'), [connectionId, message]);
}

/** Says in the status reason of an active connection that its tenant may store no more records. */
export async function noteQuotaUsedUp(sql: SqlRunner, connectionId: string, message: string): Promise<void> {
  await sql.query(noteOnce('quota_used_up'), [connectionId, message]);
}

/** There is room again. */
export async function forgetQuotaUsedUp(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(forget('id = $1', 'quota_used_up'), [connectionId]);
}

/** There is room again, or it will be found out at the next sync. */
export async function forgetQuotaUsedUpOf(sql: SqlRunner, tenantId: string): Promise<void> {
  await sql.query(forget('tenant_id = $1', 'quota_used_up'), [tenantId]);
}

interface RefusedAccess {
  code: 'credentials_refused' | 'blocked';
  message: string;
}

const refused = `
  update system_connections set status_reason = jsonb_build_object('code', $3::text, 'message', $4::text, 'since', ${now})
  where id = $1 and ${sealIv('credentials')} = ${sealIv('$2')} and status in ('pending', 'active') and status_reason is null and deleted_at is null`;

/**
 * Says in the status reason of a pending or active connection that its shop, or what stands in front of it, refuses what exports read,
 * and what to do. The status stays. Nothing happens if the connection has other credentials by now. The first note stands until it is forgotten or the connection moves.
 */
export async function noteRefusedAccess(
  sql: SqlRunner,
  connectionId: string,
  sealedCredentials: string | null,
  { code, message }: RefusedAccess,
): Promise<void> {
  await sql.query(refused, [connectionId, sealedCredentials, code, message]);
}

/** A sync of an active connection has succeeded. */
export async function forgetRefusedAccess(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(forget('id = $1', 'credentials_refused', 'blocked'), [connectionId]);
}

/** An entry of the timeline that is no move: one status is both. */
const addNotice = 'insert into connection_transitions (id, system_connection_id, tenant_id, from_status, to_status, reason, actor, at)';

const shopResponds = 'The shop responds again. Reconnect it, and it syncs on from where it stopped.';

/** Nothing of a connection that was reconnected meanwhile, or got other credentials. */
const reachable = `
  with noted as (
    update system_connections set status_reason = jsonb_build_object('code', 'reachable_again', 'message', $3::text, 'since', ${now})
    where id = $1 and status = 'error' and deleted_at is null and ${sealIv('credentials')} = ${sealIv('$2')}
      and status_reason ->> 'code' is distinct from 'reachable_again'
    returning id, tenant_id
  ), logged as (
    ${addNotice} select $4::uuid, id, tenant_id, 'error', 'error', $5, 'schedule', now() from noted
  )
  select from noted`;

/** Says in the status reason of a connection in error, and in its timeline, that the shop responds again. The status stays. Returns whether it did. */
export async function noteReachableAgain(sql: SqlRunner, connectionId: string, sealedCredentials: string | null): Promise<boolean> {
  const noted = await sql.query<unknown[]>(reachable, [connectionId, sealedCredentials, shopResponds, uuidv7(), reachableAgain]);
  return noted.length > 0;
}

const copy = `
  ${addNotice} select $2::uuid, id, tenant_id, status, status, $3, 'plugin', now() from system_connections where id = $1
  on conflict do nothing`;

/** Says in the connection's timeline, once a day, that a copy of its shop sends webhooks and that they are ignored. */
export async function noteCopyOfShop(query: QueryRows, connectionId: string): Promise<void> {
  await query(copy, [connectionId, uuidv7(), copyIgnored]);
}

const endpoint = `
  ${addNotice} select $2::uuid, id, tenant_id, status, status, $3, 'schedule', now() from system_connections where id = $1`;

/** Says in the connection's timeline what has become of an endpoint of its webhooks. */
export async function noteEndpoint(sql: SqlRunner, connectionId: string, notice: EndpointNotice): Promise<void> {
  await sql.query(endpoint, [connectionId, uuidv7(), notice]);
}
