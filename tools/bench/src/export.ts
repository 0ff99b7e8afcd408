import { randomUUID } from 'node:crypto';
import { RecordStore } from '@sync/record-store';
import type { OrderData } from '@sync/records';
import type { IntegrationConnection } from '@sync/integration-contract';
import { benchPool } from './bench-pool';
import { LinkedShop } from './linked-shop';
import { compared, secondsOf, takingTurns, type BenchRow } from './measure';
import { benchIntegration, shopConnection } from './bench-integration';
import { insertConnection } from './bench-connection';
import { sayProgress } from './bench-progress';
import { DemoShopProgram, type ShopPlatform } from './demo-shop-program';
import { benchClock, clockOf, ProcessorMeter, sumOf, type ProcessorClock } from './processor-time';
import type { Service } from './services';

const section = 'Export of orders (fetch, map, persist), 4 requests in flight';
const perPage = 50;
const inFlight = 4;

interface Setup {
  service: Service;
  postgres: ProcessorClock;
  shop: DemoShopProgram;
  orders: number;
  turns: number;
}

/** From request to success with the deployed services, against fetch and map alone and persist alone. */
export async function measureExport(service: Service, postgres: ProcessorClock, orders: number, turns: number): Promise<BenchRow[]> {
  const ofA = await withShop('commerce_a', orders, async (shop) => {
    const setup = { service, postgres, shop, orders, turns };
    return [...(await againstFetchAlone(setup, 100)), ...(await againstFetchAlone(setup, 20)), ...(await withoutLatency(setup))];
  });
  const ofB = await withShop('commerce_b', orders, (shop) => againstFetchAlone({ service, postgres, shop, orders, turns }, 100));
  return [...ofA, ...ofB];
}

async function withShop<T>(platform: ShopPlatform, orders: number, measure: (shop: DemoShopProgram) => Promise<T>): Promise<T> {
  const shop = await DemoShopProgram.start({ orders, platform });
  try {
    return await measure(shop);
  } finally {
    await shop.stop();
  }
}

async function againstFetchAlone(setup: Setup, latencyMs: number): Promise<BenchRow[]> {
  const { shop, orders, turns } = setup;
  await shop.setLatency(latencyMs);
  const names = { whole: `${shop.platform} export at ${latencyMs} ms`, fetch: `${shop.platform} fetch and map alone at ${latencyMs} ms` };
  const meter = serviceMeter(setup);
  const alone = new ProcessorMeter('order', { bench: benchClock });
  const rate = await takingTurns(turns, {
    [names.whole]: () => exportRate(setup, meter),
    [names.fetch]: () => alone.around('fetch', orders, () => fetchRate(setup)),
  });
  return [
    compared({
      section,
      what: `${shop.platform}, ${orders.toLocaleString('en')} orders, shop responds after ${latencyMs} ms`,
      value: rate[names.whole] ?? NaN,
      unit: 'orders/s',
      against: 'fetch and map alone',
      limit: rate[names.fetch] ?? NaN,
      goal: '>= 0.9',
      processor: meter.costOf('export'),
      limitProcessor: alone.costOf('fetch'),
    }),
  ];
}

async function withoutLatency(setup: Setup): Promise<BenchRow[]> {
  await setup.shop.setLatency(0);
  const mapped = await collect(setup);
  const meter = serviceMeter(setup);
  const alone = new ProcessorMeter('order', { bench: benchClock, Postgres: setup.postgres });
  const rate = await takingTurns(setup.turns, {
    export: () => exportRate(setup, meter),
    'persist alone, 500 a batch, two writers': () => persistRate(setup, mapped, alone),
    'one page after another': () => pageAfterPageRate(setup, alone),
  });
  const value = rate.export;
  const row = {
    section,
    what: `commerce_a, ${setup.orders.toLocaleString('en')} orders, shop responds at once`,
    value,
    unit: 'orders/s',
    processor: meter.costOf('export'),
  };
  return [
    compared({
      ...row,
      against: 'persist alone, 500 a batch, 2 writers',
      limit: rate['persist alone, 500 a batch, two writers'],
      goal: '>= 0.55',
      limitProcessor: alone.costOf('persist'),
    }),
    compared({
      ...row,
      against: 'one page after another',
      limit: rate['one page after another'],
      goal: '>= 1.6',
      limitProcessor: alone.costOf('page after page'),
    }),
  ];
}

function serviceMeter({ service, postgres }: Setup): ProcessorMeter {
  return new ProcessorMeter('order', { workers: sumOf(service.workers.map(clockOf)), Postgres: postgres });
}

/** The first export of orders only, on a new connection that already has its customers and products. */
async function exportRate({ service, shop, orders }: Setup, meter: ProcessorMeter): Promise<number> {
  const linked = await LinkedShop.link(service, shop, ['customers', 'products']);
  return orders / (await meter.around('export', orders, () => linked.secondsOfFirstExport('orders')));
}

