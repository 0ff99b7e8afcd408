import type { SqlRunner } from '@sync/postgres';

const note = `
  with noted as (
    update system_connections set status_reason = jsonb_build_object('code', 'quota_used_up', 'message', $2::text, 'since',
      coalesce(status_reason ->> 'since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where id = $1 and status = 'active' and deleted_at is null and coalesce(status_reason ->> 'code', 'quota_used_up') = 'quota_used_up'
    returning 1
  )
  select from noted`;

const isNoted = `status = 'active' and status_reason ->> 'code' = 'quota_used_up'`;

/** Says in the status reason of an active connection that its tenant may store no more records. Another reason stands, and so does the first note's time. */
export async function noteQuotaUsedUp(sql: SqlRunner, connectionId: string, message: string): Promise<void> {
  await sql.query(note, [connectionId, message]);
}

/** There is room again. */
export async function forgetQuotaUsedUp(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(`update system_connections set status_reason = null where id = $1 and ${isNoted}`, [connectionId]);
}

/** There is room again, or it will be found out at the next sync. */
export async function forgetQuotaUsedUpOf(sql: SqlRunner, tenantId: string): Promise<void> {
  await sql.query(`update system_connections set status_reason = null where tenant_id = $1 and ${isNoted}`, [tenantId]);
}
