import type { SqlRunner } from '@sync/postgres';
import type { Pool } from 'pg';
import { QuotaUsedUp } from './quota-used-up';

/**
 * SQL that counts what a statement did to its tenants' records, once for the whole statement. `changes`: a CTE with system_connection_id
 * and bytes. Writers lock the records first and this row last, so they cannot deadlock. Connections without a tenant are not counted.
 */
export function countBytes(changes: string): string {
  return `
  insert into stored_bytes as counted (tenant_id, slot, bytes)
  select connection.tenant_id, pg_backend_pid() % 8, sum(change.bytes)
  from (select system_connection_id, sum(bytes) as bytes from ${changes} group by system_connection_id) change
    join system_connections connection on connection.id = change.system_connection_id
  where connection.tenant_id is not null
  group by connection.tenant_id having sum(change.bytes) <> 0 order by connection.tenant_id
  on conflict (tenant_id, slot) do update set bytes = counted.bytes + excluded.bytes`;
}

/** The same for one tenant, whose id is in the CTE `room`: joining the connection again would take longer to plan than to run. */
export function countBytesInRoom(changes: string): string {
  return `
  insert into stored_bytes as counted (tenant_id, slot, bytes)
  select tenant_id, pg_backend_pid() % 8, change.bytes from room, (select sum(bytes) as bytes from ${changes}) change
  where tenant_id is not null and change.bytes <> 0
  on conflict (tenant_id, slot) do update set bytes = counted.bytes + excluded.bytes`;
}

/** Changes of stored records still take effect that far beyond the quota: bounded, or they could grow without end. */
const shareForChanges = 1.25;

/**
 * SQL: whether the tenant of the connection $1 may store more records (has_room), and change those that are stored. No row for a connection
 * that is gone. `max`: the parameter with the quota of a tenant without one of its own; 0: no limit.
 */
export function roomStatement(max: string): string {
  return `
  select coalesce(used < quota, true) as has_room, coalesce(used < ${shareForChanges} * quota, true) as has_room_for_changes, quota::float8 as quota, tenant_id
  from (
    select connection.tenant_id, nullif(coalesce(tenant.max_bytes, ${max}::bigint), 0) as quota,
      (select sum(bytes) from stored_bytes where tenant_id = connection.tenant_id) as used
    from system_connections connection left join tenants tenant on tenant.id = connection.tenant_id
    where connection.id = $1
  ) stored`;
}

/** Throws QuotaUsedUp if the tenant of the connection may store no more records. */
export async function requireRoom(pool: Pool, connectionId: string, maxTenantBytes: number): Promise<void> {
  const { rows } = await pool.query<{ has_room: boolean; quota: number }>(roomStatement('$2'), [connectionId, maxTenantBytes]);
  for (const { has_room: hasRoom, quota } of rows) if (!hasRoom) throw new QuotaUsedUp(quota);
}

/** Bytes of the records of these tenants, by tenant id. A tenant without any is left out. */
export async function readStoredBytes(sql: SqlRunner, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; bytes: number }[]>(
    'select tenant_id as id, sum(bytes)::float8 as bytes from stored_bytes where tenant_id = any($1) group by tenant_id',
    [tenantIds],
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}
