import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@sync/domain';
import { findRedisServer, startEmbeddedPostgres } from '@sync/embedded-services';

export interface TestServices {
  /** URL of the migrated, empty template database. Every spec file gets a copy. */
  templateUrl: string;
  hasRedis: boolean;
  stop(): Promise<void>;
}

/** One Postgres for the whole test run, not durable, because test data is disposable. */
export async function startTestServices(): Promise<TestServices> {
  const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-test-'));
  // As root the server runs under another account, which must be able to read its data.
  chmodSync(dataDir, 0o755);
  const settings = { max_connections: '400', shared_buffers: '128MB', max_prepared_transactions: '10' };
  const postgres = await startEmbeddedPostgres({ dataDir, database: 'template', durable: false, settings });
  await migrateDatabase(postgres.url);
  return {
    templateUrl: postgres.url,
    hasRedis: findRedisServer() !== null,
    stop: async () => {
      await postgres.stop();
      for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
