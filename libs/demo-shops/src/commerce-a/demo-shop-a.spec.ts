import { control } from '../testing/control';
import { Listener } from '../testing/listener';
import { expectLikeRecorded } from '../testing/recorded-response';
import { shopOfATest } from '../testing/shop-of-a-test';
import { customerOwnedKey } from './access';
import { DemoShopA, type DemoShopAOptions } from './demo-shop-a';
import records from './recorded/records.json';
import recorded from './recorded/responses.json';

const rest = '/wp-json/wc/v3';
const check = '/wp-json/service-connector/v1/connectivity-check';

type Json = Record<string, unknown>;

describe('demo shop A', () => {
  const { begin, shop } = shopOfATest<DemoShopAOptions, DemoShopA>(DemoShopA.start);
  const key = (keys = {}) => {
    const { consumer_key, consumer_secret } = { ...shop().credentials, ...keys };
    return { authorization: `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}` };
  };
  const get = (path: string, headers: Record<string, string> = key(), method = 'GET') =>
    fetch(shop().url + path, { headers, method, redirect: 'manual' });
  const list = async (path: string) => (await (await get(`${rest}/${path}`)).json()) as Json[];
  const post = (body: string) => fetch(shop().url + check, { method: 'POST', body });
  const pages = async (path: string) => (await get(`${rest}/${path}`)).headers.get('x-wp-totalpages');

  it('lists only the ids of `include` and shows only the fields of `_fields`, with the totals of that list', async () => {
    await begin();
    const [newest = 0, second = 0] = shop().ids('orders');
    expect(await list(`orders?include=${second},${newest},999999&per_page=100&_fields=id,status`)).toEqual(
      [newest, second].map((id) => ({ id, status: shop().record('orders', id).status })),
    );
    expect(await pages(`orders?include=${second},${newest},999999&per_page=1`)).toBe('2');
    expect(Object.keys((await list('products?_fields=id,date_created_gmt,nope'))[0] ?? {})).toEqual(['id', 'date_created_gmt']);
  });

  describe('responds like a recorded shop', () => {
    const orders = `${rest}/orders?page=1&per_page=50`;
    const id = '7f0f7a5e-0d2e-4a6b-9f0b-3a0a4f1b2c3d';
    const checked = (token: string) => post(JSON.stringify({ connection_token: token, connection_id: id }));

    it.each<[keyof typeof recorded, () => Promise<Response>]>([
      ['orders-page-001', () => get(orders)],
      ['orders-page-beyond-end', () => get(`${rest}/orders?page=4&per_page=50`)],
      ['products-page-beyond-end', () => get(`${rest}/products?page=3&per_page=50`)],
      ['orders-modified-after-bad-word', () => get(`${orders}&modified_after=not-a-date`)],
      ['bad-param-per-page-101-orders', () => get(`${rest}/orders?page=1&per_page=101`)],
      ['auth-wrong-key-orders', () => get(orders, key({ consumer_key: 'ck_wrong' }))],
      ['auth-wrong-key-orders', () => get(orders, {})],
      ['auth-wrong-secret-orders', () => get(orders, key({ consumer_secret: 'cs_wrong' }))],
      ['auth-customer-owned-orders', () => get(orders, key(customerOwnedKey))],
      ['no-route', () => get(`${rest}/nothing`)],
      ['connectivity-check-200', () => checked(shop().credentials.connection_token)],
      ['connectivity-check-401', () => checked('wrong')],
      ['connectivity-check-invalid-json', () => post('{"connection_token":')],
    ])('%s', async (name, ask) => {
      await begin({ describesPlugin: false });
      await expectLikeRecorded(await ask(), recorded[name]);
    });

    it('during maintenance', async () => {
      (await begin()).setFaults([{ kind: 'status', status: 503, retryAfter: '600' }]);
      await expectLikeRecorded(await get(orders), recorded['variant-maintenance-orders']);
    });

    it.each(['customers', 'products', 'orders'] as const)('%s: the fields of recorded records, in their order', async (collection) => {
      await begin();
      const shapes = new Set(records[collection].map((row) => Object.keys(JSON.parse(row) as Json).join()));
      for (const record of await list(`${collection}?per_page=100`)) expect(shapes).toContain(Object.keys(record).join());
    });
  });

  it('requires both fields of a connectivity check, and POST', async () => {
    await begin();
    expect([(await post('{"connection_id":"x"}')).status, (await get(check)).status]).toEqual([400, 404]);
  });

  it.each([
    ['orders?per_page=50', '3'],
    ['orders?per_page=50&page=4', '0'],
    ['products?per_page=50&page=3', '2'],
    ['customers?per_page=50', '0'],
  ])('reports the number of pages of %s, an empty list and a page beyond the end included: %s', async (path, total) => {
    await begin({ customers: 0 });
    expect(await pages(path)).toBe(total);
    expect(await (await get(`${rest}/${path}`, key(), 'HEAD')).text()).toBe('');
  });

  it.each([null, '1000000000'])('falsifies the number of pages: %j', async (value) => {
    (await begin()).setFaults([{ kind: 'total-pages', value }]);
    expect(await pages('orders')).toBe(value);
  });

  it('lists orders newest first, without trashed ones, which can still be read', async () => {
    await begin();
    const dates = (await list('orders?per_page=100')).map(({ date_created_gmt }) => String(date_created_gmt));
    expect(dates).toEqual([...dates].sort().reverse());
    shop().remove('orders', 1001);
    expect((await list('orders?per_page=100&page=2')).map(({ id }) => id)).not.toContain(1001);
    const statuses = [1001, 999_999].map(async (id) => (await get(`${rest}/orders/${id}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
  });

  it('reads modified_after strictly for orders and products, and ignores it for customers', async () => {
    await begin();
    const border = String((await list('orders?per_page=100'))[60]?.date_modified_gmt);
    const found = await list(`orders?per_page=100&modified_after=${border}Z`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ date_modified_gmt }) => String(date_modified_gmt) > border)).toBe(true);
    expect(await list('customers?per_page=100&modified_after=not-a-date')).toHaveLength(70);
    // Unescaped in the address, a plus is a space.
    for (const text of ['2025-01-01', '', '1750000000', '2025-01-01T00:00:00z', '2025-01-01T00:00:00+00:00'])
      expect({ text, status: (await get(`${rest}/orders?modified_after=${text}`)).status }).toEqual({ text, status: 400 });
  });

  it('reads fractional seconds of modified_after as shop-local time for orders, not for products', async () => {
    await begin();
    const soon = new Date(Date.now() + 1_800_000).toISOString();
    shop().add('orders');
    shop().add('products');
    expect(await list(`orders?modified_after=${soon}`)).toHaveLength(1);
    expect(await list(`products?modified_after=${soon}`)).toHaveLength(0);
  });

  it('keeps the quirks of real records', async () => {
    await begin();
    const [customers, orders] = [await list('customers?per_page=100'), await list('orders?per_page=100')];
    expect(customers.some(({ date_modified }) => date_modified === null)).toBe(true);
    expect(orders.some(({ customer_id }) => customer_id === 0)).toBe(true);
    const lines = orders.flatMap(({ line_items }) => line_items as Json[]);
    expect(lines.some(({ product_id, sku }) => product_id === 0 && sku === null)).toBe(true);
    expect(lines.some(({ price }) => /\.\d{4,}$/.test(String(price)))).toBe(true);
    const [{ date_created, date_created_gmt }] = orders as [Json];
    const hours = (Date.parse(`${String(date_created)}Z`) - Date.parse(`${String(date_created_gmt)}Z`)) / 3_600_000;
    expect([1, 2]).toContain(hours);
  });

  it('refers to its own customers and products; the sums of an order fit', async () => {
    await begin();
    const known = { customers: new Set(shop().ids('customers')), products: new Set(shop().ids('products')) };
    const cents = (amount: unknown) => Math.round(Number(amount) * 100);
    for (const order of await list('orders?per_page=100')) {
      expect(order.customer_id === 0 || known.customers.has(order.customer_id as number)).toBe(true);
      const lines = order.line_items as Json[];
      for (const { product_id } of lines) expect(product_id === 0 || known.products.has(product_id as number)).toBe(true);
      const parts = [...lines, ...(order.shipping_lines as Json[]), ...(order.fee_lines as Json[])].map(({ total }) => cents(total));
      expect(parts.reduce((sum, part) => sum + part, cents(order.total_tax))).toBe(cents(order.total));
    }
  });

  it('shows its home page in place of the REST interface with plain permalinks', async () => {
    await begin({ plainPermalinks: true });
    expect((await get(`${rest}/orders`)).status).toBe(301);
    const responses = [await get('/wp-json/', {}), await post('{}')];
    for (const { status, headers } of responses) expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  });

  it('shows its settings to all, its webhooks to the key only, and their secrets never', async () => {
    await begin();
    expect(await (await get('/wp-json/', {})).json()).toMatchObject({
      timezone_string: 'Europe/Berlin',
      namespaces: expect.arrayContaining(['wc/v3']),
    });
    await shop().webhooks.create({ deliveryUrl: 'http://127.0.0.1:9/hooks', topics: ['order.updated'], secret: 'plover' });
    const text = await (await get(`${rest}/webhooks?per_page=100`)).text();
    expect(JSON.parse(text)).toMatchObject([{ topic: 'order.updated', status: 'active', delivery_url: 'http://127.0.0.1:9/hooks' }]);
    expect(text).not.toContain('plover');
    expect((await get(`${rest}/webhooks`, {})).status).toBe(401);
  });

  it('sets up webhooks again from outside its process, in place of those that deliver there', async () => {
    await begin();
    const receiver = await Listener.start();
    for (const _ of [1, 2]) await control(shop(), 'renew-webhooks', { delivery_url: receiver.url });
    await control(shop(), 'remove', { collection: 'products', id: shop().ids('products')[0] });
    await shop().webhooks.settled();
    expect(await (await control(shop(), 'webhooks')).json()).toMatchObject({ counters: { due: 1, accepted: 1 } });
    await receiver.stop();
  });
});
