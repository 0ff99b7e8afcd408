import type { QueryRows } from '@sync/postgres';

/** The schema this version needs; a newer one works too. Kept apart from the list, so that apps need not bundle every migration. */
export const newestMigration = 'InitialSchema1790000000001';

/** Readiness checks of every app: Postgres responds, has the schema of this version, and its credentials open with this key ring. */
export function databaseChecks(query: QueryRows, keys: { requireUsable(): Promise<void> }): Record<string, () => Promise<unknown>> {
  return {
    database: () => query('select 1'),
    migrations: () => requireMigrations(query),
    'encryption keys': () => keys.requireUsable(),
  };
}

/** Rejects while the schema is older than this version needs, or while Postgres is unavailable. */
async function requireMigrations(query: QueryRows): Promise<void> {
  const rows = await query('select from migrations where name = $1', [newestMigration]);
  if (rows.length === 0) throw new Error(`The migration ${newestMigration} has not been run.`);
}
