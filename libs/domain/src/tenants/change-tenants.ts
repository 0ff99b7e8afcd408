import type { SqlRunner } from '@sync/postgres';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemConnection } from '../connections/system-connection.entity';
import { InUse, LimitReached } from '../refusals';
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

/** False when the tenant does not exist. In a transaction, keeps it from being deleted until the end of that. */
export async function lockTenant(manager: EntityManager, id: string): Promise<boolean> {
  const found = await manager.query<unknown[]>('select from tenants where id = $1 for key share', [id]);
  return found.length > 0;
}

const noteLinkedOnce = `
  update tenants set linked_at = now()
  where id = $1 and linked_at is null and not exists (select from systems where id = $2 and is_direct)`;

/** The tenant has, or awaits, a connection to this system. The first one to a shop updates its row: erasing unused tenants waits for it. */
export async function noteLinked(sql: SqlRunner, tenantId: string | null, systemId: string | null): Promise<void> {
  if (tenantId !== null) await sql.query(noteLinkedOnce, [tenantId, systemId]);
}

/**
 * Who writes records of the tenant learns from the number that a person is to be erased. Concurrent requests for one tenant wait for each
 * other until the end of the transaction.
 */
export async function countErasure(sql: SqlRunner, tenantId: string): Promise<void> {
  await sql.query('update tenants set erasures = erasures + 1 where id = $1', [tenantId]);
}

const establish = `
  update tenants set established_at = now()
  where established_at is null and id = (select tenant_id from system_connections where id = $1)`;

/** A sync of the connection succeeded: from now on its tenant has a share of the workers' places of its own. */
export async function establishTenantOf(manager: EntityManager, connectionId: string): Promise<void> {
  await manager.query(establish, [connectionId]);
}

/**
 * Throws LimitReached if the tenant has as many pending connections already; 0: no limit. In the transaction that adds one: the lock makes
 * concurrent requests wait for each other, so that each counts what the one before added.
 */
export async function limitPendingConnections(manager: EntityManager, tenantId: string, maxPending: number): Promise<void> {
  if (maxPending === 0) return;
  await manager.findOne(Tenant, { select: { id: true }, where: { id: tenantId }, lock: { mode: 'for_no_key_update' } });
  const pending = await manager.find(SystemConnection, { select: { id: true }, where: { tenantId, status: 'pending' }, take: maxPending });
  if (pending.length >= maxPending)
    throw new LimitReached(
      `The tenant has ${maxPending} pending connections, the maximum. Complete or uninstall one; those whose tokens have expired are removed daily.`,
    );
}
