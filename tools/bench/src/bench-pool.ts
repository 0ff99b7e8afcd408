import { Pool } from 'pg';

/** Sessions of the benchmark itself. Ignores errors of sessions that end with their Postgres. */
export function benchPool(databaseUrl: string, max: number): Pool {
  return new Pool({ connectionString: databaseUrl, max }).on('error', () => undefined);
}
