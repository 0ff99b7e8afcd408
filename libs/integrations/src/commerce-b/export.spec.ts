import { systemCapabilities, type SystemCapability } from '@sync/records';
import {
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  type ExportBatch,
  type Integration,
} from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, exportOf, failureOf } from '../testing/connections';
import type { ReceivedRequest } from '../testing/replaying-shop';
import { recordedRows, recording, type Row } from './testing/recorded';
import { apiKey, connectionTo, resourceOf, sendJson, TableShop } from './testing/table-shop';
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

describe('Bulk export: the requests', () => {
  it.each(systemCapabilities)(
    'B1 B6 D1 %s are asked for with display=full, sorted by id, with limit=<offset>,<count>',
    async (capability) => {
      await stream(capability);
      expect(shop.http.paths).toEqual([`/api/${capability}?output_format=JSON&display=full&sort=%5Bid_ASC%5D&limit=0,50`]);
      expect([...(shop.http.requests[0]?.url.searchParams ?? [])]).toEqual([
        ['output_format', 'JSON'],
        ['display', 'full'],
        ['sort', '[id_ASC]'],
        ['limit', '0,50'],
      ]);
    },
  );

  it('Bulk export uses the same Basic auth, for look-ups and addresses too', async () => {
    shop.tables.orders = recordedRows('orders-full-page-001');
    await stream('orders');
    const basic = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    expect(shop.http.requests.length).toBeGreaterThan(5);
    expect(shop.http.requests.every(({ method, headers }) => method === 'GET' && headers.authorization === basic)).toBe(true);
  });

  it('B8 5 date_upd is neither filtered nor sorted by at the shop, whatever the version can do', async () => {
    shop.tables.orders = orders(3);
    await stream('orders', '2025-01-01T00:00:00Z');
    const sent = shop.http.paths.join(' ');
    expect(sent).not.toMatch(/date/);
  });

  it('an instant that is none is refused before the shop is asked', async () => {
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

  it('The component that persists the records is its transformer', () => {
    expect(integration.transformerClass()).toBe(CommerceBTransformer);
  });

  it('B12 there are no webhooks: the default handler raises a not-implemented error', async () => {
    const payload = { topic: 'order.updated', body: {}, receivedAt: '2026-01-01T00:00:00.000Z' };
    const error = await failureOf(integration.handleWebhook(connectionTo(shop.http), payload, async () => undefined));
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((error as Error).message).toContain('not implemented');
    expect(shop.http.requests).toEqual([]);
  });
});

describe('Bulk export: paged', () => {
  it('4 the callback once per non-empty page, in the order of ids, until a page is empty', async () => {
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

  it('B4 2 an empty collection: no callback', async () => {
    expect(await stream('customers')).toEqual([]);
    expect(shop.http.requests).toHaveLength(1);
  });

  it('B4 the recorded answer beyond the end is an empty page', async () => {
    shop.instead = (_request, response) => {
      shop.http.send(response, recording('customers-full-page-beyond-end'));
      return true;
    };
    expect(await range(4, 9)).toMatchObject([{ page: 4, rows: 0, records: [] }]);
    expect(shop.http.requests).toHaveLength(1);
  });

  it('pages startPage to endPage inclusive, one callback per page', async () => {
    shop.tables.orders = orders(500);
    expect((await range(3, 5)).map(({ page, rows }) => [page, rows])).toEqual([
      [3, 50],
      [4, 50],
      [5, 50],
    ]);
    expect(limits('orders')).toEqual(['100,50', '150,50', '200,50']);
  });

  it('a range that meets an empty page reports it and stops', async () => {
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
  ])('12 a page size of %d asks for limit=%s: the platform answers odd limits with nothing or 500', async (perPage, limit) => {
    await range(2, 2, perPage);
    expect(limits('orders')).toEqual([limit]);
  });

  it('the next page is not asked for until the callback is done', async () => {
    shop.tables.orders = orders(100);
    const asked: number[] = [];
    await integration.streamBulkExport(connectionTo(shop.http), exportOf('orders'), async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      asked.push(shop.asked('orders'));
    });
    expect(asked).toEqual([1, 2]);
  });

  it('155 a shop that gives every page the same rows is left', async () => {
    shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'orders') return false;
      sendJson(response, { orders: orders(50) });
      return true;
    };
    for (const operation of [() => stream('orders'), () => range(3, 9)]) {
      const error = await failureOf(operation());
      expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
      expect((error as Error).message).toContain('it does not page');
    }
  });

  it('a shop that does not look at the limit is left', async () => {
    shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'orders') return false;
      sendJson(response, { orders: orders(51) });
      return true;
    };
    expect(await failureOf(stream('orders'))).toMatchObject({ message: expect.stringContaining('more rows than asked for') });
  });

  it('155 an export ends after as many pages as it may have', async () => {
    const bounded = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { maxPages: 3, perPage: 2 } });
    shop.tables.orders = orders(100);
    const { batches, onBatch } = batchCollector<'orders'>();
    await bounded.forUnsaved('commerce_b').streamBulkExport(connectionTo(shop.http), exportOf('orders'), onBatch);
    expect(batches.map(({ page }) => page)).toEqual([1, 2, 3]);
    bounded.close();
  });

  it('151 a row that cannot be mapped is skipped with its reason and does not fail the page', async () => {
    shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'orders') return false;
      sendJson(response, url.searchParams.get('limit') === '0,50' ? { orders: [null, order(1), order(2, { id_currency: '99' }), []] } : []);
      return true;
    };
    const [batch] = await stream('orders');
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

  it('160 a sourceId that comes twice in a page: the last one counts, and rows says so', async () => {
    shop.tables.orders = [order(1, { reference: 'OLD' }), order(1, { reference: 'NEW' })];
    const [batch] = await stream('orders');
    expect(batch).toMatchObject({ rows: 2, records: [{ sourceId: '1', sourceOrderNumber: 'NEW' }] });
  });

  it('33 ids beyond 2^53 keep their digits, in references to addresses too', async () => {
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
  ])('B5 %s', async (_name, body) => {
    shop.instead = ({ url }, response) => {
      if (resourceOf(url) !== 'orders') return false;
      sendJson(response, body);
      return true;
    };
    expect(idsOf(await range(1, 1))).toEqual(['5']);
  });
});

