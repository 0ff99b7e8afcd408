import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Pool } from 'pg';

export const deliveryPool = Symbol('deliveryPool');

/** Senders wait for what runs here, so that everything has an end soon: the statement in Postgres, and the wait for a Postgres that hangs. */
export function createDeliveryPool(databaseUrl: string): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 6,
    application_name: 'webhook-ingress',
    options: '-c lock_timeout=2000',
    connectionTimeoutMillis: 2_000,
    statement_timeout: 4_000,
    query_timeout: 5_000,
    keepAlive: true,
  });
  const logger = new Logger('DeliveryPool');
  pool.on('error', (error) => logger.warn({ msg: 'idle database connection lost', error: loggableError(error) }));
  return pool;
}
