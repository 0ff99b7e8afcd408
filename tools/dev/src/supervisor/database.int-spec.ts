import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { openDatabase } from './database';
import { readSettings } from './settings';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

it.each([
  ['64', /^Postgres allows \d+, and the apps need 4\d{3}\. Raise max_connections, or lower EXPORT_WORKERS/],
  ['1', null],
])('a Postgres that was given is compared with the pools of the apps and %s workers', async (workers, notice) => {
  const opened = await openDatabase(readSettings({ DATABASE_URL: database.ownerUrl, EXPORT_WORKERS: workers }));
  if (notice) expect(opened.notice).toMatch(notice);
  else expect(opened.notice).toBeNull();
  await opened.stop();
});
