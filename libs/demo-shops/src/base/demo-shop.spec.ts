import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '../commerce-a/demo-shop-a';
import { DemoShopB } from '../commerce-b/demo-shop-b';
import { control } from '../testing/control';
import { shopOfATest } from '../testing/shop-of-a-test';
import type { DemoShopOptions } from './demo-shop';

const authorization = (...pair: string[]) => ({ authorization: `Basic ${Buffer.from(pair.join(':')).toString('base64')}` });

type Shop = DemoShopA | DemoShopB;
type Rows = { id: number }[];

const platforms = [
  {
    title: 'A',
    start: (options: DemoShopOptions): Promise<Shop> => DemoShopA.start(options),
    headers: (shop: Shop) => authorization(...Object.values((shop as DemoShopA).credentials).slice(1, 3)),
    orders: (page: number) => `/wp-json/wc/v3/orders?page=${page}&per_page=50`,
    rows: (body: unknown) => body as Rows,
    opens: '[',
    status: 'status',
  },
  {
    title: 'B',
    start: (options: DemoShopOptions): Promise<Shop> => DemoShopB.start(options),
    headers: (shop: Shop) => authorization((shop as DemoShopB).credentials.api_key, ''),
    orders: (page: number) => `/api/orders?output_format=JSON&display=full&sort=[id_ASC]&limit=${(page - 1) * 50},50`,
    rows: (body: unknown) => (body as { orders: Rows }).orders,
    opens: '{',
    status: 'current_state',
  },
];

describe.each(platforms)('demo shop $title', ({ start, headers, orders, rows, opens, status }) => {
  const { begin, shop } = shopOfATest<DemoShopOptions, Shop>(start);
  const get = (page = 1) => fetch(shop().url + orders(page), { headers: headers(shop()), redirect: 'manual' });
  const list = async (page = 1) => rows(await (await get(page)).json());
  const all = async () => (await Promise.all([1, 2, 3].map(list))).flat();
  const statuses = async () => (await Promise.all([1, 2, 3].map(get))).map((response) => response.status);
  const sent = async (action: string, body?: unknown) => (await (await control(shop(), action, body)).json()) as Record<string, unknown>;

  it('cuts the same records for the same seed and others for another', async () => {
    const records = () => (['orders', 'customers', 'products'] as const).map((name) => shop().record(name, shop().ids(name)[7]!));
    const { port } = await begin({ seed: 5 });
    const first = records();
    await begin({ seed: 5, port });
    expect(records()).toEqual(first);
    await begin({ seed: 6, port });
    for (const [index, record] of records().entries()) expect(record).not.toEqual(first[index]);
  });

  it('lists each record once, and shows a changed, added or removed one at once', async () => {
    await begin();
    const ids = (await all()).map(({ id }) => id);
    expect([...ids].sort()).toEqual(shop().ids('orders').sort());
    const [id = 0] = ids;
    expect(shop().change('orders', id, { [status]: '14' })).toBe(true);
    expect((await list())[0]).toMatchObject({ id, [status]: '14' });
    expect(shop().remove('orders', id)).toBe(true);
    expect((await list())[0]?.id).not.toBe(id);
    const added = shop().add('orders', { [status]: '3' });
    expect(await all()).toContainEqual(expect.objectContaining({ id: added, [status]: '3' }));
    expect([shop().change('orders', 999_999, {}), shop().remove('orders', 999_999), shop().totals().orders]).toEqual([false, false, 120]);
  });

  describe('faults', () => {
    it('last a limited number of times, with Retry-After', async () => {
      await begin();
      shop().setFaults([{ kind: 'status', status: 429, retryAfter: '7', times: 2 }]);
      expect((await get()).headers.get('retry-after')).toBe('7');
      expect((await statuses()).sort()).toEqual([200, 200, 429]);
    });

    it('spoil the content or the delivery of a response', async () => {
      await begin();
      shop().setFaults([{ kind: 'cut', times: 1 }]);
      await expect(list()).rejects.toThrow();
      shop().setFaults([{ kind: 'reset', times: 1 }]);
      await expect(get()).rejects.toThrow();
      shop().setFaults([{ kind: 'byte-order-mark' }]);
      const bytes = Buffer.from(await (await get()).arrayBuffer());
      expect(bytes.subarray(0, 4)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, opens.charCodeAt(0)]));
      shop().setFaults([{ kind: 'redirect', location: 'http://169.254.169.254/' }]);
      expect((await get()).status).toBe(302);
      shop().setFaults([{ kind: 'html' }]);
      expect((await get()).headers.get('content-type')).toContain('text/html');
      shop().setFaults([{ kind: 'response', status: 202, body: '{}' }]);
      expect((await get()).status).toBe(202);
    });

    it('have a cache in front that ignores the query', async () => {
      await begin();
      shop().setFaults([{ kind: 'cache', path: 'orders' }]);
      expect(await list(2)).toEqual(await list(1));
      shop().setFaults([{ kind: 'cache', path: 'products' }]);
      expect(await list(2)).not.toEqual(await list(1));
    });

    it('spoil only the path, the page or the pages that they name', async () => {
      await begin();
      shop().setFaults([
        { kind: 'status', status: 500, path: 'orders', afterPage: 2 },
        { kind: 'status', status: 503, path: 'orders', page: 2 },
        { kind: 'html', path: 'products' },
      ]);
      expect(await statuses()).toEqual([200, 503, 500]);
    });

    it('shift the pages by a record that is added or removed just before the response', async () => {
      await begin();
      const before = (await list()).map(({ id }) => id);
      shop().setFaults([{ kind: 'insert', path: 'orders', times: 1 }]);
      const isFirst = (await list())[0]!.id > before[0]!;
      expect({ isFirst, total: shop().totals().orders }).toEqual({ isFirst: opens === '[', total: 121 });
      const oldest = Math.min(...shop().ids('orders'));
      shop().setFaults([{ kind: 'vanish', path: 'orders', times: 1 }]);
      await get();
      expect(shop().ids('orders')).not.toContain(oldest);
    });
  });

  it('counts requests, pages, responses and the highest concurrency', async () => {
    await begin({ latencyMs: 1 });
    for (const page of [1, 2, 2]) await get(page);
    expect(shop().counters).toMatchObject({ requests: 3, byPath: { orders: 3 }, pages: { orders: { 1: 1, 2: 2 } }, responses: { 200: 3 } });
    shop().resetCounters();
    expect(shop().counters.requests).toBe(0);
    shop().setFaults([{ kind: 'hang' }]);
    const hanging = Promise.allSettled([get(), get(), get()]);
    while (shop().counters.maximumConcurrent < 3) await sleep(5);
    await shop().stop();
    expect((await hanging).map((result) => result.status)).toEqual(Array(3).fill('rejected'));
  });

  it('is controlled from outside its process', async () => {
    await begin();
    const orders = { collection: 'orders' };
    expect(await sent('totals')).toEqual({ customers: 70, products: 60, orders: 120 });
    const { id } = await sent('add', { ...orders, fields: { [status]: '14' } });
    expect(await sent('record', { ...orders, id })).toMatchObject({ id, [status]: '14' });
    expect(await sent('change', { ...orders, id, fields: { [status]: '2' } })).toEqual({ changed: true });
    expect(await sent('remove', { ...orders, id })).toEqual({ removed: true });
    expect((await sent('ids', orders)).ids).toHaveLength(120);
    await sent('warm', { ...orders, per_page: 50 });
    await sent('faults', { faults: [{ kind: 'status', status: 500 }] });
    expect((await get()).status).toBe(500);
  });
});
