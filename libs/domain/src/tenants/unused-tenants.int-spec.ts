import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { eraseUnusedTenants } from './unused-tenants';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

it('unused tenants are erased batch by batch; one that is just being linked stays and ends nothing', async () => {
  const { dataSource } = database;
  await dataSource.query(
    `insert into tenants (id, name, created_at) select gen_random_uuid(), 'unused', now() - interval '40 days' from generate_series(1, 450)`,
  );
  const linking = dataSource.createQueryRunner();
  await linking.startTransaction();
  await linking.query('update tenants set linked_at = now() where id in (select id from tenants order by id limit 250)');
  expect(await eraseUnusedTenants(dataSource, 30)).toBe(200);
  await linking.commitTransaction();
  await linking.release();
  expect(await eraseUnusedTenants(dataSource, 30)).toBe(0);
  expect(await dataSource.query('select count(*)::int as count from tenants')).toEqual([{ count: 250 }]);
});
