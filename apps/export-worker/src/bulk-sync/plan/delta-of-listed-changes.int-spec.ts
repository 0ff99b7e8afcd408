import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { ComparedShop } from '../../testing/compared-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const sizes = { customers: 260, products: 70, orders: 70 };
const yesterday = Date.now() - 86_400_000;

/** The platform, and how many requests it takes to look for 130 customers. */
const platforms: ['commerce_a' | 'commerce_b', () => Promise<DemoShopA | DemoShopB>, number][] = [
  ['commerce_a', () => DemoShopA.start({ ...sizes, changesList: true, changesSince: yesterday }), 2],
  ['commerce_b', () => DemoShopB.start({ ...sizes, module: true, moduleSince: yesterday }), 3],
];

let worker: SimulatedWorker;
let shop: DemoShopA | DemoShopB;
let compared: ComparedShop;

beforeAll(async () => (worker = await SimulatedWorker.start()));
afterAll(() => worker.stop());

describe.each(platforms)('a delta of %s, whose plugin lists changes,', (platform, start, requestsFor130) => {
  beforeEach(async () => {
    shop = await start();
    compared = await ComparedShop.link(worker, shop, platform);
    await compared.sync('full');
    await worker.pass(60);
    shop.resetCounters();
  });
  afterEach(() => shop.stop());

  const delta = async () => {
    const runs = await compared.sync('delta');
    expect(runs.map(({ status, incomplete }) => [status, incomplete])).toEqual([1, 2, 3].map(() => ['succeeded', null]));
    const { byPath } = shop.counters;
    shop.resetCounters();
    return byPath;
  };

  it('marks what the plugin says is gone as deleted, asks the shop for it once, and pays one request for the delta after it', async () => {
    for (const id of shop.ids('customers').slice(0, 130)) shop.remove('customers', id);
    shop.remove('orders', shop.ids('orders')[6] ?? 0);
    expect(await delta()).toEqual({ changes: 1, customers: requestsFor130, orders: 1 });
    for (const capability of ['customers', 'orders', 'products'] as const)
      expect(await compared.live(capability)).toEqual(compared.listed(capability));
    await worker.pass(60);
    expect(await delta()).toEqual({ changes: 1 });
  });

  it('pays nothing for a deletion that a message of the plugin has brought', async () => {
    const id = shop.ids('products')[1] ?? 0;
    shop.remove('products', id);
    await compared.announceDeletion('products', String(id));
    expect(await delta()).toEqual({ changes: 1 });
  });

  it('keeps a record that the plugin says is gone and that the shop has', async () => {
    const none = { customers: [], orders: [], products: [] };
    const deleted = { ...none, products: [String(shop.ids('products')[1])] };
    const body = JSON.stringify({ complete: true, has_more: false, changed: none, deleted });
    shop.setFaults([{ kind: 'response', path: 'changes', status: 200, headers: { 'Content-Type': 'application/json' }, body }]);
    expect(await delta()).toMatchObject({ changes: 1, products: 1 });
    expect(await compared.live('products')).toEqual(compared.listed('products'));
  });
});

it('brings back what came out of the trash of a shop of commerce_a', async () => {
  const commerceA = await DemoShopA.start({ ...sizes, changesList: true, changesSince: yesterday });
  shop = commerceA;
  compared = await ComparedShop.link(worker, shop, 'commerce_a');
  await compared.sync('full');
  const [id = 0] = shop.ids('products');
  commerceA.remove('products', id);
  await worker.pass(60);
  await compared.sync('delta');
  expect(await compared.live('products')).not.toContain(id);
  commerceA.restore('products', id);
  await worker.pass(60);
  await compared.sync('delta');
  expect(await compared.live('products')).toEqual(compared.listed('products'));
  await shop.stop();
});
