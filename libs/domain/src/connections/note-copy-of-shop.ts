import type { QueryRows } from '@sync/postgres';
import { v7 as uuidv7 } from 'uuid';
import { copyIgnored } from './transitions';

const insert = `
  insert into connection_transitions (id, system_connection_id, tenant_id, from_status, to_status, reason, actor, at)
  select $2::uuid, id, tenant_id, status, status, $3, 'plugin', now() from system_connections where id = $1
  on conflict do nothing`;

/** Says in the connection's timeline, once a day, that a copy of its shop sends webhooks and that they are ignored. */
export async function noteCopyOfShop(query: QueryRows, connectionId: string): Promise<void> {
  await query(insert, [connectionId, uuidv7(), copyIgnored]);
}
