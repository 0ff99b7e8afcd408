import type { EntityManager } from 'typeorm';

/** Whoever starts, settles or ends work of a connection's syncs holds this until the end of the transaction, so that each sees what the other did. */
export async function lockSyncsOf(manager: EntityManager, connectionId: string): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(hashtextextended('syncs ' || $1, 0))`, [connectionId]);
}
