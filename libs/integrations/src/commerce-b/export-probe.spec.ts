import { systemCapabilities } from '@sync/records';
import { batchCollector, exportOf, failureOf } from '../testing/connections';
import { idsOf, sizesOf } from '../testing/integration-scene';
import type { Row } from './testing/recorded';
import { order, orders, tableScene } from './testing/table-scene';
import { resourceOf, sendJson } from './testing/table-shop';

const scene = tableScene();
const limits = (resource: string): (string | null)[] => scene.shop.requestsOf(resource).map(({ url }) => url.searchParams.get('limit'));

describe('the probe', () => {
  it.each([
    ['customers', 'customers-ids', 3],
    ['orders', 'orders-ids', 3],
    ['products', 'products-ids', 4],
  ] as const)('counts the recorded %s', async (capability, name, totalPages) => {
    scene.shop.replay(name);
    expect(await scene.probe(capability)).toEqual({ totalPages, perPage: 50, list: expect.anything(), keys: expect.anything() });
    const fields = capability === 'customers' ? '&display=%5Bid,deleted%5D' : '';
    expect(scene.shop.http.paths).toEqual([`/api/${capability}?output_format=JSON${fields}`]);
  });

  it.each(['{}', '{"orders":[]}', '[]', '{"orders":""}'])('takes %s for an empty collection', async (body) => {
    scene.shop.replace('orders', JSON.parse(body));
    expect(await scene.probe('orders')).toEqual({ totalPages: 0, perPage: 50, list: { total: 0, newest: '' }, keys: [] });
  });

  it('warns if there are more pages than an export fetches', async () => {
    scene.configure({ commerceB: { maxPages: 2, perPage: 10 } });
    scene.shop.tables.orders = orders(21);
    const warnings = [expect.stringContaining('more orders than the 20 that an export fetches')];
    expect(await scene.probe('orders')).toEqual({ totalPages: 2, perPage: 10, warnings, keys: orders(21).map(({ id }) => String(id)) });
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

describe('the probe of a delta', () => {
  const since = '2025-06-01T10:00:00Z';
  const dated = (id: number, fields: Row = {}): Row => ({ id, date_upd: '2025-01-01 00:00:00', email: `c${id}@mail.example`, ...fields });
  const pagesOfAll = { totalPages: 1, perPage: 50, list: { total: 2, newest: expect.any(String) } };

  it('names the rows with a later date, or with none, and how many pages of 60 ids lead up to them', async () => {
    const changed = [dated(60, { date_upd: '2025-07-01 00:00:00' }), dated(61, { date_upd: '0000-00-00 00:00:00' })];
    scene.shop.tables.orders = [dated(1_001), ...changed, dated(3)];
    expect(await scene.probe('orders', since)).toEqual({
      totalPages: 2,
      perPage: 60,
      sourceIds: ['60', '61'],
      keys: ['1001', '60', '61', '3'],
    });
    const requests = ['/api/orders?output_format=JSON&display=%5Bid,date_upd%5D', expect.stringMatching(/configurations/)];
    expect(scene.shop.http.paths).toEqual(requests);
  });

  it('of an empty collection needs no settings', async () => {
    expect(await scene.probe('orders', since)).toEqual({ totalPages: 0, perPage: 60, sourceIds: [], keys: [] });
    expect(scene.shop.http.requests).toHaveLength(1);
  });

  it.each([
    ['a version refuses the field', (display: string | null) => display !== null],
    ['the list with dates is too long', (display: string | null) => display?.includes('date_upd') === true],
  ])('counts all pages by ids when %s', async (_name, isRefused) => {
    scene.shop.tables.orders = [order(1), order(2)];
    scene.shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'orders' || !isRefused(url.searchParams.get('display'))) return false;
      if (_name.startsWith('a version')) sendJson(response, { errors: [{ code: 35, message: 'Unable to display this field' }] }, 400);
      else response.writeHead(500).end();
      return true;
    };
    expect(await scene.probe('orders', since)).toEqual({ ...pagesOfAll, keys: ['1', '2'] });
  });

  it.each([
    ['not all rows have a date', [dated(1), { id: 2 }]],
    ['ids have more than 11 digits', [dated(1), dated(123_456_789_012)]],
  ])('counts all pages when %s', async (_name, rows) => {
    scene.shop.tables.orders = rows;
    expect(await scene.probe('orders', since)).toEqual({ ...pagesOfAll, keys: rows.map(({ id }) => String(id)) });
  });
});

describe('customers that were deleted in the back office', () => {
  const customer = (id: number, deleted: string): Row => ({
    id,
    deleted,
    email: `c${id}@mail.example`,
    date_add: '2025-07-01 00:00:00',
    date_upd: '2025-07-01 00:00:00',
  });

  beforeEach(() => (scene.shop.tables.customers = [customer(1, '0'), customer(2, '1'), customer(3, '0')]));

  it.each([null, '2025-06-01T00:00:00Z'])('are in no list and are no records (modifiedAfter: %s)', async (modifiedAfter) => {
    const probe = await scene.probe('customers', modifiedAfter);
    expect(probe.keys).toEqual(['1', '3']);
    const batches = await scene.range('customers', [1, 1], { perPage: probe.perPage, modifiedAfter });
    expect([idsOf(batches), batches.flatMap(({ skipped }) => skipped)]).toEqual([['1', '3'], []]);
    for (const { list } of batches) if (list) expect(list.rows.map(({ key }) => key)).toEqual(['1', 'left out 2', '3']);
  });

  it('are none of those that are read by their ids', async () => {
    const { integration, connection } = scene;
    const read = await integration.fetchRecords(connection, 'customers', ['1', '2', '3', '4']);
    expect(read).toMatchObject({ records: [{ sourceId: '1' }, { sourceId: '3' }], skipped: [] });
  });
});

describe('a list of ids', () => {
  it('has 1,000 rows a page, of customers with their flag', async () => {
    const request = { ...exportOf('customers'), content: 'ids' as const };
    scene.shop.tables.customers = Array.from({ length: 1_001 }, (_, index) => ({ id: index + 1, deleted: index === 4 ? '1' : '0' }));
    expect(await scene.integration.probeBulkExport(scene.connection, request)).toMatchObject({ totalPages: 2, perPage: 1_000 });
    const { batches, onBatch } = batchCollector();
    await scene.integration.fetchBulkExportPageRange(scene.connection, request, 1, 2, 1_000, onBatch);
    expect(sizesOf(batches)).toEqual([
      [1, 1_000],
      [2, 1],
    ]);
    expect(batches[0]?.list?.rows.slice(3, 6).map(({ key }) => key)).toEqual(['4', 'left out 5', '6']);
    const displays = scene.shop.requestsOf('customers').map(({ url }) => url.searchParams.get('display'));
    expect([displays, limits('customers')]).toEqual([
      ['[id,deleted]', '[id,deleted]', '[id,deleted]'],
      [null, '0,1000', '1000,1000'],
    ]);
  });

  it('falls back to ids alone in a version that lacks the flag', async () => {
    scene.shop.tables.customers = [{ id: 1 }];
    scene.shop.instead = ({ url }, response) => {
      if (!url.searchParams.get('display')?.includes('deleted')) return false;
      sendJson(response, { errors: [{ code: 35, message: 'Unable to display this field' }] }, 400);
      return true;
    };
    const { batches, onBatch } = batchCollector();
    await scene.integration.streamBulkExport(scene.connection, { ...exportOf('customers'), content: 'ids' }, onBatch);
    expect(batches).toMatchObject([{ rows: 1, list: { rows: [{ key: '1' }] } }]);
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
