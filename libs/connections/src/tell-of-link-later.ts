import { hasNotificationAddresses, type SystemConnection } from '@sync/domain';
import type { Enqueue } from '@sync/durable-work';
import type { EntityManager } from 'typeorm';

/** A link that breaks and heals within that time is no news. */
const settleSeconds = 30;

/** In the transaction that breaks or heals the link to a shop: those whom its tenant named hear of it by mail, unless it changes back. */
export async function tellOfLinkLater(
  manager: EntityManager,
  enqueue: Enqueue,
  { id: systemConnectionId, tenantId }: Pick<SystemConnection, 'id' | 'tenantId'>,
  requestId?: string,
): Promise<void> {
  if (tenantId === null || !(await hasNotificationAddresses(manager, tenantId))) return;
  await enqueue('tell-of-link', { systemConnectionId }, { systemConnectionId, requestId, afterSeconds: settleSeconds });
}
