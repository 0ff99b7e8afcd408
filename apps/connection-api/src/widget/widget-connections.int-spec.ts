import { initialise, link, register, startHandshake, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import { Shop } from '../testing/shop';

interface Shown {
  id: string;
  status: string;
  grace_deadline: string | null;
  records: Record<string, number>;
  actions: string[];
}

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let id: string;
let pluginToken: string;
const { become, disconnect } = linkedConnection((scene) => ({ api, shop, owner, id, token: pluginToken } = scene));

const at = '/api/widget/connections';
const list = async (query = '', token = owner.token) =>
  (await api.get<{ data: Shown[]; next_cursor: string | null }>(at + query, token)).body;
const own = async (token: string) => (await api.get<Shown>('/api/widget/connection', token)).body;
const issue = async () => (await api.ask<{ widget_token: string }>('POST', `${at}/${id}/widget-tokens`, { token: owner.token })).body;

describe('GET /api/widget/connections', () => {
  it('shows the shops of the tenant with what the widgets need, and no configuration, meta or secret', async () => {
    const { data, next_cursor } = await list();
    expect([data.map((one) => one.id), next_cursor]).toEqual([[id], null]);
    expect(data[0]).toEqual({
      id,
      status: 'active',
      name: `Commerce A, ${new URL(shop.url).host}`,
      system: { slug: 'commerce_a', name: 'Commerce A', capabilities: ['customers', 'orders', 'products'] },
      base_url: shop.url,
      status_reason: null,
      last_attempt: null,
      last_synced_at: null,
      sync: null,
      created_at: expect.stringMatching(/Z$/),
      last_connected_at: expect.stringMatching(/Z$/),
      disconnected_at: null,
      grace_deadline: null,
      records: { customers: 0, orders: 0, products: 0 },
      actions: ['disconnect', 'uninstall'],
    });
  });

  it('holds failing and disconnected shops; no direct, pending or replaced connection, and none of another tenant', async () => {
    const [second, foreign] = [await Shop.start(), await Shop.start()];
    await startHandshake(api, owner.token);
    await link(api, await initialise(api), foreign);
    await link(api, owner, second);
    const { id: newer } = await link(api, owner, second);
    await disconnect();
    await api.query(`update system_connections set status = 'error' where id = $1`, [newer]);
    expect((await list()).data).toMatchObject([
      { id, status: 'disconnected', status_reason: { code: 'disconnected' }, actions: ['reconnect', 'uninstall'] },
      { id: newer, status: 'error', actions: ['disconnect', 'reconnect', 'uninstall'] },
    ]);
    await Promise.all([second.stop(), foreign.stop()]);
  });

  it('is narrowed by system, and paged', async () => {
    const other = await Shop.start();
    const { id: newer } = await link(api, owner, other);
    expect((await list('?system=commerce_b')).data).toEqual([]);
    expect((await list('?system=mailing_platform')).data).toEqual([]);
    expect((await list('?system=commerce_a')).data.map((one) => one.id)).toEqual([id, newer]);
    const first = await list('?limit=1');
    expect(first.data.map((one) => one.id)).toEqual([id]);
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([second.data.map((one) => one.id), second.next_cursor]).toEqual([[newer], null]);
    expect((await api.get(`${at}?limit=21`, owner.token)).status).toBe(422);
    await other.stop();
  });

  it('counts stored records without deleted ones', async () => {
    await api.query(
      `insert into customers (id, shop_id, content_hash, feed_position, deleted_at, source_id, system, created_at, updated_at, tags, custom_attributes, email)
       select gen_random_uuid(), $1, gen_random_uuid(), n, case n when 3 then now() end, n::text, 'commerce_a', '', '', '[]', '{}', ''
       from generate_series(1, 3) n`,
      [id],
    );
    expect((await list()).data[0]!.records).toEqual({ customers: 2, orders: 0, products: 0 });
    expect((await own(pluginToken)).records).toEqual({ customers: 2, orders: 0, products: 0 });
  });
});

describe('GET /api/widget/connection', () => {
  it.each([
    ['active', ['disconnect', 'uninstall']],
    ['pending', ['disconnect', 'uninstall']],
    ['error', ['disconnect', 'reconnect', 'uninstall']],
    ['disconnected', ['reconnect', 'uninstall']],
    ['inactive', ['uninstall']],
  ])('of a plugin whose connection is %s: it may %p', async (status, actions) => {
    await become(status);
    expect(await own(pluginToken)).toMatchObject({ id, status, actions });
  });

  it('offers no reconnect after the grace period, nor for a connection that no tenant has claimed', async () => {
    await become('disconnected', '31 days');
    expect((await own(pluginToken)).actions).toEqual(['uninstall']);
    const other = await Shop.start();
    const { widgetToken } = await register(api, other);
    await api.query(`update system_connections set status = 'error' where base_url = $1`, [other.url]);
    expect((await own(widgetToken)).actions).toEqual(['disconnect', 'uninstall']);
    await other.stop();
  });

  it('of a token that only shows settings, and of a direct connection: it may do nothing', async () => {
    expect(await own((await issue()).widget_token)).toMatchObject({ id, actions: [] });
    expect(await own(owner.token)).toMatchObject({ id: owner.connectionId, actions: [] });
  });
});

it('a page gets a token for the settings of the shop, and for nothing else', async () => {
  const { widget_token: token } = await issue();
  expect((await api.get('/api/widget/configuration', token)).status).toBe(200);
  expect((await api.ask('POST', '/api/widget/connection/disconnect', { token })).status).toBe(403);
});
