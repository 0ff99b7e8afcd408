import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

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
    // What is open stays open: whoever finds none waits for one to be opened. A firewall that forgets idle ones is reminded of them.
    idleTimeoutMillis: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const logger = new Logger('DeliveryPool');
  pool.on('error', (error) => logger.warn({ msg: 'idle database connection lost', error: loggableError(error) }));
  return pool;
}

/**
 * A process that stalls while a connection is opened takes that for a Postgres that does not answer, so it is tried once more: a sender
 * that is told 503 may not repeat. Whoever waits for a Postgres that is away waits for a moment or, where it hangs, for four seconds.
 */
export async function askPostgres<R extends QueryResultRow>(pool: Pool, query: QueryConfig): Promise<QueryResult<R>> {
  const client = await pool.connect().catch(() => pool.connect());
  // The query fails of it, too.
  const told = () => undefined;
  client.on('error', told);
  let isGood = false;
  try {
    const result = await client.query<R>(query);
    isGood = true;
    return result;
  } finally {
    client.off('error', told);
    client.release(!isGood);
  }
}
