import { newestMigration } from '../migrations/newest-migration';

/** Rejects while the schema is older than this version needs, or while Postgres is unavailable. */
export async function requireMigrations(rowsOf: (sql: string, parameters: unknown[]) => Promise<unknown[]>): Promise<void> {
  const rows = await rowsOf('select from migrations where name = $1', [newestMigration]);
  if (rows.length === 0) throw new Error(`The migration ${newestMigration} has not been run.`);
}