async function fetchRate({ shop, orders }: Setup): Promise<number> {
  const seconds = await secondsOf(() => fetchInFlight(shop, orders, () => Promise.resolve()));
  return orders / seconds;
}

/** As many page ranges as requests in flight, each page by page. */
async function fetchInFlight(shop: DemoShopProgram, orders: number, onRecords: (records: OrderData[]) => Promise<void>): Promise<void> {
  const connection = shopConnection(shop);
  const pages = Math.ceil(orders / perPage);
  const each = Math.ceil(pages / inFlight);
  const ranges = Array.from({ length: inFlight }, (_, index) => [index * each + 1, Math.min((index + 1) * each, pages)] as const);
  await Promise.all(ranges.map(([first, last]) => fetchRange(connection, first, last, onRecords)));
}

function fetchRange(
  connection: IntegrationConnection,
  first: number,
  last: number,
  onRecords: (records: OrderData[]) => Promise<void>,
): Promise<void> {
  const integration = benchIntegration(connection.driver as ShopPlatform);
  const request = { capability: 'orders' as const, systemConnectionId: connection.id, modifiedAfter: null };
  return integration.fetchBulkExportPageRange(connection, request, first, last, perPage, ({ records }) => onRecords(records));
}

async function collect({ shop, orders }: Setup): Promise<OrderData[]> {
  const collected: OrderData[] = [];
  await fetchInFlight(shop, orders, async (records) => {
    collected.push(...records);
  });
  return collected;
}

async function persistRate(setup: Setup, mapped: OrderData[], meter: ProcessorMeter): Promise<number> {
  return withStore(setup, 2, async (store, systemConnectionId) => {
    const batches = Array.from({ length: Math.ceil(mapped.length / 500) }, (_, index) => mapped.slice(index * 500, (index + 1) * 500));
    const writer = async () => {
      for (let records = batches.pop(); records; records = batches.pop()) {
        await store.writePage({ shopId: systemConnectionId, capability: 'orders', records, firstExport: true });
      }
    };
    return setup.orders / (await meter.around('persist', setup.orders, () => secondsOf(() => Promise.all([writer(), writer()]))));
  });
}

async function pageAfterPageRate(setup: Setup, meter: ProcessorMeter): Promise<number> {
  const { shop, orders } = setup;
  return withStore(setup, 1, async (store, systemConnectionId) => {
    const connection = shopConnection(shop);
    const request = { capability: 'orders' as const, systemConnectionId: randomUUID(), modifiedAfter: null };
    const write = () =>
      benchIntegration(shop.platform).streamBulkExport(connection, request, async ({ records }) => {
        await store.writePage({ shopId: systemConnectionId, capability: 'orders', records, firstExport: true });
      });
    return orders / (await meter.around('page after page', orders, () => secondsOf(write)));
  });
}

/** On a connection that already has the shop's customers and products. */
async function withStore(
  { service, shop }: Setup,
  connections: number,
  use: (store: RecordStore, systemConnectionId: string) => Promise<number>,
): Promise<number> {
  const pool = benchPool(service.databaseUrl, connections);
  try {
    const store = new RecordStore(pool);
    const systemConnectionId = await insertConnection(pool);
    for (const capability of ['customers', 'products'] as const) {
      const request = { capability, systemConnectionId, modifiedAfter: null };
      await benchIntegration(shop.platform).streamBulkExport(shopConnection(shop), request, async ({ records }) => {
        await store.writePage({ shopId: systemConnectionId, capability, records, firstExport: true });
      });
    }
    return await use(store, systemConnectionId);
  } finally {
    await pool.end();
  }
}

/** Peak memory of a single worker, at a tenth of the orders and at all of them. */
export async function measureMemory(start: () => Promise<Service>, orders: number): Promise<BenchRow[]> {
  const peaks: number[] = [];
  for (const size of [orders / 10, orders]) {
    const shop = await DemoShopProgram.start({ orders: size });
    const service = await start();
    try {
      const linked = await LinkedShop.link(service, shop);
      const rate = Math.round(size / (await linked.secondsOfLastRun('orders')));
      peaks.push(Math.max(...service.workers.map((worker) => worker.peakMemory())));
      sayProgress(`  worker at ${size} orders: ${Math.round(peaks.at(-1) ?? NaN)} MiB, ${rate} orders/s`);
    } finally {
      await service.stop();
      await shop.stop();
    }
  }
  const [small = NaN, large = NaN] = peaks;
  const what = `worker, ${orders.toLocaleString('en')} orders`;
  return [
    compared({
      section: 'Memory',
      what,
      value: large,
      unit: 'MiB at most',
      against: `${(orders / 10).toLocaleString('en')} orders`,
      limit: small,
      goal: '<= 1.15',
    }),
    { section: 'Memory', what, value: large, unit: 'MiB at most', goal: '<= 250' },
  ];
}
