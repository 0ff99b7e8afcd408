import { tmpdir } from 'node:os';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { adminLists, scaleCases } from './cases';
import { measureScale } from './measure-scale';

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.stop())));

it('compares every case on a filled database, and every list of administrators with plain queries', async () => {
  const createDatabase = async () => {
    const database = await createTestDatabase();
    databases.push(database);
    return database.ownerUrl;
  };
  const postgres = { dataDir: tmpdir(), clock: () => NaN, createDatabase, stop: () => Promise.resolve() };
  const rows = await measureScale({ postgres, factor: 0.002 }, 1);
  expect(rows.map(({ what }) => what)).toEqual([...Object.keys(scaleCases), ...Object.keys(adminLists)]);
  for (const { what, ratio } of rows) expect({ what, ratio }).toEqual({ what, ratio: expect.any(Number) as number });
  const counts = 'select (select count(*) from system_connections)::int as connections, (select count(*) from orders)::int as records';
  const [large] = databases.slice(1);
  const [filled] = (await large?.dataSource.query<Record<string, number>[]>(counts)) ?? [];
  expect(filled?.connections).toBeGreaterThanOrEqual(400);
  expect(filled?.records).toBeGreaterThanOrEqual(20_000);
});
