import type { EntityManager } from 'typeorm';

/** Serialises every change of a connection's syncs until the end of the transaction. Take this lock before any row lock. */
export async function lockSyncs(manager: EntityManager, connectionId: string): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(hashtextextended('syncs ' || $1, 0))`, [connectionId]);
}

/** Takes the same lock of several connections, skipping those that are locked. Returns the ids it has locked. */
export async function tryLockSyncs(manager: EntityManager, connectionIds: readonly string[]): Promise<string[]> {
  const locked = await manager.query<{ id: string }[]>(
    `select id from unnest($1::uuid[]) as id where pg_try_advisory_xact_lock(hashtextextended('syncs ' || id, 0))`,
    [connectionIds],
  );
  return locked.map(({ id }) => id);
}
