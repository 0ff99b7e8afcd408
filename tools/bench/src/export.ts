import { sayProgress } from './bench-progress';
import { insertShops, secondsOfSync, type BenchShop } from './bench-shops';
import { sampleRecords, withDemoShop, type DemoShopProgram, type ShopPlatform } from './demo-shop-program';
import { compared, comparedRates, takeTurns, turnOf, type BenchRow, type Case, type Setting } from './measure';
import { benchClock, clockOf } from './processor-time';
import { withPool, withService, type Service } from './services';
import { storeOrders, storeTargets } from './store-records';

const section = 'Export of orders (fetch, map, persist), 4 requests in flight';
const unit = 'orders/s';
const inFlight = 4;

interface ExportSetting extends Setting {
  service: Service;
}

/** From request to success with the deployed services, against fetch and map alone and persist alone. */
export async function measureExport(setting: Setting): Promise<BenchRow[]> {
  return withService(setting.url, async (service) => {
    const exporting = { ...setting, service };
    const ofA = async (shop: DemoShopProgram): Promise<BenchRow[]> => [
      await againstFetchAlone(exporting, shop, 100),
      await againstFetchAlone(exporting, shop, 20),
      await againstPersistAlone(exporting, shop),
    ];
    const ofB = (shop: DemoShopProgram): Promise<BenchRow> => againstFetchAlone(exporting, shop, 100);
    return [...(await withDemoShop(setting.orders, ofA)), await withDemoShop(setting.orders, ofB, 'commerce_b')];
  });
}

async function againstFetchAlone(setting: ExportSetting, shop: DemoShopProgram, latencyMs: number): Promise<BenchRow> {
  const { orders, turns } = setting;
  await shop.setLatency(latencyMs);
  const read = turnOf(orders, () => shop.read('orders', orders, inFlight));
  const cases = { export: exportCase(setting, shop), 'fetch and map alone': { run: read, clocks: { bench: benchClock } } };
  const taken = await takeTurns('order', cases, turns);
  const title = { section, what: titleOf(setting, shop, `after ${latencyMs} ms`), unit };
  return comparedRates(title, taken.export, 'fetch and map alone', taken['fetch and map alone'], '>= 0.9');
}

async function againstPersistAlone(setting: ExportSetting, shop: DemoShopProgram): Promise<BenchRow> {
  const { url, postgres, orders, turns } = setting;
  await shop.setLatency(0);
  const sample = await sampleRecords(orders);
  return withPool(url, 2, async (pool) => {
    let shopId = '';
    const persist: Case = {
      prepare: async () => {
        ({ id: shopId } = await insertShop(url));
        await storeTargets(pool, shopId, sample);
      },
      run: turnOf(orders, () => storeOrders(pool, shopId, sample.orders, { size: 500, firstExport: true })),
      clocks: { bench: benchClock, Postgres: postgres.clock },
    };
    const taken = await takeTurns('order', { export: exportCase(setting, shop), 'persist alone': persist }, turns);
    const title = { section, what: titleOf(setting, shop, 'at once'), unit };
    return comparedRates(title, taken.export, 'persist alone, 500 a batch, 2 writers', taken['persist alone'], '>= 0.55');
  });
}

/** The first export of orders, on a new connection that already has its customers and products. */
function exportCase({ url, service, postgres, orders }: ExportSetting, demoShop: DemoShopProgram): Case {
  let shop: BenchShop;
  return {
    prepare: async () => {
      shop = await insertShop(url, demoShop);
      await secondsOfSync(service, shop, 'customers');
      await secondsOfSync(service, shop, 'products');
    },
    run: async () => ({ units: orders, seconds: await secondsOfSync(service, shop, 'orders') }),
    clocks: { workers: clockOf(...service.workers), Postgres: postgres.clock },
  };
}

async function insertShop(url: string, shop?: DemoShopProgram): Promise<BenchShop> {
  const wanted = shop && { platform: shop.platform, baseUrls: [shop.url], credentials: shop.credentials };
  const [inserted] = await withPool(url, 1, (pool) => insertShops(pool, 1, wanted));
  return inserted as BenchShop;
}

const titleOf = ({ orders }: Setting, { platform }: { platform: ShopPlatform }, when: string): string =>
  `${platform}, ${orders.toLocaleString('en')} orders, shop responds ${when}`;

/** Peak memory of a single worker, at a tenth of the orders and at all of them. */
export async function measureMemory({ url, orders: usual }: Setting): Promise<BenchRow[]> {
  const orders = 5 * usual;
  const peakBeside = async (demoShop: DemoShopProgram, size: number, service: Service): Promise<number> => {
    const seconds = await secondsOfSync(service, await insertShop(url, demoShop), 'orders');
    const peak = Math.max(...service.workers.map((worker) => worker.peakMemory()));
    sayProgress(`  worker at ${size} orders: ${Math.round(peak)} MiB, ${Math.round(size / seconds)} orders/s`);
    return peak;
  };
  const peakOf = (size: number) => withDemoShop(size, (shop) => withService(url, (service) => peakBeside(shop, size, service), 1));
  const [small, large] = [await peakOf(orders / 10), await peakOf(orders)];
  const row = { section: 'Memory', what: `worker, ${orders.toLocaleString('en')} orders`, value: large, unit: 'MiB at most' };
  const against = `${(orders / 10).toLocaleString('en')} orders`;
  return [compared({ ...row, against, limit: small, goal: '<= 1.15' }), { ...row, goal: '<= 250' }];
}
