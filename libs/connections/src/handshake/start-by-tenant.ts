import { insertConnection, limitPendingConnections, type Actor } from '@sync/domain';
import { replaceConnectionToken } from '@sync/identity';
import { statusChange, type Alongside } from '../alongside';
import { connectionName } from './connection-name';
import type { HandshakeParts, StartedHandshake } from './handshake-parts';
import { requireTenant } from './require-tenant';

export interface TenantInitiation {
  tenantId: string;
  actor: Actor;
  /** Only a plugin of this platform finalises the handshake. Its name is the connection's until the plugin gives one. */
  platform?: { slug: string; pointer: string };
  alongside?: Alongside;
}

/** Always creates a new connection, which holds nothing but the tenant and the platform that it awaits. Throws RefusedValues and LimitReached. */
export async function startByTenant(
  { dataSource, shops, tokenSeconds, maxPending }: HandshakeParts,
  { tenantId, actor, platform, alongside }: TenantInitiation,
): Promise<StartedHandshake> {
  const awaited = platform === undefined ? null : await shops.systemOf(platform.slug, platform.pointer);
  const name = awaited === null ? 'New connection' : connectionName(awaited, null);
  const values = { name, tenantId, awaitedSystemId: awaited?.id ?? null };
  return dataSource.transaction(async (manager) => {
    await requireTenant(manager, tenantId);
    await limitPendingConnections(manager, tenantId, maxPending);
    const connection = await insertConnection(manager, { trigger: 'tenant initiation', actor }, values);
    const { plaintext, expiresAt } = await replaceConnectionToken(manager, connection.id, tokenSeconds);
    await alongside?.(manager, statusChange(connection, null));
    return { connectionId: connection.id, connectionToken: plaintext, expiresAt };
  });
}
