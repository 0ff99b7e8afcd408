import type { ColumnOptions, DataSourceOptions } from 'typeorm';
import { queryBounds, sessionSettings, tcpKeepAlive } from './query-bounds';
import { everyTenant, type SessionSettings } from './tenant-scope';

export interface DatabaseOptions {
  url: string;
  /** Whether the url leads to a pooler that gives each transaction another session. Only with `queryTimeoutMs`. Default false. */
  isPooled?: boolean;
  /** Maximum number of connections. Default 10. */
  poolSize?: number;
  applicationName?: string;
  /** Default 5 s. */
  connectTimeoutMs?: number;
  /** A session that waits for a lock occupies a connection of its pool. Default: the statement timeout. */
  lockTimeoutMs?: number;
  /**
   * Total time for a query, enforced by the client; Postgres itself ends the statement a second earlier. Every app sets it, and works for
   * all tenants unless it says `forTenant`. Default: the rights of the url's role, and Postgres ends a statement after 60 s, and the client waits for a hanging Postgres without end, as a migration must.
   */
  queryTimeoutMs?: number;
  /** Only with `queryTimeoutMs`: what its sessions begin with, to see the rows of all tenants. Default `everyTenant`. */
  allTenantsAs?: SessionSettings;
}

/**
 * Options of a data source for this service's tables. Only migrations change the schema. A `where` with null or undefined throws, because
 * ignoring it would return a row of another tenant.
 */
export function dataSourceOptions(options: DatabaseOptions) {
  const { url, isPooled, poolSize = 10, applicationName = 'connection-sync', connectTimeoutMs = 5_000 } = options;
  const { lockTimeoutMs, queryTimeoutMs, allTenantsAs = everyTenant } = options;
  const settings: Record<string, string> = lockTimeoutMs === undefined ? {} : { lock_timeout: String(lockTimeoutMs) };
  const unbounded = {
    ...tcpKeepAlive,
    ...sessionSettings(settings),
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  };
  const bounds =
    queryTimeoutMs === undefined ? unbounded : queryBounds(queryTimeoutMs, { isPooled, settings: { ...allTenantsAs, ...settings } });
  return {
    type: 'postgres',
    url,
    synchronize: false,
    poolSize,
    applicationName,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    connectTimeoutMS: connectTimeoutMs,
    extra: bounds,
  } as const satisfies DataSourceOptions;
}

/** Of numbers below 2^53. pg gives a bigint as text. */
export const bigintAsNumber: ColumnOptions['transformer'] = {
  from: (stored: string | null) => (stored === null ? null : Number(stored)),
  to: (value: unknown) => value,
};
