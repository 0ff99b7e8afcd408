import type { SqlRunner } from '@sync/postgres';
import type { SystemConnectionStatus } from './transitions';

/** The link to a shop, and who has to be told that it changed. */
export interface LinkToTell {
  name: string;
  baseUrl: string | null;
  status: SystemConnectionStatus;
  /** Why it is out of service, and what to do. */
  reason: { code: string; message: string } | null;
  /** Its latest move, and when that was. */
  change: string;
  since: Date;
  /** In their order. */
  addresses: readonly { id: string; address: string; knowsBreak: boolean }[];
}

const find = `
  select name, base_url as "baseUrl", status, status_reason as reason, moved.id as change, moved.at as since,
    array(
      select jsonb_build_object('id', one.id, 'address', one.address, 'knowsBreak', told.address_id is not null)
      from notification_addresses one
        left join told_breaks told on told.address_id = one.id and told.system_connection_id = connection.id
      where one.tenant_id = connection.tenant_id order by one.place
    ) as addresses
  from system_connections connection cross join lateral (
    select id, at from connection_transitions where system_connection_id = connection.id and from_status <> to_status order by id desc limit 1
  ) moved
  where connection.id = $1 and deleted_at is null`;

/** Null: the connection is gone. */
export async function findLinkToTell(sql: SqlRunner, connectionId: string): Promise<LinkToTell | null> {
  const [link] = await sql.query<LinkToTell[]>(find, [connectionId]);
  return link ?? null;
}

/** The address may have been removed meanwhile. */
const noteBreak = `
  insert into told_breaks (system_connection_id, address_id)
  select connection.id, one.id from system_connections connection, notification_addresses one where connection.id = $1 and one.id = $2
  on conflict do nothing`;

const noteHealing = 'delete from told_breaks where system_connection_id = $1 and address_id = $2';

/** The address knows now that the link is broken, or that it works again. */
export async function noteTold(sql: SqlRunner, connectionId: string, addressId: string, isBroken: boolean): Promise<void> {
  await sql.query(isBroken ? noteBreak : noteHealing, [connectionId, addressId]);
}