describe('The probe derives the page count from one unpaginated id listing', () => {
  const probe = (capability: SystemCapability): Promise<unknown> =>
    integration.probeBulkExport(connectionTo(shop.http), exportOf(capability));

  it.each([
    ['customers', 'customers-ids', 3],
    ['orders', 'orders-ids', 3],
    ['products', 'products-ids', 4],
  ] as const)('B1 of the recorded %s', async (capability, name, totalPages) => {
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
  ])('of %i orders: %i pages, as many as are fetched', async (count, totalPages) => {
    shop.tables.orders = orders(count);
    expect(await probe('orders')).toEqual({ totalPages, perPage: 50, list: { total: count, newest: expect.any(String) } });
    expect(await stream('orders')).toHaveLength(totalPages);
  });

  it.each(['{}', '{"orders":[]}', '[]', '{"orders":""}'])('B4 %s is an empty collection', async (body) => {
    shop.instead = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      return true;
    };
    expect(await probe('orders')).toEqual({ totalPages: 0, perPage: 50, list: { total: 0, newest: '' } });
  });

  it('the count is of all records, whatever modifiedAfter says: the filter is ours', async () => {
    shop.tables.orders = orders(60);
    expect(await integration.probeBulkExport(connectionTo(shop.http), exportOf('orders', '2031-01-01T00:00:00Z'))).toEqual({
      totalPages: 2,
      perPage: 50,
      list: { total: 60, newest: expect.any(String) },
    });
  });

  it('more than an export may fetch: a warning says so', async () => {
    const bounded = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { maxPages: 2, perPage: 10 } });
    shop.tables.orders = orders(21);
    expect(await bounded.forUnsaved('commerce_b').probeBulkExport(connectionTo(shop.http), exportOf('orders'))).toEqual({
      totalPages: 2,
      perPage: 10,
      warnings: [expect.stringContaining('more orders than the 20 that an export fetches')],
    });
    bounded.close();
  });

  it.each([0, 1, 50, 51, 3_333])(
    'B15 a shop whose list of %i ids is too much for one answer is asked where its pages end',
    async (count) => {
      shop.tables.orders = orders(count);
      shop.instead = ({ url }, response) => {
        if (url.searchParams.has('limit')) return false;
        response.writeHead(500).end();
        return true;
      };
      expect(await probe('orders')).toEqual({ totalPages: Math.ceil(count / 50), perPage: 50 });
      expect(shop.asked('orders')).toBeLessThan(20);
    },
  );
});

