import { DemoShopB } from '@sync/demo-shops';
import { ComparedShop } from '../../testing/compared-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

let worker: SimulatedWorker;
let shop: DemoShopB;
let compared: ComparedShop<DemoShopB>;

beforeAll(async () => (worker = await SimulatedWorker.start()));
afterAll(() => worker.stop());

beforeEach(async () => {
  shop = await DemoShopB.start({ customers: 260, products: 70, orders: 70, module: true, moduleSince: Date.now() - 86_400_000 });
  compared = await ComparedShop.link(worker, shop, 'commerce_b');
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

it('marks what the module says is gone as deleted, asks the shop for it once, and pays one request for the delta after it', async () => {
  for (const id of shop.ids('customers').slice(0, 130)) shop.remove('customers', id);
  shop.remove('orders', 7);
  expect(await delta()).toEqual({ changes: 1, customers: 3, orders: 1 });
  for (const capability of ['customers', 'orders', 'products'] as const)
    expect(await compared.live(capability)).toEqual(compared.listed(capability));
  await worker.pass(60);
  expect(await delta()).toEqual({ changes: 1 });
});

it('pays nothing for a deletion that a message of the plugin has brought', async () => {
  shop.remove('products', 9);
  await compared.announceDeletion('products', '9');
  expect(await delta()).toEqual({ changes: 1 });
});

it('keeps a record that the module says is gone and that the shop has', async () => {
  const none = { customers: [], orders: [], products: [] };
  const body = { complete: true, has_more: false, changed: none, deleted: { ...none, products: ['9'] } };
  shop.setFaults([{ kind: 'response', path: 'changes', status: 200, body: JSON.stringify(body) }]);
  expect(await delta()).toMatchObject({ changes: 1, products: 1 });
  expect(await compared.live('products')).toEqual(compared.listed('products'));
});
