import { Logger } from '@nestjs/common';
import { Pool, type PoolConfig } from 'pg';
import { tcpKeepAlive } from './query-bounds';

/**
 * A pool that survives the loss of an idle connection. pg emits `error` on the pool for each one, and without a listener the process
 * would end. Only the code is logged: the message may name hosts and users.
 */
export function createPool(config: PoolConfig & { application_name: string }): Pool {
  const pool = new Pool({ ...tcpKeepAlive, ...config });
  const logger = new Logger('PostgresPool');
  pool.on('error', ({ code }: NodeJS.ErrnoException) =>
    logger.warn({ msg: 'idle database connection lost', pool: config.application_name, code: code ?? null }),
  );
  return pool;
}
