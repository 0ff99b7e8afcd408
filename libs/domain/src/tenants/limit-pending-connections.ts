import type { EntityManager } from 'typeorm';
import { SystemConnection } from '../connections/system-connection.entity';
import { LimitReached } from '../refusals';
import { Tenant } from './tenant.entity';

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
