import { createPool, everyTenantOfIngress, poolSizes, queryBounds } from '@sync/postgres';
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { WebhookIngressConfiguration } from './configuration';

export const deliveryPool = Symbol('deliveryPool');

/** Senders wait for these queries, so each ends soon: Postgres ends the statement, and the client gives up on a Postgres that hangs. */
export function createDeliveryPool({ databaseUrl, databaseIsPooled }: WebhookIngressConfiguration): Pool {
  return createPool({
    connectionString: databaseUrl,
    max: poolSizes.ingress.webhooks,
    application_name: 'webhook-ingress',
    connectionTimeoutMillis: 2_000,
    ...queryBounds(5_000, { isPooled: databaseIsPooled, settings: { ...everyTenantOfIngress, lock_timeout: '2000' } }),
    // Connections stay open, so that no sender waits for one to be opened; keep-alive holds them through firewalls.
    idleTimeoutMillis: 0,
  });
}

/**
 * Connects a second time when the first try fails: a process that stalls meanwhile takes its own pause for a Postgres that does not
 * respond, and a sender that gets 503 may never repeat.
 */
export async function queryPostgres<R extends QueryResultRow>(pool: Pool, query: QueryConfig): Promise<QueryResult<R>> {
  const client = await pool.connect().catch(() => pool.connect());
  let isUsable = false;
  try {
    const result = await client.query<R>(query);
    isUsable = true;
    return result;
  } finally {
    client.release(!isUsable);
  }
}
