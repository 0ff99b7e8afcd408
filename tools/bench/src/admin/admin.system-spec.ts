import { tmpdir } from 'node:os';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { measureAdmin } from './measure-admin';

let database: TestDatabase | undefined;
afterAll(() => database?.stop());

it('compares every list and search of the admin API with plain queries of its table', async () => {
  const createDatabase = async () => (database = await createTestDatabase()).ownerUrl;
  const rows = await measureAdmin({ dataDir: tmpdir(), clock: () => null, createDatabase, stop: () => Promise.resolve() }, 0.002);
  expect(rows.length).toBeGreaterThan(25);
  for (const { what, value, limit } of rows)
    expect({ what, value, limit }).toEqual({ what, value: expect.any(Number) as number, limit: expect.any(Number) as number });
});
