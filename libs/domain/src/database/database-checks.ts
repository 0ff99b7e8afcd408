import type { QueryRows } from '@sync/postgres';
import { requireMigrations } from './require-migrations';

/** Readiness checks of every app: Postgres responds, has the schema of this version, and its credentials open with this key ring. */
export function databaseChecks(query: QueryRows, keys: { requireUsable(): Promise<void> }): Record<string, () => Promise<unknown>> {
  return {
    database: () => query('select 1'),
    migrations: () => requireMigrations(query),
    'encryption keys': () => keys.requireUsable(),
  };
}
