import type { EntityManager } from 'typeorm';

const access = [
  'delete from sync_rules where source_connection_id = $1 or target_connection_id = $1',
  'delete from connection_tokens where system_connection_id = $1',
  'delete from access_tokens where system_connection_id = $1',
];

/** Deletes the tokens and sync rules of a connection, in the transaction that ends it. */
export async function removeAccess(manager: EntityManager, connectionId: string): Promise<void> {
  for (const statement of access) await manager.query(statement, [connectionId]);
}
