import type { SqlRunner } from '@sync/postgres';
import { byteSize } from '@sync/records';
import type { Pool } from 'pg';

/** The tenant may store no more records. Nothing that is stored is lost. The message is for a person and safe to show. */
export class QuotaUsedUp extends Error {
  constructor(quotaBytes: number) {
    super(
      `The quota of ${byteSize(quotaBytes)} for stored records is used up. Uninstall shops that are no longer needed, or ask for a larger quota.`,
    );
    this.name = 'QuotaUsedUp';
  }
}

/**
 * SQL that counts what a statement did to its tenants' records, once for the whole statement. `changes`: a CTE with shop_id
 * and bytes. Writers lock the records first and this row last, so they cannot deadlock. Shops without a tenant are not counted.
 */
export function countBytes(changes: string): string {
  return `
  insert into stored_bytes as counted (tenant_id, slot, bytes)
  select shop.tenant_id, pg_backend_pid() % 8, sum(change.bytes)
  from (select shop_id, sum(bytes) as bytes from ${changes} group by shop_id) change
    join shops shop on shop.id = change.shop_id
  where shop.tenant_id is not null
  group by shop.tenant_id having sum(change.bytes) <> 0 order by shop.tenant_id
  on conflict (tenant_id, slot) do update set bytes = counted.bytes + excluded.bytes`;
}

/** The same for one tenant, whose id is in the CTE `room`: joining the shop again would take longer to plan than to run. */
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
 * SQL: whether the tenant of the shop $1 may store more records (has_room), and change those that are stored. And how many erasures the tenant has asked for. No row for a shop that is gone. `max`: the parameter with the quota of a tenant without one of its own; 0: no limit.
 */
export function roomStatement(max: string): string {
  return `
  select coalesce(used < quota, true) as has_room, coalesce(used < ${shareForChanges} * quota, true) as has_room_for_changes, quota::float8 as quota, tenant_id, erasures
  from (
    select shop.tenant_id, coalesce(tenant.erasures, 0) as erasures, nullif(coalesce(tenant.max_bytes, ${max}::bigint), 0) as quota,
      (select sum(bytes) from stored_bytes where tenant_id = shop.tenant_id) as used
    from shops shop left join tenants tenant on tenant.id = shop.tenant_id
    where shop.id = $1
  ) stored`;
}

/** Throws QuotaUsedUp if the tenant of the shop may store no more records. */
export async function requireRoom(pool: Pool, shopId: string, maxTenantBytes: number): Promise<void> {
  const { rows } = await pool.query<{ has_room: boolean; quota: number }>(roomStatement('$2'), [shopId, maxTenantBytes]);
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
