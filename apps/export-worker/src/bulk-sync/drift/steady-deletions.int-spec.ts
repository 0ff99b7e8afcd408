import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { ComparedShop } from '../../testing/compared-shop';
import { GatedShop } from '../../testing/gated-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const pages = 80;
const sizes = { customers: 1, products: 1, orders: pages * 50 };

/** A deletion before every so many pages. commerce_b lists its ids, so that what deletions hide is read by id. */
describe.each([
  ['commerce_a', DemoShopA, 25, 1.5],
  ['commerce_b', DemoShopB, 2, 1.1],
] as const)('%s under steady deletions', (system, Shop, every, atMost) => {
  let worker: SimulatedWorker;

  beforeAll(async () => (worker = await SimulatedWorker.start()));
  afterAll(() => worker.stop());

  it(`reads at most ${atMost} times the pages of a list, and stores every record that stays`, async () => {
    const shop = await Shop.start(sizes);
    const gate = await GatedShop.before(shop);
    const compared = await ComparedShop.link<DemoShopA | DemoShopB>(
      worker,
      Object.assign(Object.create(shop) as DemoShopA, { url: gate.url }),
      system,
    );
    // The first page of each range of ten, so that the ranges read meanwhile drift as well.
    for (let page = 5; page <= pages; page += every)
      gate.hold(`orders ${page}`, () => {
        shop.remove('orders', shop.ids('orders')[page * 37] ?? 0);
        return Promise.resolve();
      });
    const before = shop.ids('orders').length;
    const [run] = await compared.sync('full', ['orders']);
    expect(shop.ids('orders').length).toBeLessThanOrEqual(before - 1 - Math.floor((pages - 5) / every));
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(run?.pagesDone).toBeLessThanOrEqual(atMost * pages);
    const live = new Set(await compared.live('orders'));
    expect(compared.listed('orders').filter((id) => !live.has(id))).toEqual([]);
    await gate.stop();
    await shop.stop();
  });
});
