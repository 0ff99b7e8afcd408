import { advisoryLocks, tcpKeepAlive } from '@sync/postgres';
import { PostgresConnection } from 'bullmq';
import { queueSchema } from './queue-backend';

/** Also `create`, because BullMQ makes a sequence for each queue when it first uses it. Its tables and functions stay the owner's. */
const grants = `
  begin;
  select pg_advisory_xact_lock(${advisoryLocks.queueGrants});
  grant usage, create on schema queues to sync_serving;
  grant select, insert, update, delete on all tables in schema queues to sync_serving;
  grant usage, select, update on all sequences in schema queues to sync_serving;
  commit`;

/**
 * Brings BullMQ's schema up to date, for queues on Postgres. Belongs to the migration, after that of the service's own tables: the apps
 * may not change a schema. Safe to run again or concurrently: it waits for a migration that runs elsewhere.
 */
export async function migrateQueues(ownerUrl: string): Promise<void> {
  const options = { ...queueSchema(ownerUrl), ...tcpKeepAlive, migrate: true, max: 1, connectionTimeoutMillis: 5_000 };
  const connection = new PostgresConnection(options);
  try {
    await connection.waitUntilReady();
    await connection.pool.query(grants);
  } finally {
    void connection.close().catch(() => undefined);
  }
}
