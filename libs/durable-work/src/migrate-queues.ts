import { advisoryLocks, tcpKeepAlive } from '@sync/postgres';
import { PostgresConnection } from 'bullmq';
import { queueSchema } from './queue-backend';
import { taskQueueNames } from './task-map';

const logins = 'sync_serving, sync_ingress, sync_admin';

/** BullMQ would make a sequence for each queue when it first uses it: as one login, and the others could not use it. */
const sequenceOf = (queue: string) => `
  do $$ begin execute format('create sequence if not exists queues.%I', queues.job_id_seq_name('${queue}')); end $$;`;

const grants = `
  begin;
  select pg_advisory_xact_lock(${advisoryLocks.queueGrants});
  ${taskQueueNames.map(sequenceOf).join('')}
  grant usage on schema queues to ${logins};
  grant select, insert, update, delete on all tables in schema queues to ${logins};
  grant usage, select, update on all sequences in schema queues to ${logins};
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
