import { type Actor, insertConnection, presentStatuses, type System, SystemConnection } from '@sync/domain';
import { issueFirstAccessToken } from '@sync/identity';
import type { Secret } from '@sync/records';
import { In, type EntityManager } from 'typeorm';
import { statusChange, type Alongside } from '../alongside';
import { ConnectionRefused } from '../connection-refused';
import { connectionName } from './connection-name';
import type { HandshakeParts } from './handshake-parts';
import { requireDirectSystem } from './require-direct-system';
import { requireTenant } from './require-tenant';
import { lockActivations } from './retire-older';

export interface DirectLink {
  tenantId: string;
  systemSlug: string;
  actor: Actor;
  requestId?: string;
  alongside?: Alongside;
}

/**
 * Connects an existing tenant to a direct system, which default rules need as their target. The connection is active at once and gets its
 * first access token. Shops that the tenant linked before get their rules and a sync. Throws RefusedValues, and ConnectionRefused,
 * `exists`, when the tenant has a connection to the system that is not retired.
 */
export async function connectDirectSystem(
  { dataSource, work }: Pick<HandshakeParts, 'dataSource' | 'work'>,
  { tenantId, systemSlug, actor, requestId, alongside }: DirectLink,
): Promise<{ connectionId: string; token: Secret<string> }> {
  const system = await requireDirectSystem(dataSource.manager, systemSlug);
  return work.transaction(async (manager, enqueue) => {
    await requireTenant(manager, tenantId);
    await lockActivations(manager, tenantId);
    await refuseSecond(manager, tenantId, system);
    const values = { name: connectionName(system, null), tenantId, systemId: system.id };
    const connection = await insertConnection(manager, { trigger: 'direct initialisation', actor }, values);
    const { plaintext } = await issueFirstAccessToken(manager, connection.id, 'direct-initialisation');
    const shops = await activeShops(manager, tenantId);
    for (const thenSync of shops.length === 0 ? [null] : shops)
      await enqueue('derive-sync-rules', { tenantId, thenSync }, { systemConnectionId: thenSync ?? connection.id, requestId });
    await alongside?.(manager, statusChange(connection, null));
    return { connectionId: connection.id, token: plaintext };
  });
}

/** One product has one connection: two would each receive every record. */
async function refuseSecond(manager: EntityManager, tenantId: string, system: System): Promise<void> {
  const where = { tenantId, systemId: system.id, status: In(presentStatuses) };
  const first = await manager.findOne(SystemConnection, { select: { id: true, status: true }, where });
  if (!first) return;
  const advice = first.status === 'active' ? 'Issue a new access token for that connection if its token is lost.' : 'Reconnect that one.';
  throw new ConnectionRefused('exists', `The company has a connection to ${system.name} already, which is ${first.status}. ${advice}`);
}

async function activeShops(manager: EntityManager, tenantId: string): Promise<string[]> {
  const where = { tenantId, status: 'active', system: { isDirect: false } } as const;
  const shops = await manager.find(SystemConnection, { select: { id: true }, where, order: { id: 'ASC' } });
  return shops.map(({ id }) => id);
}
