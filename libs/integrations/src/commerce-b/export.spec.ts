import { systemCapabilities, type SystemCapability } from '@sync/records';
import {
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  type ExportBatch,
  type Integration,
} from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, exportOf, failureOf } from '../testing/connections';
import { recordedRows, recording, type Row } from './testing/recorded';
import { apiKey, connectionTo, resourceOf, TableShop } from './testing/table-shop';
import { CommerceBTransformer } from './transformer';

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

async function range(first: number, last: number, perPage = 50, modifiedAfter: string | null = null): Promise<ExportBatch<'orders'>[]> {
  const { batches, onBatch } = batchCollector<'orders'>();
  const request = exportOf('orders', modifiedAfter);
  await integration.fetchBulkExportPageRange(connectionTo(shop.http), request, first, last, perPage, onBatch);
  return batches;
}

const idsOf = (batches: ExportBatch[]): string[] => batches.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
const limits = (resource: string): (string | null)[] => shop.requestsOf(resource).map(({ url }) => url.searchParams.get('limit'));

describe('export requests', () => {
  it.each(systemCapabilities)('%s are requested in full, sorted by id, with offset and count', async (capability) => {
    await stream(capability);
    expect(shop.http.paths).toEqual([`/api/${capability}?output_format=JSON&display=full&sort=%5Bid_ASC%5D&limit=0,50`]);
    expect([...(shop.http.requests[0]?.url.searchParams ?? [])]).toEqual([
      ['output_format', 'JSON'],
      ['display', 'full'],
      ['sort', '[id_ASC]'],
      ['limit', '0,50'],
    ]);
  });

  it('authenticate lookups and addresses too', async () => {
    shop.tables.orders = recordedRows('orders-full-page-001');
    await stream('orders');
    const basic = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    expect(shop.http.requests.length).toBeGreaterThan(5);
    expect(shop.http.requests.every(({ method, headers }) => method === 'GET' && headers.authorization === basic)).toBe(true);
  });

  it('never filter or sort by date at the shop', async () => {
    shop.tables.orders = orders(3);
    await stream('orders', '2025-01-01T00:00:00Z');
    const sent = shop.http.paths.join(' ');
    expect(sent).not.toMatch(/date/);
  });

  it('fail before the first request if the instant is invalid', async () => {
    const connection = connectionTo(shop.http);
    const request = exportOf('orders', 'yesterday');
    for (const operation of [
      integration.probeBulkExport(connection, request),
      integration.streamBulkExport(connection, request, async () => undefined),
      integration.fetchBulkExportPageRange(connection, request, 1, 1, 50, async () => undefined),
    ])
      expect(await failureOf(operation)).toBeInstanceOf(IntegrationRequestException);
    expect(shop.http.requests).toEqual([]);
  });

  it('come with the transformer of the platform', () => {
    expect(integration.transformerClass()).toBe(CommerceBTransformer);
  });

  it('have no counterpart for webhooks, which throw not implemented', async () => {
    const payload = { topic: 'order.updated', body: {}, receivedAt: '2026-01-01T00:00:00.000Z' };
    const error = await failureOf(integration.handleWebhook(connectionTo(shop.http), payload, async () => undefined));
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((error as Error).message).toContain('not implemented');
    expect(shop.http.requests).toEqual([]);
  });
});

