import { Pool } from 'pg';

/** Sessions of the benchmark itself. One that is just ending may be told so once more when its Postgres stops: nobody waits for it. */
export function benchPool(databaseUrl: string, max: number): Pool {
  return new Pool({ connectionString: databaseUrl, max }).on('error', () => undefined);
}
