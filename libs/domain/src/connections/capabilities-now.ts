import type { SqlRunner } from '@sync/postgres';
import { servesNow } from './transitions';

/** SQL: what the connection may pull in now, in its system's order. */
export const capabilitiesNow = (connectionId: string) =>
  `(select capabilities from connection_capabilities now where now.system_connection_id = ${connectionId})`;

/**
 * Why a shop may import nothing now (docs/reference/resources.md#connection). `no_target`: no direct system of its tenant is connected;
 * `nothing_selected`: its settings send no records to one; `no_rule`: no active rule names the shop as its source.
 */
export type SyncObstacle = 'no_target' | 'nothing_selected' | 'no_rule';

const obstacles = `
  select shop.id,
    case
      when not exists (select from system_connections target join systems direct on direct.id = target.system_id and direct.is_direct
                       where target.tenant_id = shop.tenant_id and ${servesNow('target')})
        then 'no_target'
      when shop.configuration ->> 'direction' = 'incoming'
        or not exists (select from unnest(system.capabilities) capability where opted_in(shop.configuration, capability))
        then 'nothing_selected'
      else 'no_rule'
    end as obstacle
  from system_connections shop join systems system on system.id = shop.system_id and not system.is_direct
  join connection_capabilities now on now.system_connection_id = shop.id
  where shop.id = any($1) and shop.status = 'active' and cardinality(now.capabilities) = 0`;

/** By connection id. Leaves out what is no shop, is not active, or may import something. */
export async function syncObstacles(sql: SqlRunner, connectionIds: readonly string[]): Promise<Map<string, SyncObstacle>> {
  const rows = await sql.query<{ id: string; obstacle: SyncObstacle }[]>(obstacles, [connectionIds]);
  return new Map(rows.map(({ id, obstacle }) => [id, obstacle]));
}
