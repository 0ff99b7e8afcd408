import { AsyncResource } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { tcpKeepAlive } from './query-bounds';

type Connected = Parameters<Pool['connect']>[0];

/**
 * Work that waits for a connection gets it from the work that releases one. Without this, pg would send its statement in the scope of the
 * latter: for another tenant, and as a part of its trace.
 */
class ScopedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (!connected) return super.connect();
    // AsyncResource.bind makes a function and a warning about it each time.
    const work = new AsyncResource('PostgresPool');
    super.connect((...opened: Parameters<Connected>) => work.runInAsyncScope(connected, undefined, ...opened));
  }
}

/**
 * A pool that survives the loss of an idle connection. pg emits `error` on the pool for each one, and without a listener the process
 * would end. Only the code is logged: the message may name hosts and users.
 */
export function createPool(config: PoolConfig & { application_name: string }): Pool {
  const pool = new ScopedPool({ ...tcpKeepAlive, ...config });
  const logger = new Logger('PostgresPool');
  pool.on('error', ({ code }: NodeJS.ErrnoException) =>
    logger.warn({ msg: 'idle database connection lost', pool: config.application_name, code: code ?? null }),
  );
  return pool;
}
