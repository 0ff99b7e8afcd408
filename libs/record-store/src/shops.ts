import type { SqlRunner } from '@sync/postgres';
import { systemCapabilities } from '@sync/records';

/** SQL of the id of the shop that the connection $1 syncs. */
export const shopOfConnection = '(select id from shops where system_connection_id = $1)';

/** Null: the connection is gone or names no shop yet, or a newer one has taken its shop over. */
export async function findShopId(sql: SqlRunner, connectionId: string): Promise<string | null> {
  const [shop] = await sql.query<{ id: string }[]>('select id from shops where system_connection_id = $1', [connectionId]);
  return shop?.id ?? null;
}

const open = `
  with connection as (
    select id, tenant_id from system_connections where id = $1
  ), given as (
    update shops set tenant_id = connection.tenant_id from connection where shops.system_connection_id = connection.id returning 1
  )
  insert into shops (id, tenant_id, system_connection_id) select id, tenant_id, id from connection where not exists (select from given)`;

/**
 * The connection has a shop of its own from now on, until it takes an older one over. Called again once a tenant has claimed the connection:
 * then the shop is the tenant's.
 */
export async function openShop(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(open, [connectionId]);
}

/** Until the end of the transaction. Waits for the writers of the shop's records. */
export async function lockShopOf(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query('select from shops where system_connection_id = $1 for update', [connectionId]);
}

const hasRecords = systemCapabilities.map((table) => `exists (select from ${table} where shop_id = shop.id)`).join(' or ');

/** The one that holds records before those that hold none; of those the one that was connected last. */
const findPredecessor = `
  select older.id from shops shop join system_connections older on older.id = shop.system_connection_id
  where older.id = any ($1)
  order by (${hasRecords}) desc, older.last_connected_at desc nulls last, older.id desc limit 1`;

/**
 * A newer connection takes over the shop of one of the older connections to it, with all its records, in place of its own, which has none
 * yet. Returns the older one's id; null: all older ones have given their shops away. The caller's transaction has locked all of them.
 */
export async function takeOverShop(sql: SqlRunner, newerId: string, olderIds: readonly string[]): Promise<string | null> {
  const [older] = await sql.query<{ id: string }[]>(findPredecessor, [olderIds]);
  if (!older) return null;
  await sql.query('delete from shops where system_connection_id = $1', [newerId]);
  await sql.query('update shops set system_connection_id = $1 where system_connection_id = $2', [newerId, older.id]);
  return older.id;
}
