import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { eraseUnusedTenants } from '../tenants/unused-tenants';
import type { Viewer } from '../visibility/visible-connections';
import { addUpConnectionCounts, countConnections, countVisibleConnections } from './connection-counts';
import { insertConnection, insertConnectionUnlessThere, lockConnection, moveConnection } from './move-connection';
import type { MoveTrigger } from './transitions';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
const allCounts = () => countVisibleConnections(database.dataSource, { role: 'super_admin' });

it('counts connections by status, whatever changes them and however often the changes are added up', async () => {
  const [mine, other, unused] = [uuidv7(), uuidv7(), uuidv7()];
  await sql(`insert into tenants (id, name) values ($1, 'Mine'), ($2, 'Other')`, [mine, other]);
  await sql(`insert into tenants (id, name, created_at) values ($1, 'Unused', now() - interval '40 days')`, [unused]);
  const systems = await sql<{ slug: string; id: string }>('select slug, id from systems');
  const systemOf = (slug: string) => systems.find((system) => system.slug === slug)?.id ?? null;
  const { dataSource } = database;
  const shop = { name: 'Shop', systemId: systemOf('commerce_a') };
  const start = { trigger: 'tenant initiation', actor: 'plugin' } as const;
  const made: string[] = [];
  const make = async (tenantId: string, values: object = shop) => {
    made.push((await insertConnection(dataSource.manager, start, { name: 'Shop', tenantId, ...values })).id);
  };
  for (let index = 0; index < 12; index += 1) await make(mine);
  for (let index = 0; index < 5; index += 1) await make(other);
  await make(mine, {});
  const direct = { name: 'Direct', tenantId: unused, systemId: systemOf('mailing_platform') };
  await insertConnection(dataSource.manager, { trigger: 'direct initialisation', actor: 'plugin' }, direct);
  const registration = { trigger: 'plugin registration', actor: 'plugin' } as const;
  const register = () => insertConnectionUnlessThere(dataSource.manager, registration, { ...shop, storeBase: 'https://shop.example' });
  const claimable = (await register())?.id ?? '';
  expect(await register()).toBeNull();

  const move = (id: string | undefined, trigger: MoveTrigger, values = {}) =>
    dataSource.transaction(async (manager) => {
      const connection = await lockConnection(manager, id ?? '');
      await moveConnection(manager, connection!, { trigger, actor: 'plugin' }, values);
    });
  await Promise.all([
    ...made.slice(0, 4).map((id) => move(id, 'plugin finalisation')),
    addUpConnectionCounts(dataSource),
    move(claimable, 'plugin registration'),
    addUpConnectionCounts(dataSource),
  ]);
  await move(claimable, 'caller finalisation', { tenantId: mine });
  await move(made[17], 'plugin finalisation', { tenantId: mine, systemId: systemOf('commerce_b') });
  await move(made[0], 'breaker opened');
  expect(await eraseUnusedTenants(dataSource, 30)).toBe(1);
  const ended = made.slice(12, 14);
  await sql('update system_connections set deleted_at = now() where id = any($1)', [ended]);
  await countConnections(dataSource, { were: ended.map(() => ({ tenantId: other, systemId: shop.systemId, status: 'pending' })) });
  await Promise.all([addUpConnectionCounts(database.dataSource), addUpConnectionCounts(database.dataSource)]);

  const none = { active: 0, pending: 0, error: 0, inactive: 0, disconnected: 0, uninstalled: 0 };
  const stored = async (condition: string) => {
    const rows = await sql<{ status: string; count: number }>(
      `select status, count(*)::int as count from system_connections where deleted_at is null and ${condition} group by 1`,
    );
    return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
  };
  expect(await allCounts()).toEqual(await stored('true'));
  const seen = (viewer: Viewer) => countVisibleConnections(database.dataSource, viewer);
  const support = { role: 'support', supportedSystemIds: [systemOf('commerce_b') ?? ''] } as const;
  const ofMine = await stored(`tenant_id = '${mine}' and system_id is not null`);
  expect(await seen({ ...support, tenantAccess: 'chosen', accessibleTenantIds: [mine] })).toEqual(ofMine);
  expect(await seen({ ...support, tenantAccess: 'all' })).toEqual(await stored('tenant_id is not null and system_id is not null'));
  const ofSystem = await stored(`tenant_id is not null and system_id = '${systemOf('commerce_b')}'`);
  expect(await seen({ ...support, tenantAccess: 'by_system' })).toEqual(ofSystem);
  expect(ofSystem.active).toBeGreaterThan(0);
  const keys = 'select distinct tenant_id, system_id, status from connection_counts';
  expect(await sql('select from connection_counts')).toHaveLength((await sql(keys)).length);
});
