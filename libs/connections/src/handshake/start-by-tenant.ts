import { insertConnection, replaceConnectionToken, type Actor } from '@sync/domain';
import { statusChange, type Alongside } from '../alongside';
import { connectionName } from './connection-name';
import type { HandshakeParts, StartedHandshake } from './handshake-parts';
import { requireTenant } from './require-tenant';

export interface TenantInitiation {
  tenantId: string;
  actor: Actor;
  /** Names the connection until its plugin does. */
  systemSlug?: string;
  alongside?: Alongside;
}

/** Always creates a new connection, which holds nothing but the tenant. Throws RefusedValues. */
export async function startByTenant(
  { dataSource, shops, tokenSeconds }: HandshakeParts,
  { tenantId, actor, systemSlug, alongside }: TenantInitiation,
): Promise<StartedHandshake> {
  const name = systemSlug === undefined ? 'New connection' : connectionName(await shops.systemOf(systemSlug), null);
  return dataSource.transaction(async (manager) => {
    await requireTenant(manager, tenantId);
    const connection = await insertConnection(manager, { trigger: 'tenant initiation', actor }, { name, tenantId });
    const { plaintext, expiresAt } = await replaceConnectionToken(manager, connection.id, tokenSeconds);
    await alongside?.(manager, statusChange(connection, null));
    return { connectionId: connection.id, connectionToken: plaintext, expiresAt };
  });
}
