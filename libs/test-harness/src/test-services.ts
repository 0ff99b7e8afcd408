import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateQueues } from '@sync/durable-work';
import { startEmbeddedPostgres, startPgBouncer } from '@sync/embedded-services';
import { migrateDatabase, openServingLogins } from '@sync/schema';
import { Client } from 'pg';
import { freeDatabasesTable, stateOf, type DatabaseState } from './recycled-databases';

export interface TestServices {
  /** URL of the migrated, empty template database. Every spec file gets a copy. */
  templateUrl: string;
  /** The same as the role of the apps. */
  servingUrl: string;
  /** Of the template. */
  state: DatabaseState;
  /** host:port of a pooler before it, if TEST_POOLER=1 asks for one. */
  poolerAddress: string | null;
  stop(): Promise<void>;
}

/** Triggers of tests may write into tables of tests. */
const mayUseTablesOfTests = ['tables', 'sequences']
  .map((kind) => `alter default privileges grant all on ${kind} to sync_serving, sync_all_tenants, sync_ingress, sync_admin`)
  .join('; ');
/** Tests reach each app's database by one login. Every app takes the role that it has in a deployment, so a missing grant fails its test. */
const mayTakeEveryRole = 'grant sync_ingress, sync_admin to sync_serving';

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** One Postgres for the whole test run, not durable, because test data is disposable. */
export async function startTestServices(): Promise<TestServices> {
  const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-test-'));
  // As root the server runs under another account, which must be able to read its data.
  chmodSync(dataDir, 0o755);
  const settings = { max_connections: '400', shared_buffers: '128MB', max_prepared_transactions: '10' };
  const postgres = await startEmbeddedPostgres({ dataDir, database: 'template', durable: false, settings });
  await migrateDatabase(postgres.url);
  await migrateQueues(postgres.url);
  await withClient(postgres.url, (client) => client.query(`${mayUseTablesOfTests}; ${mayTakeEveryRole}`));
  const { 'connection-api': servingUrl } = await openServingLogins(postgres.url);
  const state = await withClient(postgres.url, stateOf);
  await withClient(Object.assign(new URL(postgres.url), { pathname: '/postgres' }).href, (client) => client.query(freeDatabasesTable));
  const pooler = process.env.TEST_POOLER === '1' ? await startPgBouncer({ serverUrl: servingUrl, poolSize: 20 }) : null;
  return {
    templateUrl: postgres.url,
    servingUrl,
    state,
    poolerAddress: pooler && new URL(pooler.through(servingUrl)).host,
    stop: async () => {
      await pooler?.stop();
      await postgres.stop();
      for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