describe('B15 full rows can be more than a shop has memory for', () => {
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

  it('such a page is asked for in pieces, and after two of them every page is', async () => {
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

  it('one failure does not change how the other pages are asked for', async () => {
    shop.tables.products = products;
    failAbove(10, 1);
    expect(await stream('products')).toHaveLength(3);
    expect(limits('products').filter((limit) => limit?.endsWith(',50'))).toHaveLength(4);
  });

  it('a shop that fails with pieces too has failed', async () => {
    shop.tables.products = products;
    failAbove(0);
    expect(await failureOf(stream('products'))).toMatchObject({ status: 500 });
    expect(limits('products')).toEqual(['0,50', '0,10']);
  });
});

describe('modifiedAfter filtering happens client-side for all three capabilities', () => {
  const dated = (id: number, date_upd: string): Row => ({ ...order(id), email: `c${id}@mail.example`, date_upd });

  it.each(systemCapabilities)('D10 %s', async (capability) => {
    shop.tables[capability] = [dated(1, '2025-06-01 12:00:00'), dated(2, '2025-06-01 12:00:01'), dated(3, '0000-00-00 00:00:00')];
    const batches = await stream(capability, '2025-06-01T10:00:00.000Z');
    expect(idsOf(batches)).toEqual(['2']);
    expect(batches).toMatchObject([{ rows: 3, skipped: [] }]);
    expect(idsOf(await stream(capability))).toEqual(['1', '2', '3']);
  });

  it('a page of which nothing is wanted is a page like any other, and nothing is looked up for it but the zone', async () => {
    shop.tables.orders = orders(60).map((row) => ({ ...row, id_address_invoice: '2' }));
    const batches = await stream('orders', '2031-01-01T00:00:00Z');
    expect(batches.map(({ rows, records }) => [rows, records.length])).toEqual([
      [50, 0],
      [10, 0],
    ]);
    expect(shop.http.requests.map(({ url }) => resourceOf(url))).toEqual(['orders', 'configurations', 'orders', 'orders']);
  });

  it('B11 a change that moves no date is found by a full export', async () => {
    shop.tables.products = [{ ...dated(1, '2025-06-01 12:00:00'), price: '1.000000' }];
    await stream('products');
    shop.tables.products = [{ ...dated(1, '2025-06-01 12:00:00'), price: '2.000000' }];
    expect(idsOf(await stream('products', '2025-07-01T00:00:00Z'))).toEqual([]);
    expect((await stream('products'))[0]?.records).toMatchObject([{ price: 200 }]);
  });
});

describe('Only the addresses referenced by each fetched page are loaded', () => {
  it('B7 10 filter[id]=[a|b|…], each once, and never with a comma, which would mean everything between', async () => {
    shop.tables.orders = [
      order(1, { id_address_invoice: '3', id_address_delivery: '2' }),
      order(2, { id_address_invoice: '2', id_address_delivery: '0' }),
    ];
    const [batch] = await stream('orders');
    expect(shop.requestsOf('addresses').map(({ url }) => [...url.searchParams])).toEqual([
      [
        ['output_format', 'JSON'],
        ['filter[id]', '[3|2]'],
        ['display', 'full'],
      ],
    ]);
    expect(batch?.records).toMatchObject([
      { addressBilling: { city: 'New York', country: 'US' }, addressShipping: { city: 'Paris', country: 'FR' } },
      { addressBilling: { city: 'Paris' }, addressShipping: null },
    ]);
  });

  it('10 addresses that are gone are null, B4 none at all is []', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '999998', id_address_delivery: '999999' })];
    shop.tables.addresses = [];
    expect((await stream('orders'))[0]?.records).toMatchObject([{ addressBilling: null, addressShipping: null }]);
  });

  it('many ids are asked for in several addresses of a safe length', async () => {
    shop.tables.orders = Array.from({ length: 50 }, (_, index) =>
      order(index + 1, { id_address_invoice: String(10 ** 15 + index), id_address_delivery: String(2 * 10 ** 15 + index) }),
    );
    await stream('orders');
    const asked = shop.requestsOf('addresses');
    expect(asked).toHaveLength(2);
    expect(asked.flatMap(({ url }) => url.searchParams.get('filter[id]')?.slice(1, -1).split('|')).length).toBe(100);
    for (const { url } of asked) expect(url.href.length).toBeLessThan(2_000);
  });

  it('an id that is none is not sent', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '1]&ws_key=[', id_address_delivery: '2' })];
    await stream('orders');
    expect(shop.requestsOf('addresses').map(({ url }) => url.searchParams.get('filter[id]'))).toEqual(['[2]']);
  });

  it('a key that may not read addresses: the export fails in words, since orders without them would look complete', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '2' })];
    shop.refused.add('addresses');
    expect(await failureOf(stream('orders'))).toMatchObject({ message: expect.stringContaining('no right to read addresses') });
  });

  it('regions are looked up when an address has one', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '3' })];
    shop.tables.states = [{ id: 35, name: 'New York', iso_code: 'NY' }];
    expect((await stream('orders'))[0]?.records).toMatchObject([{ addressBilling: { region: 'New York' } }]);
    shop.tables.orders = [order(1, { id_address_invoice: '2' })];
    await stream('orders');
    expect(shop.asked('states')).toBe(1);
  });
});

