import { migrateQueues } from '@sync/durable-work';
import { alignFeedClock } from '@sync/record-store';
import { migrateDatabase } from '@sync/schema';
import { Client } from 'pg';

/**
 * Migrates the database and the queues on it, then aligns the clock of the records feed before any app writes: after a restore into a
 * fresh server, feed positions must not start over. Safe to repeat, and to run from several places at once. The URL must be the owner's.
 */
export async function bringUpToDate(ownerUrl: string): Promise<void> {
  await migrateDatabase(ownerUrl);
  await migrateQueues(ownerUrl);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await alignFeedClock(client);
  } finally {
    await client.end();
  }
}
