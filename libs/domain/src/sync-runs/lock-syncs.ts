import type { EntityManager } from 'typeorm';

/** Whoever starts, settles or ends work of a connection's syncs holds this until the end of the transaction, so that each sees what the other did. */
export async function lockSyncsOf(manager: EntityManager, connectionId: string): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(hashtextextended('syncs ' || $1, 0))`, [connectionId]);
}

/** Takes the same lock of several connections, and passes over those that somebody else works on. Returns the ids whose lock it has. */
export async function tryLockSyncsOf(manager: EntityManager, connectionIds: readonly string[]): Promise<string[]> {
  const locked = await manager.query<{ id: string }[]>(
    `select id from unnest($1::uuid[]) as id where pg_try_advisory_xact_lock(hashtextextended('syncs ' || id, 0))`,
    [connectionIds],
  );
  return locked.map(({ id }) => id);
}