describe('B21 an order whose state is missing from the list', () => {
  it('is asked for by itself, 6 in the form in which a single record comes', async () => {
    shop.tables.orders = [order(1), order(2, { current_state: undefined })];
    shop.instead = ({ url }, response) => {
      if (url.pathname !== '/api/orders/2') return false;
      sendJson(response, { order: { id: 2, current_state: '5' } });
      return true;
    };
    expect((await stream('orders'))[0]?.records.map(({ status }) => status)).toEqual(['Payment accepted', 'Delivered']);
    expect(shop.http.paths).toContain('/api/orders/2?output_format=JSON');
  });

  it('6 11 state 0, which a single record leaves out, and an order that is gone: "0"', async () => {
    shop.tables.orders = [order(1, { current_state: undefined }), order(2, { current_state: undefined })];
    shop.instead = ({ url }, response) => {
      if (url.pathname === '/api/orders/1') sendJson(response, { order: { id: 1 } });
      else if (url.pathname === '/api/orders/2') shop.http.send(response, recording('orders-one-404'));
      else return false;
      return true;
    };
    expect((await stream('orders'))[0]?.records.map(({ status }) => status)).toEqual(['0', '0']);
  });

  it('no order is asked for by itself when its state is there', async () => {
    shop.tables.orders = [order(1, { current_state: '0' }), order(2)];
    await stream('orders');
    expect(shop.http.paths.filter((path) => path.startsWith('/api/orders/'))).toEqual([]);
  });
});

describe('Recorded pages become batches', () => {
  it.each([
    ['customers', 'customers-full-page-001', 50],
    ['orders', 'orders-full-page-001', 50],
    ['orders', 'variant-maintenance-orders', 2],
    ['products', 'products-full-page-002', 50],
    ['products', 'variant-one-language-products', 2],
  ] as const)('%s of %s: %i records, none skipped', async (capability, name, count) => {
    shop.tables[capability] = recordedRows(name);
    const [batch, more] = await stream(capability);
    expect(batch).toMatchObject({ page: 1, rows: count, skipped: [] });
    expect(new Set(batch?.records.map(({ sourceId }) => sourceId)).size).toBe(count);
    expect(more).toBeUndefined();
  });

  it('14 whatever cookies the shop sets, none comes back', async () => {
    shop.instead = (_request, response) => {
      shop.http.send(response, recording('customers-ids'));
      return true;
    };
    for (let time = 0; time < 3; time += 1) await integration.probeBulkExport(connectionTo(shop.http), exportOf('customers'));
    expect(shop.http.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined]);
  });

  it('B17 no secret of a customer is in any batch', async () => {
    const rows = recordedRows('customers-full-page-001');
    shop.tables.customers = rows;
    const told = JSON.stringify(await stream('customers'));
    for (const { passwd, secure_key } of rows) for (const secret of [passwd, secure_key]) expect(told).not.toContain(String(secret));
  });
});
