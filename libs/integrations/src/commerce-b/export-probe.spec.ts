import { systemCapabilities } from '@sync/records';
import { failureOf } from '../testing/connections';
import { idsOf, sizesOf } from '../testing/integration-scene';
import type { Row } from './testing/recorded';
import { order, orders, tableScene } from './testing/table-scene';
import { resourceOf } from './testing/table-shop';

const scene = tableScene();
const limits = (resource: string): (string | null)[] => scene.shop.requestsOf(resource).map(({ url }) => url.searchParams.get('limit'));

describe('the probe', () => {
  it.each([
    ['customers', 'customers-ids', 3],
    ['orders', 'orders-ids', 3],
    ['products', 'products-ids', 4],
  ] as const)('counts the recorded %s', async (capability, name, totalPages) => {
    scene.shop.replay(name);
    expect(await scene.probe(capability)).toEqual({ totalPages, perPage: 50, list: expect.anything() });
    expect(scene.shop.http.paths).toEqual([`/api/${capability}?output_format=JSON`]);
  });

  it('counts all records with any modifiedAfter', async () => {
    scene.shop.tables.orders = orders(60);
    const list = { total: 60, newest: expect.any(String) };
    expect(await scene.probe('orders', '2031-01-01T00:00:00Z')).toEqual({ totalPages: 2, perPage: 50, list });
  });

  it.each(['{}', '{"orders":[]}', '[]', '{"orders":""}'])('takes %s for an empty collection', async (body) => {
    scene.shop.replace('orders', JSON.parse(body));
    expect(await scene.probe('orders')).toEqual({ totalPages: 0, perPage: 50, list: { total: 0, newest: '' } });
  });

  it('warns if there are more pages than an export fetches', async () => {
    scene.configure({ commerceB: { maxPages: 2, perPage: 10 } });
    scene.shop.tables.orders = orders(21);
    const warnings = [expect.stringContaining('more orders than the 20 that an export fetches')];
    expect(await scene.probe('orders')).toEqual({ totalPages: 2, perPage: 10, warnings });
  });

  it.each([0, 1, 50, 51, 3_333])('searches for the last page if the list of %i ids fails', async (count) => {
    scene.shop.tables.orders = orders(count);
    scene.shop.instead = ({ url }, response) => {
      if (url.searchParams.has('limit')) return false;
      response.writeHead(500).end();
      return true;
    };
    expect(await scene.probe('orders')).toEqual({ totalPages: Math.ceil(count / 50), perPage: 50 });
    expect(scene.shop.asked('orders')).toBeLessThan(20);
  });
});

describe('pages that exceed the memory of the shop', () => {
  const failAbove = (rows: number, times = Number.POSITIVE_INFINITY): void => {
    let failures = 0;
    scene.shop.tables.products = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: 'P', date_add: '2025-01-01 10:00:00' }));
    scene.shop.instead = ({ url }, response) => {
      const [, count = 0] = url.searchParams.get('limit')?.split(',').map(Number) ?? [];
      if (resourceOf(url) !== 'products' || count <= rows || failures >= times) return false;
      failures += 1;
      response.writeHead(500).end();
      return true;
    };
  };

  it('are requested in pieces, and after two so are all', async () => {
    failAbove(10);
    const batches = await scene.stream('products');
    expect(sizesOf(batches)).toEqual([
      [1, 50],
      [2, 50],
      [3, 20],
    ]);
    expect(new Set(idsOf(batches)).size).toBe(120);
    const pieces = (from: number, to: number): string[] =>
      Array.from({ length: (to - from) / 10 + 1 }, (_, index) => `${from + 10 * index},10`);
    expect(limits('products')).toEqual(['0,50', ...pieces(0, 40), '50,50', ...pieces(50, 120), '150,10']);
  });

  it('do not affect the others after one failure', async () => {
    failAbove(10, 1);
    expect(await scene.stream('products')).toHaveLength(3);
    expect(limits('products').filter((limit) => limit?.endsWith(',50'))).toHaveLength(4);
  });

  it('fail if pieces fail too', async () => {
    failAbove(0);
    expect(await failureOf(scene.stream('products'))).toMatchObject({ status: 500 });
    expect(limits('products')).toEqual(['0,50', '0,10']);
  });
});

describe('modifiedAfter', () => {
  const dated = (id: number, date_upd: string): Row => ({ ...order(id), email: `c${id}@mail.example`, date_upd });

  it.each(systemCapabilities)('%s', async (capability) => {
    scene.shop.tables[capability] = [dated(1, '2025-06-01 12:00:00'), dated(2, '2025-06-01 12:00:01'), dated(3, '0000-00-00 00:00:00')];
    const batches = await scene.stream(capability, '2025-06-01T10:00:00.000Z');
    expect(idsOf(batches)).toEqual(['2']);
    expect(batches).toMatchObject([{ rows: 3, skipped: [] }]);
    expect(idsOf(await scene.stream(capability))).toEqual(['1', '2', '3']);
  });

  it('needs no lookups but the zone for a page without matches', async () => {
    scene.shop.tables.orders = orders(60).map((row) => ({ ...row, id_address_invoice: '2' }));
    expect(await scene.stream('orders', '2031-01-01T00:00:00Z')).toMatchObject([
      { rows: 50, records: [] },
      { rows: 10, records: [] },
    ]);
    expect(scene.shop.http.requests.map(({ url }) => resourceOf(url))).toEqual(['orders', 'configurations', 'orders', 'orders']);
  });

  it('misses a change without a new date, which a full export finds', async () => {
    for (const price of ['1.000000', '2.000000']) {
      scene.shop.tables.products = [{ ...dated(1, '2025-06-01 12:00:00'), price }];
      expect(idsOf(await scene.stream('products', '2025-07-01T00:00:00Z'))).toEqual([]);
      expect(await scene.stream('products')).toMatchObject([{ records: [{ price: 100 * Number(price) }] }]);
    }
  });
});
