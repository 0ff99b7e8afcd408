import { migrateDatabase } from '@sync/domain';
import { alignFeedClock } from '@sync/record-store';
import { Client } from 'pg';

/**
 * Migrates the database, then aligns the clock of the records feed before any app writes: after a restore into a fresh server, feed positions
 * must not start over. Safe to repeat, and to run from several places at once.
 */
export async function bringUpToDate(databaseUrl: string): Promise<void> {
  await migrateDatabase(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await alignFeedClock(client);
  } finally {
    await client.end();
  }
}
