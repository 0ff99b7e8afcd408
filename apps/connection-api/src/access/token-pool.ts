import { Logger } from '@nestjs/common';
import { queryBounds } from '@sync/domain';
import { Pool } from 'pg';
import type { LongestWaits } from '../longest-waits';

export const tokenPool = Symbol('tokenPool');

/**
 * A pool for looking up tokens alone. Its commits do not wait for the disk: a crash may lose the last moments of last_used_at,
 * nothing else is written here, and a request is answered in a fraction of the time.
 */
export function createTokenPool(databaseUrl: string, waits: LongestWaits): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    application_name: 'connection-api tokens',
    options: '-c synchronous_commit=off',
    connectionTimeoutMillis: waits.pool,
    ...queryBounds(waits.answer),
    keepAlive: true,
  });
  const logger = new Logger('TokenPool');
  pool.on('error', (error: NodeJS.ErrnoException) => logger.warn({ msg: 'idle database connection lost', code: error.code ?? null }));
  return pool;
}
