import { type SystemCapability } from '@sync/records';
import { type ExportBatch, type Integration } from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, exportOf, failureOf } from '../testing/connections';
import { recordedRows, recording, type Row } from './testing/recorded';
import { connectionTo, sendJson, TableShop } from './testing/table-shop';

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
async function stream<C extends SystemCapability>(capability: C, modifiedAfter: string | null = null): Promise<ExportBatch<C>[]> {
  const { batches, onBatch } = batchCollector<C>();
  await integration.streamBulkExport(connectionTo(shop.http), exportOf(capability, modifiedAfter), onBatch);
  return batches;
}
describe('addresses', () => {
  it('are requested once each, by a list of ids', async () => {
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

  it('are null if missing', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '999998', id_address_delivery: '999999' })];
    shop.tables.addresses = [];
    expect((await stream('orders'))[0]?.records).toMatchObject([{ addressBilling: null, addressShipping: null }]);
  });

  it('are requested in several URLs of a safe length', async () => {
    shop.tables.orders = Array.from({ length: 50 }, (_, index) =>
      order(index + 1, { id_address_invoice: String(10 ** 15 + index), id_address_delivery: String(2 * 10 ** 15 + index) }),
    );
    await stream('orders');
    const asked = shop.requestsOf('addresses');
    expect(asked).toHaveLength(2);
    expect(asked.flatMap(({ url }) => url.searchParams.get('filter[id]')?.slice(1, -1).split('|')).length).toBe(100);
    for (const { url } of asked) expect(url.href.length).toBeLessThan(2_000);
  });

  it('are not requested for an invalid id', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '1]&ws_key=[', id_address_delivery: '2' })];
    await stream('orders');
    expect(shop.requestsOf('addresses').map(({ url }) => url.searchParams.get('filter[id]'))).toEqual(['[2]']);
  });

  it('fail the export without read permission', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '2' })];
    shop.refused.add('addresses');
    expect(await failureOf(stream('orders'))).toMatchObject({ message: expect.stringContaining('no right to read addresses') });
  });

  it('look up regions only if needed', async () => {
    shop.tables.orders = [order(1, { id_address_invoice: '3' })];
    shop.tables.states = [{ id: 35, name: 'New York', iso_code: 'NY' }];
    expect((await stream('orders'))[0]?.records).toMatchObject([{ addressBilling: { region: 'New York' } }]);
    shop.tables.orders = [order(1, { id_address_invoice: '2' })];
    await stream('orders');
    expect(shop.asked('states')).toBe(1);
  });
});

describe('an order without a state in the list', () => {
  it('is requested individually', async () => {
    shop.tables.orders = [order(1), order(2, { current_state: undefined })];
    shop.instead = ({ url }, response) => {
      if (url.pathname !== '/api/orders/2') return false;
      sendJson(response, { order: { id: 2, current_state: '5' } });
      return true;
    };
    expect((await stream('orders'))[0]?.records.map(({ status }) => status)).toEqual(['Payment accepted', 'Delivered']);
    expect(shop.http.paths).toContain('/api/orders/2?output_format=JSON');
  });

  it('gets status "0" if it has no state or is gone', async () => {
    shop.tables.orders = [order(1, { current_state: undefined }), order(2, { current_state: undefined })];
    shop.instead = ({ url }, response) => {
      if (url.pathname === '/api/orders/1') sendJson(response, { order: { id: 1 } });
      else if (url.pathname === '/api/orders/2') shop.http.send(response, recording('orders-one-404'));
      else return false;
      return true;
    };
    expect((await stream('orders'))[0]?.records.map(({ status }) => status)).toEqual(['0', '0']);
  });

  it('is the only one requested individually', async () => {
    shop.tables.orders = [order(1, { current_state: '0' }), order(2)];
    await stream('orders');
    expect(shop.http.paths.filter((path) => path.startsWith('/api/orders/'))).toEqual([]);
  });
});

describe('recorded pages', () => {
  it.each([
    ['customers', 'customers-full-page-001', 50],
    ['orders', 'orders-full-page-001', 50],
    ['orders', 'variant-maintenance-orders', 2],
    ['products', 'products-full-page-002', 50],
    ['products', 'variant-one-language-products', 2],
  ] as const)('map without skipped rows: %s, %s, %i', async (capability, name, count) => {
    shop.tables[capability] = recordedRows(name);
    const [batch, more] = await stream(capability);
    expect(batch).toMatchObject({ page: 1, rows: count, skipped: [] });
    expect(new Set(batch?.records.map(({ sourceId }) => sourceId)).size).toBe(count);
    expect(more).toBeUndefined();
  });

  it('set cookies that are never sent back', async () => {
    shop.instead = (_request, response) => {
      shop.http.send(response, recording('customers-ids'));
      return true;
    };
    for (let time = 0; time < 3; time += 1) await integration.probeBulkExport(connectionTo(shop.http), exportOf('customers'));
    expect(shop.http.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined]);
  });

  it('leave no secret in any batch', async () => {
    const rows = recordedRows('customers-full-page-001');
    shop.tables.customers = rows;
    const text = JSON.stringify(await stream('customers'));
    for (const { passwd, secure_key } of rows) for (const secret of [passwd, secure_key]) expect(text).not.toContain(String(secret));
  });
});
