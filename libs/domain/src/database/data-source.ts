import { DataSource } from 'typeorm';
import { SystemConnection } from '../connections/system-connection.entity';
import { ConnectionTransitions1790000000005 } from '../migrations/connection-transitions';
import { ContentTimes1790000000012 } from '../migrations/content-times';
import { HeldTasks1790000000010 } from '../migrations/held-tasks';
import { InitialSchema1790000000001 } from '../migrations/initial-schema';
import { MovingLists1790000000009 } from '../migrations/moving-lists';
import { RecordTables1790000000002 } from '../migrations/record-tables';
import { SeedSystems1790000000003 } from '../migrations/seed-systems';
import { TokensOfConnection1790000000011 } from '../migrations/tokens-of-connection';
import { Upkeep1790000000007 } from '../migrations/upkeep';
import { WebhookChanges1790000000006 } from '../migrations/webhook-changes';
import { WebhookDeliveries1790000000004 } from '../migrations/webhook-deliveries';
import { WebhookTasks1790000000008 } from '../migrations/webhook-tasks';
import { SyncRule } from '../sync-rules/sync-rule.entity';
import { System } from '../systems/system.entity';
import { Tenant } from '../tenants/tenant.entity';
import { AccessToken } from '../tokens/access-token.entity';
import { ConnectionToken } from '../tokens/connection-token.entity';
import { queryBounds } from './query-bounds';

export const entities = [Tenant, System, SystemConnection, AccessToken, ConnectionToken, SyncRule];
export const migrations = [
  InitialSchema1790000000001,
  RecordTables1790000000002,
  SeedSystems1790000000003,
  WebhookDeliveries1790000000004,
  ConnectionTransitions1790000000005,
  WebhookChanges1790000000006,
  Upkeep1790000000007,
  WebhookTasks1790000000008,
  MovingLists1790000000009,
  HeldTasks1790000000010,
  TokensOfConnection1790000000011,
  ContentTimes1790000000012,
];

export interface DatabaseOptions {
  url: string;
  /** Connections kept at most. */
  poolSize?: number;
  applicationName?: string;
  /** How long a connection is waited for at most. Default 5 s. */
  connectTimeoutMs?: number;
  /** How long a lock is waited for at most: whoever waits keeps a connection of its pool from everybody else. Default: as long as a statement may take. */
  lockTimeoutMs?: number;
  /**
   * How long the answer to a query is waited for at most, whoever keeps it: Postgres itself ends a statement a second before. Default:
   * Postgres ends a statement after 60 s, and for one that hangs is waited without end, as a migration has to.
   */
  answerTimeoutMs?: number;
}

/**
 * A data source of this service's tables. The schema changes by migrations only. A `where` that holds null or undefined
 * throws, because ignoring it would return somebody else's row.
 */
export function createDataSource(options: DatabaseOptions): DataSource {
  const { url, poolSize = 10, applicationName = 'connection-sync', connectTimeoutMs = 5_000 } = options;
  const { lockTimeoutMs: lock_timeout, answerTimeoutMs } = options;
  const bounds = answerTimeoutMs === undefined ? { statement_timeout: 60_000 } : queryBounds(answerTimeoutMs);
  return new DataSource({
    type: 'postgres',
    url,
    entities,
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize,
    applicationName,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    connectTimeoutMS: connectTimeoutMs,
    extra: { ...bounds, lock_timeout, idle_in_transaction_session_timeout: 60_000, keepAlive: true },
  });
}
