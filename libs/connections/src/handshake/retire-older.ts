import {
  lockConnection,
  lockSyncRules,
  moveOwnSyncRules,
  SystemConnection,
  transitions,
  type Actor,
  type SystemConnectionStatus,
} from '@sync/domain';
import type { Enqueue } from '@sync/durable-work';
import { takeOverShop } from '@sync/record-store';
import { deriveSyncRules } from '@sync/sync-runs';
import { In, Not, type EntityManager } from 'typeorm';
import { stopConnection } from '../stop-connection';
import { tellOfLinkLater } from '../tell-of-link-later';

/**
 * Serialises activations of one tenant until the end of the transaction: two at once to one shop would not see each other's connection,
 * and both would stay active.
 */
export async function lockActivations(manager: EntityManager, tenantId: string): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(hashtextextended('activation ' || $1, 0))`, [tenantId]);
}

/**
 * The tenant's older connections to the same shop become inactive, from any status. The newer one takes over the shop's records, which keep
 * their ids and places, and the rules made by hand; default rules are derived at once, so that callers see no gap. The caller has locked
 * the tenant's activations.
 */
export async function retireOlder(
  manager: EntityManager,
  enqueue: Enqueue,
  { id, tenantId, systemId, storeBase }: SystemConnection,
  actor: Actor,
): Promise<void> {
  if (tenantId === null || systemId === null || storeBase === null) return;
  const older = await manager.find(SystemConnection, {
    select: { id: true, status: true },
    where: { tenantId, systemId, storeBase, id: Not(id), status: In(transitions['retired by reconnect'].from) },
    order: { id: 'ASC' },
  });
  const retired: string[] = [];
  for (const { id: olderId, status } of older) {
    if (!(await retire(manager, olderId, status, actor))) continue;
    retired.push(olderId);
    await tellOfLinkLater(manager, enqueue, { id: olderId, tenantId });
  }
  await lockSyncRules(manager, tenantId);
  const predecessor = await takeOverShop(manager, id, retired);
  if (predecessor === null) return;
  await moveOwnSyncRules(manager, predecessor, id);
  await deriveSyncRules(manager, tenantId);
}

/** Returns whether the connection is inactive now, and locked. One that was inactive before can only have been uninstalled since. */
async function retire(manager: EntityManager, id: string, status: SystemConnectionStatus, actor: Actor): Promise<boolean> {
  if (status === 'inactive') return (await lockConnection(manager, id))?.status === 'inactive';
  return (await stopConnection(manager, id, { trigger: 'retired by reconnect', actor })) !== null;
}
