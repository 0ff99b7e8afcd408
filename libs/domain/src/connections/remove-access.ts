import type { EntityManager } from 'typeorm';
import { AccessToken } from '../tokens/access-token.entity';
import { ConnectionToken } from '../tokens/connection-token.entity';

const rules = 'delete from sync_rules where source_connection_id = $1 or target_connection_id = $1';

/** Deletes the tokens and sync rules of a connection, in the transaction that ends it. */
export async function removeAccess(manager: EntityManager, connectionId: string): Promise<void> {
  await manager.query(rules, [connectionId]);
  await manager.delete(ConnectionToken, { systemConnectionId: connectionId });
  await manager.delete(AccessToken, { systemConnectionId: connectionId });
}
