import { DemoShopB, type DemoShopBOptions, type ShopBFault } from '@sync/demo-shops';
import type { BulkExportProbe } from '@sync/integration-contract';
import { Secret, type SystemCapability } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, exportOf } from '../testing/connections';
import { shopUnderTest } from './testing/shop-under-test';

const yesterday = Date.now() - 86_400_000;
/** Later than the dates of all rows that no test changes. */
const since = new Date(yesterday + 3_600_000).toISOString();
const sizes = { customers: 130, products: 130, orders: 130 };

let shop: DemoShopB;
let processes: ReturnType<typeof shopUnderTest>[] = [];

/** Two processes that work for one connection: the first one probes. */
async function begin(options: DemoShopBOptions = {}, credentials?: object): Promise<void> {
  shop = await DemoShopB.start({ ...sizes, timeZone: 'Africa/Lagos', module: true, moduleSince: yesterday, ...options });
  processes = [0, 1].map(() => {
    const registry = new IntegrationRegistry({
      storeHostAllowlist: ['127.0.0.1'],
      commerceB: { perPage: 50, verifyDeadlineMs: 300 },
    });
    const under = shopUnderTest(shop, registry);
    const revealed = { ...(credentials ?? shop.credentials) };
    return { ...under, connection: { ...under.connection, credentials: new Secret(revealed) } };
  });
}

afterEach(async () => {
  for (const { stop } of processes) await stop();
  processes = [];
});

const probe = (capability: SystemCapability, modifiedAfter = since): Promise<BulkExportProbe> =>
  processes[0]!.integration.probeBulkExport(processes[0]!.connection, exportOf(capability, modifiedAfter));

async function probes(): Promise<Record<SystemCapability, BulkExportProbe>> {
  const [customers, orders, products] = await Promise.all([probe('customers'), probe('orders'), probe('products')]);
  return { customers, orders, products };
}

/** Reads the rows that the probe names, in another process. */
async function read<C extends SystemCapability>(capability: C) {
  const { sourceIds = [], perPage } = await probe(capability);
  const { batches, onBatch } = batchCollector<C>();
  const { integration, connection } = processes[1]!;
  const request = { ...exportOf(capability, since), sourceIds };
  await integration.fetchBulkExportPageRange(connection, request, 1, Math.ceil(sourceIds.length / perPage), perPage, onBatch);
  return batches.flatMap(({ records }) => records);
}

describe('a delta of a shop with the module', () => {
  it('costs one request for all three kinds when nothing has changed, however many records there are', async () => {
    await begin();
    const nothing = { totalPages: 0, perPage: 60, sourceIds: [], goneIds: [] };
    expect(await probes()).toEqual({ customers: nothing, orders: nothing, products: nothing });
    expect(shop.counters).toMatchObject({ requests: 1, byPath: { changes: 1 } });
  });

  it('names what has changed in ascending order and what is gone, and lists nothing', async () => {
    await begin();
    for (const id of [101, 7, 64]) shop.change('products', id, {});
    for (const id of [9, 8]) shop.remove('products', id);
    const { customers, products } = await probes();
    expect(products).toEqual({ totalPages: 2, perPage: 60, sourceIds: ['7', '64', '101'], goneIds: ['8', '9'] });
    expect(customers).toMatchObject({ sourceIds: [] });
    expect(shop.counters.byPath).toEqual({ changes: 1 });
  });

  it('reads the named rows, those with an old date too: a changed address counts for its customer and its orders', async () => {
    await begin();
    const order = shop.ids('orders')[5]!;
    const address = Number(shop.record('orders', order).id_address_invoice);
    const customer = String(shop.record('addresses', address).id_customer);
    shop.change('addresses', address, { city: 'Newtown' });
    const orders = await read('orders');
    expect(orders.map(({ sourceId }) => sourceId)).toContain(String(order));
    expect(orders.map(({ addressBilling, addressShipping }) => [addressBilling?.city, addressShipping?.city])).toEqual(
      orders.map(() => expect.arrayContaining(['Newtown'])),
    );
    expect((await read('customers')).map(({ sourceId }) => sourceId)).toEqual([customer]);
  });

  it('follows the pages of a long list, in which the latest that happened to a record counts', async () => {
    await begin({ customers: 2_100, products: 1, orders: 1 });
    for (const id of shop.ids('customers')) shop.change('customers', id, {});
    for (const id of [1, 2_000]) shop.remove('customers', id);
    const { sourceIds, goneIds } = await probe('customers');
    expect([sourceIds?.length, goneIds]).toEqual([2_098, ['1', '2000']]);
    expect(shop.counters.byPath).toEqual({ changes: 3 });
  });

  it('asks with the key in a header, from the instant rounded down to ten minutes', async () => {
    await begin({ moduleSince: Date.parse('2026-03-01T10:00:00Z') });
    expect(await probe('orders', '2026-03-01T10:09:59Z')).toMatchObject({ goneIds: [] });
    expect(shop.counters.byPath).toEqual({ changes: 1 });
    expect(await probe('products', '2026-03-01T09:59:59Z')).not.toHaveProperty('goneIds');
  });
});

