import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { addUpConnectionCounts, countVisibleConnections } from './connection-counts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
const allCounts = () => countVisibleConnections(database.dataSource, { role: 'super_admin' });

it('counts connections by status, whatever changes them and however often the changes are added up', async () => {
  const [mine, other] = [uuidv7(), uuidv7()];
  await sql(`insert into tenants (id, name) values ($1, 'Mine'), ($2, 'Other')`, [mine, other]);
  const insert = `
    insert into system_connections (id, tenant_id, system_id, name, status)
    select gen_random_uuid(), $1, systems.id, 'c', 'pending' from generate_series(1, $2), systems where slug = 'commerce_a'`;
  await sql(insert, [mine, 12]);
  await sql(insert, [other, 5]);
  const change = async (to: string, limit: number) =>
    sql(
      `update system_connections set ${to} where id in (select id from system_connections where status = 'pending' order by id limit $1)`,
      [limit],
    );
  await Promise.all([
    change(`status = 'active'`, 4),
    addUpConnectionCounts(database.dataSource),
    change(`name = 'renamed'`, 3),
    addUpConnectionCounts(database.dataSource),
  ]);
  await change(`status = 'error', deleted_at = now()`, 2);
  await sql(
    `update system_connections set deleted_at = null where status = 'error' and id = (select max(id::text)::uuid from system_connections where status = 'error')`,
  );
  await sql(`update system_connections set tenant_id = $1 where tenant_id = $2 and status = 'pending'`, [mine, other]);
  await sql(
    `update system_connections set system_id = null where id = (select id from system_connections where status = 'active' limit 1)`,
  );
  await sql(`delete from system_connections where id in (select id from system_connections where status = 'active' limit 1)`);
  await Promise.all([addUpConnectionCounts(database.dataSource), addUpConnectionCounts(database.dataSource)]);

  const none = { active: 0, pending: 0, error: 0, inactive: 0, disconnected: 0, uninstalled: 0 };
  const stored = async (condition: string) => {
    const rows = await sql<{ status: string; count: number }>(
      `select status, count(*)::int as count from system_connections where deleted_at is null and ${condition} group by 1`,
    );
    return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
  };
  expect(await allCounts()).toEqual(await stored('true'));
  const support = { role: 'support', accessibleTenantIds: [mine], supportedSystemIds: [] } as const;
  expect(await countVisibleConnections(database.dataSource, support)).toEqual(
    await stored(`tenant_id = '${mine}' and system_id is not null`),
  );
  const keys = 'select distinct tenant_id, system_id, status from connection_counts';
  expect(await sql('select from connection_counts')).toHaveLength((await sql(keys)).length);
});
