import { insertConnection, replaceConnectionToken, type Actor } from '@sync/domain';
import type { HandshakeParts, StartedHandshake } from './handshake-parts';

/** Always creates a new connection, which holds nothing but the tenant. */
export async function startByTenant(
  { dataSource, tokenSeconds }: HandshakeParts,
  tenantId: string,
  actor: Actor,
): Promise<StartedHandshake> {
  return dataSource.transaction(async (manager) => {
    const move = { trigger: 'tenant initiation', actor } as const;
    const { id } = await insertConnection(manager, move, { name: 'New connection', tenantId });
    const { plaintext, expiresAt } = await replaceConnectionToken(manager, id, tokenSeconds);
    return { connectionId: id, connectionToken: plaintext, expiresAt };
  });
}
