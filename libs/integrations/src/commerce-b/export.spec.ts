import { systemCapabilities } from '@sync/records';
import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { failureOf } from '../testing/connections';
import { idsOf, sizesOf } from '../testing/integration-scene';
import { recordedRows } from './testing/recorded';
import { order, orders, tableScene } from './testing/table-scene';
import { apiKey } from './testing/table-shop';
import { CommerceBTransformer } from './transformer';

const scene = tableScene();
const limits = (): (string | null)[] => scene.shop.requestsOf('orders').map(({ url }) => url.searchParams.get('limit'));

describe('export requests', () => {
  it.each(systemCapabilities)('%s are requested in full, sorted by id, with offset and count', async (capability) => {
    await scene.stream(capability);
    expect(scene.shop.http.paths).toEqual([`/api/${capability}?output_format=JSON&display=full&sort=%5Bid_ASC%5D&limit=0,50`]);
  });

  it('authenticate lookups and addresses too', async () => {
    scene.shop.tables.orders = recordedRows('orders-full-page-001');
    await scene.stream('orders');
    const basic = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    const { requests } = scene.shop.http;
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.every(({ method, headers }) => method === 'GET' && headers.authorization === basic)).toBe(true);
  });

  it('never filter or sort by date at the shop', async () => {
    scene.shop.tables.orders = orders(3);
    await scene.stream('orders', '2025-01-01T00:00:00Z');
    expect(scene.shop.http.paths.join(' ')).not.toMatch(/date/);
  });

  it('fail before the first request if the instant is invalid', async () => {
    const modifiedAfter = 'yesterday';
    const operations = [
      scene.probe('orders', modifiedAfter),
      scene.stream('orders', modifiedAfter),
      scene.range('orders', [1, 1], { modifiedAfter }),
    ];
    for (const error of await Promise.all(operations.map(failureOf))) expect(error).toBeInstanceOf(IntegrationRequestException);
    expect(scene.shop.http.requests).toEqual([]);
  });

  it('come with the transformer of the platform', () => {
    expect(scene.integration.transformerClass()).toBe(CommerceBTransformer);
  });

  it.each([
    [20, '20,20'],
    [500, '500,500'],
    [0, '50,50'],
    [501, '50,50'],
    [-1, '50,50'],
    [1.5, '50,50'],
  ])('replace an unsupported page size: %d becomes limit=%s', async (perPage, limit) => {
    await scene.range('orders', [2, 2], { perPage });
    expect(limits()).toEqual([limit]);
  });
});

describe('export pages', () => {
  it('are fetched in order of ids until one is empty', async () => {
    scene.shop.tables.orders = orders(120).reverse();
    const batches = await scene.stream('orders');
    expect(sizesOf(batches)).toEqual([
      [1, 50],
      [2, 50],
      [3, 20],
    ]);
    expect(idsOf(batches)).toEqual(orders(120).map(({ id }) => String(id)));
    expect(limits()).toEqual(['0,50', '50,50', '100,50', '150,50']);
  });

  it('end a range at an empty page and report it, as recorded', async () => {
    scene.shop.tables.orders = orders(60);
    expect(sizesOf(await scene.range('orders', [2, 6]))).toEqual([
      [2, 10],
      [3, 0],
    ]);
    scene.shop.replay('customers-full-page-beyond-end');
    expect(sizesOf(await scene.range('orders', [4, 9]))).toEqual([[4, 0]]);
    expect(limits()).toEqual(['50,50', '100,50', '150,50']);
  });

  it('may be of named rows, which are asked for by id: those that are gone are left out, and a delta leaves out unchanged ones', async () => {
    scene.shop.tables.orders = [order(1), order(2), order(3), order(4, { date_upd: '2024-01-01 10:00:00' })];
    const options = { modifiedAfter: '2025-01-01T00:00:00Z', perPage: 3, sourceIds: ['1', '3', '4', '99'] };
    const pages = await scene.range('orders', [7, 8], options);
    expect(pages).toMatchObject([
      { page: 7, rows: 3, records: [{ sourceId: '1' }, { sourceId: '3' }] },
      { page: 8, rows: 0, records: [] },
    ]);
    expect(pages[0]?.list?.rows.map(({ key }) => key)).toEqual(['1', '3', '4']);
    expect(scene.shop.requestsOf('orders').map(({ url }) => url.searchParams.get('filter[id]'))).toEqual(['[1|3|4]', '[99]']);
  });

  it('fail if they repeat', async () => {
    scene.shop.replace('orders', { orders: orders(50) });
    for (const error of await Promise.all([scene.stream('orders'), scene.range('orders', [3, 9])].map(failureOf))) {
      expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
      expect((error as Error).message).toContain('the same page for every page number');
    }
  });

  it('fail if the shop ignores the limit', async () => {
    scene.shop.replace('orders', { orders: orders(51) });
    expect(await failureOf(scene.stream('orders'))).toMatchObject({ message: expect.stringContaining('more rows than asked for') });
  });

  it('end at the maximum number of pages', async () => {
    scene.configure({ commerceB: { maxPages: 3, perPage: 2 } });
    scene.shop.tables.orders = orders(100);
    expect((await scene.stream('orders')).map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('skip unmappable rows with a reason', async () => {
    scene.shop.replace('orders', { orders: [null, order(1), order(2, { id_currency: '99' }), []] });
    expect(await scene.range('orders')).toMatchObject([
      {
        rows: 4,
        records: [{ sourceId: '1' }],
        skipped: [
          { sourceId: null, reason: 'the order has no id' },
          { sourceId: '2', reason: 'the order has no known currency' },
          { sourceId: null, reason: 'the order has no id' },
        ],
      },
    ]);
  });

  it('keep the last of repeated rows', async () => {
    scene.shop.tables.orders = [order(1, { reference: 'OLD' }), order(1, { reference: 'NEW' })];
    expect(await scene.stream('orders')).toMatchObject([{ rows: 2, records: [{ sourceId: '1', sourceOrderNumber: 'NEW' }] }]);
  });

  it('keep ids beyond 2^53, also of addresses', async () => {
    const row = JSON.stringify(order(0, { id_address_invoice: 0 })).replaceAll(':0', ':9007199254740993');
    scene.shop.respondTo('orders', (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{"orders":[${row}]}`);
    });
    expect(idsOf(await scene.range('orders'))).toEqual(['9007199254740993']);
    expect(scene.shop.requestsOf('addresses')[0]?.url.searchParams.get('filter[id]')).toBe('[9007199254740993]');
  });

  it.each([
    ['a single object instead of a list', { orders: order(5) }],
    ['a single object in a wrapper', { orders: { order: order(5) } }],
    ['a list in a wrapper', { orders: { order: [order(5)] } }],
    ['a renamed root', { order: [order(5)] }],
    ['another root around it', { prestashop: { orders: [order(5)] } }],
    ['no root', [order(5)]],
  ])('%s', async (_name, body) => {
    scene.shop.replace('orders', body);
    expect(idsOf(await scene.range('orders'))).toEqual(['5']);
  });
});
