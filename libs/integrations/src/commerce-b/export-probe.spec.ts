import { systemCapabilities, type SystemCapability } from '@sync/records';
import { type ExportBatch, type Integration } from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, exportOf, failureOf } from '../testing/connections';
import { type ReceivedRequest } from '../testing/replaying-shop';
import { recording, type Row } from './testing/recorded';
import { connectionTo, resourceOf, TableShop } from './testing/table-shop';

let shop: TableShop;
let registry: IntegrationRegistry;
let integration: Integration;

beforeEach(async () => {
  shop = await TableShop.start();
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
  integration = registry.forUnsaved('commerce_b');
});

afterEach(async () => {
  registry.close();
  await shop.stop();
});

const order = (id: number, fields: Row = {}): Row => ({
  id,
  id_currency: '1',
  current_state: '2',
  date_add: '2025-01-01 10:00:00',
  date_upd: '2025-06-01 10:00:00',
  ...fields,
});
const orders = (count: number): Row[] => Array.from({ length: count }, (_, index) => order(index + 1));

async function stream<C extends SystemCapability>(capability: C, modifiedAfter: string | null = null): Promise<ExportBatch<C>[]> {
  const { batches, onBatch } = batchCollector<C>();
  await integration.streamBulkExport(connectionTo(shop.http), exportOf(capability, modifiedAfter), onBatch);
  return batches;
}

const idsOf = (batches: ExportBatch[]): string[] => batches.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
const limits = (resource: string): (string | null)[] => shop.requestsOf(resource).map(({ url }) => url.searchParams.get('limit'));

describe('the probe', () => {
  const probe = (capability: SystemCapability): Promise<unknown> =>
    integration.probeBulkExport(connectionTo(shop.http), exportOf(capability));

  it.each([
    ['customers', 'customers-ids', 3],
    ['orders', 'orders-ids', 3],
    ['products', 'products-ids', 4],
  ] as const)('counts the recorded %s', async (capability, name, totalPages) => {
    shop.instead = (_request, response) => {
      shop.http.send(response, recording(name));
      return true;
    };
    expect(await probe(capability)).toEqual({ totalPages, perPage: 50, list: expect.anything() });
    expect(shop.http.paths).toEqual([`/api/${capability}?output_format=JSON`]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [50, 1],
    [51, 2],
    [120, 3],
  ])('counts %i orders as %i pages', async (count, totalPages) => {
    shop.tables.orders = orders(count);
    expect(await probe('orders')).toEqual({ totalPages, perPage: 50, list: { total: count, newest: expect.any(String) } });
    expect(await stream('orders')).toHaveLength(totalPages);
  });

  it.each(['{}', '{"orders":[]}', '[]', '{"orders":""}'])('takes %s for an empty collection', async (body) => {
    shop.instead = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      return true;
    };
    expect(await probe('orders')).toEqual({ totalPages: 0, perPage: 50, list: { total: 0, newest: '' } });
  });

  it('counts all records with any modifiedAfter', async () => {
    shop.tables.orders = orders(60);
    expect(await integration.probeBulkExport(connectionTo(shop.http), exportOf('orders', '2031-01-01T00:00:00Z'))).toEqual({
      totalPages: 2,
      perPage: 50,
      list: { total: 60, newest: expect.any(String) },
    });
  });

  it('warns if there are more pages than an export fetches', async () => {
    const bounded = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { maxPages: 2, perPage: 10 } });
    shop.tables.orders = orders(21);
    expect(await bounded.forUnsaved('commerce_b').probeBulkExport(connectionTo(shop.http), exportOf('orders'))).toEqual({
      totalPages: 2,
      perPage: 10,
      warnings: [expect.stringContaining('more orders than the 20 that an export fetches')],
    });
    bounded.close();
  });

  it.each([0, 1, 50, 51, 3_333])('searches for the last page if the list of %i ids fails', async (count) => {
    shop.tables.orders = orders(count);
    shop.instead = ({ url }, response) => {
      if (url.searchParams.has('limit')) return false;
      response.writeHead(500).end();
      return true;
    };
    expect(await probe('orders')).toEqual({ totalPages: Math.ceil(count / 50), perPage: 50 });
    expect(shop.asked('orders')).toBeLessThan(20);
  });
});

