import { sealIv, type SqlRunner } from '@sync/postgres';

export interface RefusedAccess {
  code: 'credentials_refused' | 'blocked';
  message: string;
}

const note = `
  update system_connections set status_reason = jsonb_build_object('code', $3::text, 'message', $4::text,
    'since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
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
  await sql.query(note, [connectionId, sealedCredentials, code, message]);
}

const forget = `
  update system_connections set status_reason = null
  where id = $1 and status = 'active' and status_reason ->> 'code' in ('credentials_refused', 'blocked')`;

/** A sync of an active connection has succeeded. */
export async function forgetRefusedAccess(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(forget, [connectionId]);
}
