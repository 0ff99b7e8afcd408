import type { OrderData } from '@sync/records';
import { failureOf } from '../testing/connections';
import { idsOf } from '../testing/integration-scene';
import { recordedRows, recording, type Row } from './testing/recorded';
import { order, tableScene } from './testing/table-scene';
import { sendJson } from './testing/table-shop';

const scene = tableScene();

async function exported(...rows: Row[]): Promise<OrderData[]> {
  scene.shop.tables.orders = rows;
  return (await scene.stream('orders')).flatMap(({ records }) => records);
}

describe('addresses', () => {
  const filters = (): (string | null)[] => scene.shop.requestsOf('addresses').map(({ url }) => url.searchParams.get('filter[id]'));

  it('are requested once each, by a list of ids', async () => {
    expect(
      await exported(
        order(1, { id_address_invoice: '3', id_address_delivery: '2' }),
        order(2, { id_address_invoice: '2', id_address_delivery: '0' }),
      ),
    ).toMatchObject([
      { addressBilling: { city: 'New York', country: 'US' }, addressShipping: { city: 'Paris', country: 'FR' } },
      { addressBilling: { city: 'Paris' }, addressShipping: null },
    ]);
    expect(scene.shop.requestsOf('addresses').map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
      { output_format: 'JSON', 'filter[id]': '[3|2]', display: 'full' },
    ]);
  });

  it('are null if missing', async () => {
    scene.shop.tables.addresses = [];
    expect(await exported(order(1, { id_address_invoice: '999998', id_address_delivery: '999999' }))).toMatchObject([
      { addressBilling: null, addressShipping: null },
    ]);
  });

  it('are requested in several URLs of a safe length', async () => {
    await exported(
      ...Array.from({ length: 50 }, (_, index) =>
        order(index + 1, { id_address_invoice: String(10 ** 15 + index), id_address_delivery: String(2 * 10 ** 15 + index) }),
      ),
    );
    const asked = scene.shop.requestsOf('addresses');
    expect(asked).toHaveLength(2);
    expect(filters().flatMap((filter) => filter?.slice(1, -1).split('|'))).toHaveLength(100);
    for (const { url } of asked) expect(url.href.length).toBeLessThan(2_000);
  });

  it('are not requested for an invalid id', async () => {
    await exported(order(1, { id_address_invoice: '1]&ws_key=[', id_address_delivery: '2' }));
    expect(filters()).toEqual(['[2]']);
  });

  it('fail the export without read permission', async () => {
    scene.shop.refused.add('addresses');
    expect(await failureOf(exported(order(1, { id_address_invoice: '2' })))).toMatchObject({
      message: expect.stringContaining('no right to read addresses'),
    });
  });

  it('look up regions only if needed', async () => {
    scene.shop.tables.states = [{ id: 35, name: 'New York', iso_code: 'NY' }];
    expect(await exported(order(1, { id_address_invoice: '3' }))).toMatchObject([{ addressBilling: { region: 'New York' } }]);
    await exported(order(1, { id_address_invoice: '2' }));
    expect(scene.shop.asked('states')).toBe(1);
  });
});

describe('credit slips', () => {
  const slip = (id: number, order: number): Row => ({
    ...{ id, id_order: String(order), total_products_tax_incl: '11.900000', total_products_tax_excl: '10.000000' },
    ...{ total_shipping_tax_incl: '0.000000', total_shipping_tax_excl: '0.000000' },
  });
  const refunds = (records: OrderData[]): unknown[] =>
    records.map(({ customAttributes }) => customAttributes.find(({ key }) => key === 'commerce_b.total_refunded')?.value);

  const filters = (): (string | null)[] => scene.shop.requestsOf('order_slip').map(({ url }) => url.searchParams.get('filter[id_order]'));

  it('cost one request per run in a shop that has none', async () => {
    await exported(order(1), order(2));
    expect(filters()).toEqual([null]);
  });

  it.each([
    ['all at once where they are no more than the orders of the page', [slip(1, 2), slip(2, 2)], 2380, [null, null]],
    ['those of the page elsewhere', [slip(1, 2), slip(2, 2), slip(3, 9)], 2380, [null, '[1|2]']],
  ])('are read %s', async (_how, slips, sum, asked) => {
    scene.shop.tables.order_slip = slips;
    expect(refunds(await exported(order(1), order(2)))).toEqual([undefined, sum]);
    expect(filters()).toEqual(asked);
  });

  it('are left out with a warning if the key may not read them', async () => {
    scene.shop.refused.add('order_slip');
    scene.shop.tables.orders = [order(1)];
    expect(await scene.stream('orders')).toMatchObject([{ warnings: [expect.stringContaining('refunds are not known')] }]);
  });
});

describe('an order without a state in the list', () => {
  const statuses = async (...rows: Row[]): Promise<string[]> => (await exported(...rows)).map(({ status }) => status);
  const without = { current_state: undefined };

  it('is requested individually', async () => {
    scene.shop.instead = ({ url }, response) => {
      if (url.pathname !== '/api/orders/2') return false;
      sendJson(response, { order: { id: 2, current_state: '5' } });
      return true;
    };
    expect(await statuses(order(1), order(2, without))).toEqual(['Payment accepted', 'Delivered']);
    expect(scene.shop.http.paths).toContain('/api/orders/2?output_format=JSON');
  });

  it('gets status "0" if it has no state or is gone', async () => {
    scene.shop.instead = ({ url }, response) => {
      if (url.pathname === '/api/orders/1') sendJson(response, { order: { id: 1 } });
      else if (url.pathname === '/api/orders/2') scene.shop.http.send(response, recording('orders-one-404'));
      else return false;
      return true;
    };
    expect(await statuses(order(1, without), order(2, without))).toEqual(['0', '0']);
  });

  it('is the only one requested individually', async () => {
    await exported(order(1, { current_state: '0' }), order(2));
    expect(scene.shop.http.paths.filter((path) => path.startsWith('/api/orders/'))).toEqual([]);
  });
});

describe('recorded pages', () => {
  it.each([
    // One of them is deleted.
    ['customers', 'customers-full-page-001', 50, 49],
    ['orders', 'orders-full-page-001', 50],
    ['orders', 'variant-maintenance-orders', 2],
    ['products', 'products-full-page-002', 50],
    ['products', 'variant-one-language-products', 2],
  ] as const)('map without skipped rows or secrets: %s, %s, %i', async (capability, name, count, records: number = count) => {
    const rows = recordedRows(name);
    scene.shop.tables[capability] = rows;
    const batches = await scene.stream(capability);
    expect(batches).toMatchObject([{ page: 1, rows: count, skipped: [] }]);
    expect(new Set(idsOf(batches)).size).toBe(records);
    const secrets = rows.flatMap(({ passwd, secure_key: key }) => [passwd, key]).filter((secret) => typeof secret === 'string');
    expect(secrets.filter((secret) => secret !== '' && JSON.stringify(batches).includes(secret))).toEqual([]);
  });

  it('set cookies that are never sent back', async () => {
    scene.shop.replay('customers-ids');
    for (let time = 0; time < 3; time += 1) await scene.probe('customers');
    expect(scene.shop.http.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined]);
  });
});
