import { DemoShopA, type DemoShopAOptions, type ShopFault } from '@sync/demo-shops';
import type { BulkExportProbe } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, connectionTo, exportOf } from '../testing/connections';
import { idsOf } from '../testing/integration-scene';

const yesterday = Date.now() - 86_400_000;
/** Later than the dates of all rows that no test changes. */
const since = new Date(yesterday + 3_600_000).toISOString();

let shop: DemoShopA;
let registry: IntegrationRegistry;

async function begin(options: DemoShopAOptions = {}): Promise<void> {
  shop = await DemoShopA.start({ customers: 250, products: 130, orders: 130, changesList: true, changesSince: yesterday, ...options });
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceA: { pageDeadlineMs: 1_000 } });
}

afterEach(async () => {
  registry.close();
  await shop.stop();
});

const connection = () => connectionTo(`${shop.url}/wp-json/wc/v3`, { ...shop.credentials });
const integration = () => registry.forUnsaved('commerce_a');
const start = (capability: SystemCapability, modifiedAfter = since) =>
  integration().beginBulkExport(connection(), exportOf(capability, modifiedAfter));

async function starts(): Promise<Record<SystemCapability, BulkExportProbe>> {
  const [customers, products, orders] = await Promise.all(systemCapabilities.map((capability) => start(capability)));
  return { customers: customers!, products: products!, orders: orders! };
}

describe('a delta of a shop whose plugin lists changes', () => {
  it('costs one request for all three kinds when nothing has changed, however many records there are', async () => {
    await begin();
    const nothing = { totalPages: 0, perPage: 100, sourceIds: [], goneIds: [] };
    expect(await starts()).toEqual({ customers: nothing, orders: nothing, products: nothing });
    expect(shop.counters).toMatchObject({ requests: 1, byPath: { changes: 1 } });
  });

  it('names what has changed and what is gone: a record in the trash is, and one that came back is not', async () => {
    await begin();
    const [trashed = 0, restored = 0, changed = 0, untouched = 0] = shop.ids('orders');
    shop.change('orders', changed, {});
    for (const id of [trashed, restored]) shop.remove('orders', id);
    shop.restore('orders', restored);
    const { orders, products } = await starts();
    const named = [restored, changed].sort((one, other) => one - other).map(String);
    expect(orders).toEqual({ totalPages: 1, perPage: 100, sourceIds: named, goneIds: [String(trashed)] });
    expect(named).not.toContain(String(untouched));
    expect(products).toMatchObject({ sourceIds: [], goneIds: [] });
    expect(shop.counters.byPath).toEqual({ changes: 1 });
  });

  it('reads the named rows by their ids, 100 at once, in another process, without those that are gone meanwhile', async () => {
    await begin();
    const ids = shop.ids('customers').slice(0, 230);
    for (const id of ids) shop.change('customers', id, {});
    const { totalPages, perPage, sourceIds = [] } = await start('customers');
    expect([totalPages, perPage, sourceIds.length]).toEqual([3, 100, 230]);
    shop.remove('customers', ids[0] ?? 0);
    registry.close();
    registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
    const { batches, onBatch } = batchCollector<'customers'>();
    const second = { ...exportOf('customers', since), sourceIds: sourceIds.slice(100) };
    await integration().fetchBulkExportPageRange(connection(), second, 2, 3, perPage, onBatch);
    expect(batches.map(({ page, rows, list }) => [page, rows, list])).toEqual([
      [2, 100, undefined],
      [3, 30, undefined],
    ]);
    const first = { ...exportOf('customers', since), sourceIds: sourceIds.slice(0, 100) };
    await integration().fetchBulkExportPageRange(connection(), first, 1, 1, perPage, onBatch);
    expect(idsOf(batches).sort()).toEqual(ids.slice(1).map(String).sort());
    expect(shop.counters.byPath).toEqual({ changes: 1, customers: 3 });
  });
});

const status = (code: number): ShopFault => ({ kind: 'response', path: 'changes', status: code, body: '{"code":"no"}' });

describe('an ordinary delta follows, for one request more,', () => {
  it.each<[string, ShopFault]>([
    ['a refused key', status(401)],
    ['a plugin without such a list', status(404)],
    ['a copied shop', status(409)],
    ['a failure', status(500)],
    ['a page', { kind: 'html', path: 'changes' }],
    ['a cut connection', { kind: 'cut', path: 'changes' }],
    ['no response in time', { kind: 'hang', path: 'changes' }],
    ['a list that is not complete', { kind: 'response', path: 'changes', status: 200, body: '{"complete":false,"has_more":false}' }],
  ])('%s', async (_name, fault) => {
    await begin();
    const [id = 0] = shop.ids('orders');
    shop.change('orders', id, {});
    shop.setFaults([fault]);
    const { customers, orders } = await starts();
    expect(orders).toMatchObject({ totalPages: 1, list: { total: 1 }, firstPage: { records: [{ sourceId: String(id) }] } });
    expect(customers).toMatchObject({ totalPages: 3, list: { total: 250 } });
    expect(shop.counters.byPath).toEqual({ changes: 1, customers: 1, orders: 1, products: 1 });
  });

  it('an instant before the list began', async () => {
    await begin();
    expect(await start('orders', new Date(yesterday - 3_600_000).toISOString())).toHaveProperty('list');
  });
});

it('credentials without a version of the plugin, a full export and a list of ids ask for no list of changes', async () => {
  await begin({ changesList: false });
  for (const capability of systemCapabilities) expect(await start(capability)).toHaveProperty('list');
  await shop.stop();
  await begin();
  await integration().beginBulkExport(connection(), exportOf('orders'));
  await integration().beginBulkExport(connection(), { ...exportOf('orders', since), content: 'ids' });
  expect(shop.counters.byPath).toEqual({ orders: 2 });
});