describe('pages that exceed the memory of the shop', () => {
  const failAbove = (most: number, times = Number.POSITIVE_INFINITY): void => {
    let failures = 0;
    shop.instead = ({ url }: ReceivedRequest, response) => {
      const [, count = 0] = url.searchParams.get('limit')?.split(',').map(Number) ?? [];
      if (resourceOf(url) !== 'products' || count <= most || failures >= times) return false;
      failures += 1;
      response.writeHead(500).end();
      return true;
    };
  };
  const products = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: 'P', date_add: '2025-01-01 10:00:00' }));

  it('are requested in pieces, and after two so are all', async () => {
    shop.tables.products = products;
    failAbove(10);
    const batches = await stream('products');
    expect(batches.map(({ page, rows }) => [page, rows])).toEqual([
      [1, 50],
      [2, 50],
      [3, 20],
    ]);
    expect(new Set(idsOf(batches)).size).toBe(120);
    expect(limits('products')).toEqual(
      ['0,50', '0,10', '10,10', '20,10', '30,10', '40,10', '50,50', '50,10', '60,10', '70,10', '80,10', '90,10'].concat([
        '100,10',
        '110,10',
        '120,10',
        '150,10',
      ]),
    );
  });

  it('do not affect the others after one failure', async () => {
    shop.tables.products = products;
    failAbove(10, 1);
    expect(await stream('products')).toHaveLength(3);
    expect(limits('products').filter((limit) => limit?.endsWith(',50'))).toHaveLength(4);
  });

  it('fail if pieces fail too', async () => {
    shop.tables.products = products;
    failAbove(0);
    expect(await failureOf(stream('products'))).toMatchObject({ status: 500 });
    expect(limits('products')).toEqual(['0,50', '0,10']);
  });
});

describe('modifiedAfter', () => {
  const dated = (id: number, date_upd: string): Row => ({ ...order(id), email: `c${id}@mail.example`, date_upd });

  it.each(systemCapabilities)('%s', async (capability) => {
    shop.tables[capability] = [dated(1, '2025-06-01 12:00:00'), dated(2, '2025-06-01 12:00:01'), dated(3, '0000-00-00 00:00:00')];
    const batches = await stream(capability, '2025-06-01T10:00:00.000Z');
    expect(idsOf(batches)).toEqual(['2']);
    expect(batches).toMatchObject([{ rows: 3, skipped: [] }]);
    expect(idsOf(await stream(capability))).toEqual(['1', '2', '3']);
  });

  it('needs no lookups but the zone for a page without matches', async () => {
    shop.tables.orders = orders(60).map((row) => ({ ...row, id_address_invoice: '2' }));
    const batches = await stream('orders', '2031-01-01T00:00:00Z');
    expect(batches.map(({ rows, records }) => [rows, records.length])).toEqual([
      [50, 0],
      [10, 0],
    ]);
    expect(shop.http.requests.map(({ url }) => resourceOf(url))).toEqual(['orders', 'configurations', 'orders', 'orders']);
  });

  it('misses a change without a new date, which a full export finds', async () => {
    shop.tables.products = [{ ...dated(1, '2025-06-01 12:00:00'), price: '1.000000' }];
    await stream('products');
    shop.tables.products = [{ ...dated(1, '2025-06-01 12:00:00'), price: '2.000000' }];
    expect(idsOf(await stream('products', '2025-07-01T00:00:00Z'))).toEqual([]);
    expect((await stream('products'))[0]?.records).toMatchObject([{ price: 200 }]);
  });
});
