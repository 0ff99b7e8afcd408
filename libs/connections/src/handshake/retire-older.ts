import { SystemConnection, type Actor } from '@sync/domain';
import { In, Not, type EntityManager } from 'typeorm';
import { stopConnection } from '../stop-connection';

/**
 * Serialises activations of one tenant until the end of the transaction: two at once to one shop would not see each other's connection,
 * and both would stay active.
 */
export async function lockActivations(manager: EntityManager, tenantId: string): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(hashtextextended('activation ' || $1, 0))`, [tenantId]);
}

/** The tenant's older connection to the same shop becomes inactive, from any status. The caller has locked the tenant's activations. */
export async function retireOlder(
  manager: EntityManager,
  { id, tenantId, systemId, storeBase }: SystemConnection,
  actor: Actor,
): Promise<void> {
  if (tenantId === null || systemId === null || storeBase === null) return;
  const older = await manager.find(SystemConnection, {
    select: { id: true },
    where: { tenantId, systemId, storeBase, id: Not(id), status: In(['active', 'error', 'disconnected']) },
    order: { id: 'ASC' },
  });
  for (const connection of older) await stopConnection(manager, connection.id, { trigger: 'retired by reconnect', actor });
}
