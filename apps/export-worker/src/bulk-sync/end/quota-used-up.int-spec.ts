import { DemoShopA } from '@sync/demo-shops';
import { ComparedShop } from '../../testing/compared-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const usedUp = /^The quota of .+ for stored records is used up\. /;
const page = 50;

let worker: SimulatedWorker;
let shop: DemoShopA;
let compared: ComparedShop<DemoShopA>;

beforeAll(async () => {
  worker = await SimulatedWorker.start();
  shop = await DemoShopA.start({ customers: 1, products: 1, orders: 20 * page });
  compared = await ComparedShop.link(worker, shop, 'commerce_a');
});
afterAll(async () => {
  await shop.stop();
  await worker.stop();
});

const giveQuota = (bytes: number) => worker.sql('update tenants set max_bytes = $1 where id = $2', [bytes, compared.linked.tenantId]);
const statusOf = async () =>
  (await worker.sql<{ status: string }>('select status from system_connections where id = $1', [compared.linked.connectionId]))[0]?.status;
const failedTasks = () => worker.sql(`select from tasks where state = 'failed'`);

it('a sync over the quota fails in words and stores no further page; the connection stays active and says why', async () => {
  await giveQuota(200 * 1024);
  expect(await compared.sync('full', ['orders'])).toMatchObject([{ status: 'failed', error: expect.stringMatching(usedUp) as string }]);
  const stored = (await compared.live('orders')).length;
  expect(stored).toBeGreaterThanOrEqual(page);
  expect(stored).toBeLessThan(10 * page);
  expect(await statusOf()).toBe('active');
  expect(await compared.statusReason()).toMatchObject({ code: 'quota_used_up', message: expect.stringMatching(usedUp) as string });
  expect(await failedTasks()).toEqual([]);
});

it('the next one fails without asking the shop, and nothing that is stored is lost', async () => {
  const [before, since] = [await compared.live('orders'), (await compared.statusReason())?.since];
  shop.resetCounters();
  expect(await compared.sync('delta', ['orders', 'products'])).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
  expect(shop.counters.requests).toBe(0);
  expect(await compared.live('orders')).toEqual(before);
  expect((await compared.statusReason())?.since).toBe(since);
});

it('with a larger quota the next sync brings the rest, and the reason is gone', async () => {
  await giveQuota(1024 ** 3);
  expect(await compared.sync('delta', ['orders'])).toMatchObject([{ status: 'succeeded' }]);
  expect(await compared.live('orders')).toEqual(compared.listed('orders'));
  expect(await compared.statusReason()).toBeNull();
});