describe('export pages', () => {
  it('are fetched in order of ids until one is empty', async () => {
    shop.tables.orders = orders(120).reverse();
    const batches = await stream('orders');
    expect(batches.map(({ page, rows }) => [page, rows])).toEqual([
      [1, 50],
      [2, 50],
      [3, 20],
    ]);
    expect(idsOf(batches)).toEqual(orders(120).map(({ id }) => String(id)));
    expect(limits('orders')).toEqual(['0,50', '50,50', '100,50', '150,50']);
  });

  it('are empty beyond the end, as recorded', async () => {
    shop.instead = (_request, response) => {
      shop.http.send(response, recording('customers-full-page-beyond-end'));
      return true;
    };
    expect(await range(4, 9)).toMatchObject([{ page: 4, rows: 0, records: [] }]);
    expect(shop.http.requests).toHaveLength(1);
  });

  it('cover a range inclusively', async () => {
    shop.tables.orders = orders(500);
    expect((await range(3, 5)).map(({ page, rows }) => [page, rows])).toEqual([
      [3, 50],
      [4, 50],
      [5, 50],
    ]);
    expect(limits('orders')).toEqual(['100,50', '150,50', '200,50']);
  });

  it('end a range at an empty page and report it', async () => {
    shop.tables.orders = orders(60);
    expect((await range(2, 6)).map(({ page, rows }) => [page, rows])).toEqual([
      [2, 10],
      [3, 0],
    ]);
  });

  it.each([
    [20, '20,20'],
    [500, '500,500'],
    [0, '50,50'],
    [501, '50,50'],
    [-1, '50,50'],
    [1.5, '50,50'],
  ])('replace an unsupported page size: %d becomes limit=%s', async (perPage, limit) => {
    await range(2, 2, perPage);
    expect(limits('orders')).toEqual([limit]);
  });

  it('fail if they repeat', async () => {
    shop.replace('orders', { orders: orders(50) });
    for (const operation of [() => stream('orders'), () => range(3, 9)]) {
      const error = await failureOf(operation());
      expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
      expect((error as Error).message).toContain('it does not page');
    }
  });

  it('fail if the shop ignores the limit', async () => {
    shop.replace('orders', { orders: orders(51) });
    expect(await failureOf(stream('orders'))).toMatchObject({ message: expect.stringContaining('more rows than asked for') });
  });

  it('end at the maximum number of pages', async () => {
    const bounded = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { maxPages: 3, perPage: 2 } });
    shop.tables.orders = orders(100);
    const { batches, onBatch } = batchCollector<'orders'>();
    await bounded.forUnsaved('commerce_b').streamBulkExport(connectionTo(shop.http), exportOf('orders'), onBatch);
    expect(batches.map(({ page }) => page)).toEqual([1, 2, 3]);
    bounded.close();
  });

  it('skip unmappable rows with a reason', async () => {
    shop.replace('orders', { orders: [null, order(1), order(2, { id_currency: '99' }), []] });
    const [batch] = await range(1, 1);
    expect(batch).toMatchObject({
      rows: 4,
      records: [{ sourceId: '1' }],
      skipped: [
        { sourceId: null, reason: 'the order has no id' },
        { sourceId: '2', reason: 'the order has no known currency' },
        { sourceId: null, reason: 'the order has no id' },
      ],
    });
  });

  it('keep the last of repeated rows', async () => {
    shop.tables.orders = [order(1, { reference: 'OLD' }), order(1, { reference: 'NEW' })];
    const [batch] = await stream('orders');
    expect(batch).toMatchObject({ rows: 2, records: [{ sourceId: '1', sourceOrderNumber: 'NEW' }] });
  });

  it('keep ids beyond 2^53, also of addresses', async () => {
    const row = JSON.stringify(order(0, { id_address_invoice: 0 })).replaceAll(':0', ':9007199254740993');
    shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'orders') return false;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(url.searchParams.get('limit') === '0,50' ? `{"orders":[${row}]}` : '[]');
      return true;
    };
    expect(idsOf(await stream('orders'))).toEqual(['9007199254740993']);
    expect(shop.requestsOf('addresses')[0]?.url.searchParams.get('filter[id]')).toBe('[9007199254740993]');
  });

  it.each([
    ['a single object instead of a list', { orders: order(5) }],
    ['a single object in a wrapper', { orders: { order: order(5) } }],
    ['a list in a wrapper', { orders: { order: [order(5)] } }],
    ['a renamed root', { order: [order(5)] }],
    ['another root around it', { prestashop: { orders: [order(5)] } }],
    ['no root', [order(5)]],
  ])('%s', async (_name, body) => {
    shop.replace('orders', body);
    expect(idsOf(await range(1, 1))).toEqual(['5']);
  });
});
