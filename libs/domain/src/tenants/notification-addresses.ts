import type { NamingTexts, SqlRunner } from '@sync/postgres';
import type { EntityManager } from 'typeorm';

const read = 'select address from notification_addresses where tenant_id = $1 order by place';

/** Who gets a mail when the tenant's link to a shop breaks. */
export async function readNotificationAddresses(sql: SqlRunner, tenantId: string): Promise<string[]> {
  return (await sql.query<{ address: string }[]>(read, [tenantId])).map(({ address }) => address);
}

export async function hasNotificationAddresses(sql: SqlRunner, tenantId: string): Promise<boolean> {
  return (await sql.query<unknown[]>('select from notification_addresses where tenant_id = $1 limit 1', [tenantId])).length > 0;
}

const remove =
  'delete from notification_addresses where tenant_id = $1 and lower(address) <> all (select lower(kept) from unnest($2::text[]) as kept)';

/** Addresses that stay keep what they were told. */
const put = `
  insert into notification_addresses (tenant_id, address, place)
  select $1, address, place from unnest($2::text[]) with ordinality as given (address, place)
  on conflict (tenant_id, lower(address)) do update set address = excluded.address, place = excluded.place`;

/**
 * In the caller's transaction. Addresses that differ in case alone are one, spelt as at first. Returns what is stored now and how many there
 * were; null when the tenant does not exist.
 */
export async function replaceNotificationAddresses(
  manager: EntityManager,
  tenantId: string,
  addresses: readonly string[],
): Promise<{ addresses: string[]; before: number } | null> {
  const locked = await manager.query<unknown[]>('select from tenants where id = $1 for no key update', [tenantId]);
  if (locked.length === 0) return null;
  const before = (await readNotificationAddresses(manager, tenantId)).length;
  const seen = new Set<string>();
  const distinct = addresses.filter((address) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()));
  await manager.query(remove, [tenantId, distinct]);
  await manager.query(put, [tenantId, distinct]);
  return { addresses: distinct, before };
}

/** The addresses, for what names a person. */
export const notificationAddressTexts: NamingTexts = {
  table: 'notification_addresses',
  isInScope: 'tenant_id = $1 and $3::uuid is null',
  texts: ['address'],
};

const erase = `
  with erased as (delete from notification_addresses where tenant_id = $1 and lower(address) = $2 returning 1)
  select count(*)::int as count from erased`;

/** `address`: in lower case. Returns how many it removed. */
export async function eraseNotificationAddress(sql: SqlRunner, tenantId: string, address: string): Promise<number> {
  const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>(erase, [tenantId, address]);
  return count;
}
