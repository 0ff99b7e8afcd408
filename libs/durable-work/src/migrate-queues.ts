import { tcpKeepAlive } from '@sync/postgres';
import { PostgresConnection } from 'bullmq';
import { queueSchema } from './queue-backend';

/** Brings BullMQ's schema up to date before the queues open, whose connections bound their queries. Waits for a migration that runs elsewhere. */
export async function migrateQueues(databaseUrl: string): Promise<void> {
  const connection = new PostgresConnection({ ...queueSchema(databaseUrl), ...tcpKeepAlive, max: 1, connectionTimeoutMillis: 5_000 });
  try {
    await connection.waitUntilReady();
  } finally {
    void connection.close().catch(() => undefined);
  }
}
