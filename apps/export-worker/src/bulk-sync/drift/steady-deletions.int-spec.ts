import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { ComparedShop } from '../../testing/compared-shop';
import { GatedShop } from '../../testing/gated-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const pages = 80;
const sizes = { customers: 1, products: 1, orders: pages * 50 };

describe.each([
  ['commerce_a', DemoShopA],
  ['commerce_b', DemoShopB],
] as const)('%s under steady deletions', (system, Shop) => {
  let worker: SimulatedWorker;

  beforeAll(async () => (worker = await SimulatedWorker.start()));
  afterAll(() => worker.stop());

  it('reads at most 1.5 times the pages of a list, and stores every record that stays', async () => {
    const shop = await Shop.start(sizes);
    const gate = await GatedShop.before(shop);
    const compared = await ComparedShop.link<DemoShopA | DemoShopB>(
      worker,
      Object.assign(Object.create(shop) as DemoShopA, { url: gate.url }),
      system,
    );
    // The first page of each range of ten, so that the ranges read meanwhile drift as well.
    for (let page = 5; page <= pages; page += 25)
      gate.hold(`orders ${page}`, () => {
        shop.remove('orders', shop.ids('orders')[page * 37] ?? 0);
        return Promise.resolve();
      });
    const before = shop.ids('orders').length;
    const [run] = await compared.sync('full', ['orders']);
    expect(shop.ids('orders').length).toBeLessThanOrEqual(before - 4);
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(run?.pagesDone).toBeLessThanOrEqual(1.5 * pages);
    const live = new Set(await compared.live('orders'));
    expect(compared.listed('orders').filter((id) => !live.has(id))).toEqual([]);
    await gate.stop();
    await shop.stop();
  });
});
