import type { RequestTimeouts } from '@sync/http-api';
import { createPool, everyTenant, keptPlans, poolSizes, queryBounds } from '@sync/postgres';
import type { Pool } from 'pg';
import type { ConnectionApiConfiguration } from '../configuration';

export const tokenPool = Symbol('tokenPool');

/**
 * A pool for token look-ups only. Each session plans its few statements once. Its commits do not wait for the disk, which makes a request
 * several times faster: a crash may lose the latest values of last_used_at, and nothing else is written here.
 */
export function createTokenPool(configuration: ConnectionApiConfiguration, { poolMs, queryMs }: RequestTimeouts): Pool {
  return createPool({
    connectionString: configuration.databaseUrl,
    max: poolSizes.connectionApi.tokens,
    application_name: 'connection-api tokens',
    connectionTimeoutMillis: poolMs,
    ...queryBounds(queryMs, {
      isPooled: configuration.databaseIsPooled,
      settings: { ...everyTenant, ...keptPlans, plan_cache_mode: 'force_generic_plan', synchronous_commit: 'off' },
    }),
  });
}
