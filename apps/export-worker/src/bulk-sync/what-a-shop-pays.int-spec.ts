import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { SyncMode } from '@sync/sync-runs';
import { ComparedShop } from '../testing/compared-shop';
import { SimulatedWorker } from '../testing/simulated-worker';

type Shop = DemoShopA | DemoShopB;

const sizes: Readonly<Record<SystemCapability, number>> = { customers: 501, products: 472, orders: 430 };

/**
 * What all three syncs of a mode may cost a shop of 1,403 records at most, counted by the shop's own HTTP server: requests, and kB of
 * response bodies, which are not compressed. Lower a number when a run gets cheaper. Nothing in the shop changes between the runs.
 */
const ceilings: readonly [platform: 'commerce_a' | 'commerce_b', mode: SyncMode, requests: number, kilobytes: number][] = [
  ['commerce_a', 'full', 30, 3_300],
  ['commerce_a', 'delta', 8, 60],
  ['commerce_a', 'reconcile', 16, 110],
  ['commerce_b', 'full', 52, 2_710],
  ['commerce_b', 'delta', 4, 70],
  ['commerce_b', 'reconcile', 3, 25],
];

/** One row of each kind that no record can be made of. */
const unmappable = {
  commerce_a: { customers: { email: '' }, products: { date_created: null, date_created_gmt: null }, orders: { currency: '' } },
  commerce_b: { customers: { email: '' }, products: {}, orders: { id_currency: '99' } },
} as const;
/** Long before the first sync. */
const longAgo = {
  commerce_a: { date_modified: null, date_modified_gmt: null },
  commerce_b: { date_upd: '2025-01-01 00:00:00' },
};

let worker: SimulatedWorker;

beforeAll(async () => (worker = await SimulatedWorker.start()));
afterAll(() => worker.stop());

describe.each(['commerce_a', 'commerce_b'] as const)('a shop of %s', (platform) => {
  let shop: Shop;
  let compared: ComparedShop<Shop>;

  beforeAll(async () => {
    shop = await (platform === 'commerce_a' ? DemoShopA : DemoShopB).start(sizes);
    compared = await ComparedShop.link<Shop>(worker, shop, platform);
    // As that of a shop that was linked again: it is not the connection's id.
    await worker.sql('update shops set id = gen_random_uuid() where system_connection_id = $1', [compared.linked.connectionId]);
    for (const capability of systemCapabilities) {
      const fields = { ...longAgo[platform], ...unmappable[platform][capability] };
      shop.change(capability, shop.ids(capability)[7] ?? 0, fields);
    }
    await compared.sync('full');
  });

  afterAll(() => shop.stop());

  it.each(ceilings.filter(([of]) => of === platform))('%s, %s: at most %d requests and %d kB', async (_, mode, requests, kilobytes) => {
    await worker.pass(3_600);
    shop.resetCounters();
    const runs = await compared.sync(mode);
    const paid = { requests: shop.counters.requests, kilobytes: Math.ceil(shop.counters.bytes / 1_000) };
    expect(runs.map(({ status, incomplete }) => ({ status, incomplete }))).toEqual(
      systemCapabilities.map(() => ({ status: 'succeeded', incomplete: null })),
    );
    // The run says what the shop has counted.
    expect(runs.reduce((sum, run) => sum + run.requests, 0)).toBe(paid.requests);
    expect({ ...paid, dearer: paid.requests > requests || paid.kilobytes > kilobytes }).toEqual({ ...paid, dearer: false });
  });
});
