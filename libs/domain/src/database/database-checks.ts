import { requireMigrations } from './require-migrations';

/** Readiness checks of every app: Postgres responds and has the schema of this version. */
export function databaseChecks(query: (sql: string, parameters?: unknown[]) => Promise<unknown[]>): Record<string, () => Promise<unknown>> {
  return { database: () => query('select 1'), migrations: () => requireMigrations(query) };
}