const answer = (fields: object): ShopBFault => {
  const lists = { customers: [], orders: [], products: [] };
  const whole = { position: 2, oldest: 1, complete: true, has_more: false, next: 2, changed: lists, deleted: lists };
  return {
    kind: 'response',
    path: 'changes',
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...whole, ...fields }),
  };
};
const status = (code: number): ShopBFault => ({ kind: 'response', path: 'changes', status: code, body: '{"error":"No."}' });
const withOrders = (orders: unknown) => ({ changed: { customers: [], products: [], orders } });

describe('an ordinary delta follows, for one request more,', () => {
  it.each<[string, ShopBFault]>([
    ['a refused key', status(401)],
    ['a module that is gone', status(404)],
    ['a shop that has moved', status(409)],
    ['a failure', status(500)],
    ['a redirect', { kind: 'redirect', path: 'changes', location: '/en/' }],
    ['a page', { kind: 'html', path: 'changes' }],
    ['broken JSON', { kind: 'response', path: 'changes', status: 200, body: '{"position":' }],
    ['no object', { kind: 'response', path: 'changes', status: 200, body: '[]' }],
    ['a cut connection', { kind: 'cut', path: 'changes' }],
    ['no response in time', { kind: 'hang', path: 'changes' }],
    ['a list that is not complete', answer({ complete: false })],
    ['a list that does not say whether it goes on', answer({ has_more: null })],
    ['a list that does not move on', answer({ has_more: true, next: 2 })],
    ['no lists', answer({ deleted: null })],
    ['a list without a kind', answer({ changed: { customers: [], orders: [] } })],
    ['an id that is a number', answer(withOrders([7]))],
    ['an id that is no number', answer(withOrders(['7 or 1=1']))],
    ['too many ids', answer(withOrders(Array.from({ length: 1_001 }, (_, index) => String(index + 1))))],
  ])('%s', async (_name, fault) => {
    await begin();
    shop.change('orders', 7, {});
    shop.setFaults([fault]);
    const { orders } = await probes();
    expect(orders).toMatchObject({ sourceIds: ['7'], keys: expect.anything() });
    expect(shop.counters.byPath).toEqual({ changes: 1, customers: 1, orders: 1, products: 1, configurations: 1 });
  });

  it('more changes than 50 pages hold', async () => {
    await begin();
    let next = Date.now();
    shop.setFaults(Array.from({ length: 60 }, () => ({ ...answer({ has_more: true, next: (next += 1) }), times: 1 })));
    expect(await probe('orders')).toHaveProperty('keys');
    expect(shop.counters.byPath.changes).toBe(50);
  });
});

it.each([
  ['without a version of the module', { module_version: undefined }],
  ['with an empty one', { module_version: '' }],
])('credentials %s ask no module', async (_name, changed) => {
  const apiKey = 'B8QJ4N2X7RZK5TMC9WVD3HPL6YFGS1EA';
  await begin({ apiKey }, { api_key: apiKey, ...changed });
  for (const probed of Object.values(await probes())) expect(probed).toHaveProperty('keys');
  expect(shop.counters.byPath).not.toHaveProperty('changes');
});

it('a full export and a list of ids ask no module', async () => {
  await begin();
  const { integration, connection } = processes[0]!;
  await integration.probeBulkExport(connection, exportOf('orders'));
  await integration.probeBulkExport(connection, { ...exportOf('orders', since), content: 'ids' });
  expect(shop.counters.byPath).toEqual({ orders: 2 });
});

it('a shop that is down fails as without the module', async () => {
  await begin();
  await shop.stop();
  await expect(probe('orders')).rejects.toThrow('The shop could not be reached for the list of all orders');
});
