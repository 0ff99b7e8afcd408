import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemConnection } from '../connections/system-connection.entity';
import { InUse } from '../refusals';
import { Tenant } from './tenant.entity';

/** Returns its id. */
export async function createTenant(manager: EntityManager, name: string): Promise<string> {
  const id = uuidv7();
  await manager.insert(Tenant, { id, name });
  return id;
}

/** Returns the name before; null when the tenant does not exist. */
export async function renameTenant(manager: EntityManager, id: string, name: string): Promise<string | null> {
  const before = await nameOf(manager, id);
  if (before !== null) await manager.update(Tenant, { id }, { name });
  return before;
}

/** Not yet erased: everything but the empty row that stays of a connection past its grace period. */
const owned = 'select from system_connections where tenant_id = $1 and (deleted_at is null or erased_at is null) limit 1';

/** Returns the tenant's name; null when it does not exist. Its log of transitions stays. Throws InUse while it owns connections. */
export async function deleteTenant(manager: EntityManager, id: string): Promise<string | null> {
  const name = await nameOf(manager, id);
  if (name === null) return null;
  if ((await manager.query<unknown[]>(owned, [id])).length > 0)
    throw new InUse('The tenant still owns connections. Uninstall or erase them first.');
  await manager.delete(SystemConnection, { tenantId: id });
  await manager.delete(Tenant, { id });
  return name;
}

/** Locked until the end of the transaction: it gets no new connection meanwhile. */
async function nameOf(manager: EntityManager, id: string): Promise<string | null> {
  const tenant = await manager.findOne(Tenant, { where: { id }, lock: { mode: 'pessimistic_write' } });
  return tenant?.name ?? null;
}
