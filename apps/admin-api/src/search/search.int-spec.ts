import { openShop } from '@sync/record-store';
import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../testing/admin-api-under-test';
import { AdminScene } from '../testing/admin-scene';
import type { SearchResults } from './search-representation';

const person = 'Erika@Example.test';

describe('POST /api/admin/search', () => {
  let scene: AdminScene;
  /** Of one company: a shop of a system that the support user supports, and one of another system. Then a shop of another company. */
  let shops: { own: string; otherSystem: string; foreign: string };
  let tenants: { own: string; foreign: string };
  let support: Actor;
  /** By their name below, of each shop. */
  const ids: Record<string, Record<keyof typeof shops, string>> = {};

  const find = async (text: string, { token }: Actor = support) => {
    const { status, body } = await scene.api.ask<SearchResults>('POST', '/api/admin/search', { token, body: { text } });
    expect(status).toBe(200);
    return body.data;
  };
  /** By kind, in which connections. */
  const places = async (text: string, as: Actor = support) =>
    Object.fromEntries((await find(text, as)).map(({ kind, hits }) => [kind, hits.map(({ connection }) => connection?.id).sort()]));

  /** Each shop has the same customer, order and number, as real shops do; and one of everything that an id names. */
  const fill = async (name: keyof typeof shops) => {
    const connectionId = shops[name];
    const add = async (what: string, table: string, columns: string, values: string, ...more: unknown[]) => {
      const id = uuidv7();
      (ids[what] ??= {} as Record<keyof typeof shops, string>)[name] = id;
      await scene.api.query(`insert into ${table} (id, ${columns}) values ($1, ${values})`, [id, connectionId, ...more]);
    };
    const kept = 'shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes';
    const stored = `$2, gen_random_uuid(), 1, '7', 'commerce_b', '', '', '[]', '[]'`;
    await add('customers', 'customers', `${kept}, email`, `${stored}, $3`, person);
    await add('products', 'products', `${kept}, name, status, categories`, `${stored}, 'Tea', 'active', '[]'`);
    const order = `${kept}, total, status, currency, line_items, source_order_number, address_billing`;
    await add('orders', 'orders', order, `${stored}, 1, 'completed', 'EUR', '[]', 'N-1001', $3`, { email: person.toUpperCase() });
    await add(
      'sync_runs',
      'sync_runs',
      'system_connection_id, capability, mode, status, tenant_id, system_id',
      `$2, 'orders', 'full', 'succeeded', ${placedAt('$2')}`,
    );
    await add(
      'failed_tasks',
      'tasks',
      'queue, name, payload, system_connection_id, state, max_attempts, tenant_id, system_id',
      `'webhooks', 'process-webhook', '{}', $2, 'failed', 5, ${placedAt('$2')}`,
    );
    await add(
      'webhook_endpoints',
      'webhook_endpoints',
      'system_connection_id, tenant_id, url, status, secrets',
      `$2, (select tenant_id from system_connections where id = $2), 'https://hooks.example/in?token=secret', 'enabled', 'v1.x'`,
    );
  };

  beforeAll(async () => {
    scene = await AdminScene.set();
    tenants = { own: await scene.tenant('Quiet Harbour 4821'), foreign: await scene.tenant('Loud Harbour 17') };
    shops = {
      own: await scene.connection({ tenantId: tenants.own, baseUrl: 'https://tea.example' }),
      otherSystem: await scene.connection({ tenantId: tenants.own, system: 'commerce_a', baseUrl: 'https://tea.example/a' }),
      foreign: await scene.connection({ tenantId: tenants.foreign, baseUrl: 'https://tea.example/b' }),
    };
    await scene.api.query(`update system_connections set name = 'Samovar'`);
    for (const name of ['own', 'otherSystem', 'foreign'] as const) {
      await openShop(scene.api.database.dataSource, shops[name]);
      await fill(name);
    }
    support = await scene.support([tenants.own], 'commerce_b');
  });
  afterAll(() => scene.api.stop());

  it.each([
    ['a part of the name of companies', 'harbour', ['tenants', 'connections']],
    ['a part of an address', 'TEA.exam', ['connections']],
    ['a part of the name of a connection', 'samovar', ['connections']],
    ['an e-mail address, in any case', 'erika@EXAMPLE.test', ['customers', 'orders']],
    ['the number of an order', 'N-1001', ['orders']],
    ['the same with its mark', ' #N-1001 ', ['orders']],
    ['a part of a number', 'N-100', []],
    ['a part of an e-mail address', 'erika@example', []],
    ['nothing for a text without a match', 'no such thing', []],
  ])('finds %s, for a support user only where it sees the connection in full', async (_what, text, kinds) => {
    const everyone = Object.values(shops).sort();
    const expected = (of: (string | undefined)[]) =>
      Object.fromEntries(kinds.map((kind) => [kind, kind === 'tenants' ? of.map(() => undefined).slice(0, of.length === 1 ? 1 : 2) : of]));
    expect(await places(text)).toEqual(expected([shops.own]));
    expect(await places(text, scene.admin)).toEqual(expected(everyone));
  });

  it('finds everything by its id, and nothing that the user may not see', async () => {
    for (const [kind, { own, ...others }] of Object.entries({ ...ids, connections: shops })) {
      expect([kind, await places(own)]).toEqual([kind, { [kind]: [shops.own] }]);
      for (const [name, id] of Object.entries(others)) {
        expect([kind, name, await find(id)]).toEqual([kind, name, []]);
        expect(await places(id, scene.admin)).toEqual({ [kind]: [shops[name as keyof typeof shops]] });
      }
    }
    expect(await find(tenants.own)).toMatchObject([{ kind: 'tenants', hits: [{ id: tenants.own, name: 'Quiet Harbour 4821' }] }]);
    expect(await find(tenants.foreign)).toEqual([]);
    expect(await find(uuidv7())).toEqual([]);
  });

  it('says where a hit belongs, of a connection how it is, and nothing of what it holds', async () => {
    const place = {
      connection: { id: shops.own, name: 'Samovar' },
      tenant: { id: tenants.own, name: 'Quiet Harbour 4821' },
      status: null,
      status_reason: null,
    };
    const reason = { code: 'blocked', message: 'A firewall responds.', since: '2026-01-05T12:00:00.000Z' };
    await scene.api.query('update system_connections set status_reason = $2 where id = $1', [shops.own, reason]);
    const itself = { ...place, id: shops.own, name: 'Samovar', status: 'active', status_reason: reason };
    expect(await find('samovar')).toEqual([{ kind: 'connections', hits: [itself], has_more: false }]);
    await scene.api.query('update system_connections set status_reason = null where id = $1', [shops.own]);
    expect(await find(person)).toEqual([
      { kind: 'customers', hits: [{ id: '7', name: '7', ...place }], has_more: false },
      { kind: 'orders', hits: [{ id: '7', name: 'N-1001', ...place }], has_more: false },
    ]);
    const [endpoint] = await find(ids.webhook_endpoints!.own);
    expect(endpoint?.hits[0]?.name).toBe('https://hooks.example/in');
  });

  it('shows five of each kind and says that there are more', async () => {
    await scene.api.query(
      `insert into customers (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, email)
       select gen_random_uuid(), $1, gen_random_uuid(), 1, 'many-' || n, 'commerce_b', '', '', '[]', '[]', 'many@example.test' from generate_series(1, 6) n`,
      [shops.own],
    );
    const [found] = await find('many@example.test');
    expect([found?.hits.length, found?.has_more]).toEqual([5, true]);
  });

  it('finds nothing of a person that was erased, nor of a connection that is gone', async () => {
    await scene.api.query(`update customers set email = null where shop_id = $1 and source_id = '7'`, [shops.own]);
    await scene.api.query(`update orders set address_billing = null where shop_id = $1`, [shops.own]);
    expect(await find(person)).toEqual([]);
    await scene.api.query('update system_connections set deleted_at = now() where id = $1', [shops.own]);
    expect(await find('N-1001')).toEqual([]);
  });

  it.each(['', 'ab', '  a ', 'x'.repeat(255), null, 7])('refuses %j', async (text) => {
    const { status, body } = await scene.api.ask('POST', '/api/admin/search', { token: support.token, body: { text } });
    expect([status, body]).toMatchObject([422, { errors: [{ pointer: '/text' }] }]);
  });

  it('leaves no trace of the text in the audit log', async () => {
    expect(await scene.audited(support)).toEqual([]);
  });
});
