import { newestMigration } from '@sync/domain';
import { freePort } from '@sync/embedded-services';
import { createTestDatabase, DeployedProcess, until, type TestDatabase } from '@sync/test-harness';

const apps = { 'connection-api': 'CONNECTION_API_PORT', 'webhook-ingress': 'WEBHOOK_INGRESS_PORT', 'export-worker': 'EXPORT_WORKER_PORT' };
const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

let database: TestDatabase;
const started: DeployedProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const one of started.splice(0)) await one.kill();
});
afterAll(() => database.stop());

const rename = (from: string, to: string) => database.dataSource.query('update migrations set name = $2 where name = $1', [from, to]);

it.each(Object.entries(apps))('%s is not ready on an older schema, and becomes ready once it is migrated', async (app, port) => {
  const chosen = await freePort();
  await rename(newestMigration, 'missing migration');
  const one = new DeployedProcess(app, `http://127.0.0.1:${chosen}`, {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: key,
    [port]: String(chosen),
  });
  started.push(one);
  const ready = () => fetch(`${one.url}/health/ready`).catch(() => null);
  await until(async () => (await ready())?.status === 503);
  expect(await (await ready())?.json()).toMatchObject({ status: 503, detail: 'Not ready: migrations.' });
  expect((await fetch(`${one.url}/health/live`)).status).toBe(200);
  await rename('missing migration', newestMigration);
  await one.ready();
});
