import fc from 'fast-check';
import type { DemoShopB } from '@sync/demo-shops';
import type { BulkExportProbe, Integration } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, exportOf } from '../testing/connections';
import { idsOf } from '../testing/integration-scene';
import { shopUnderTest, startShop } from './testing/shop-under-test';

const since = '2025-12-01T00:00:00Z';
const idsAtOnce = 5;

let shop: DemoShopB;
/** Two processes that work for one connection: the first one probes. */
let processes: ReturnType<typeof shopUnderTest>[];

const begin = async (records: number): Promise<void> => {
  shop = await startShop(records);
  processes = [0, 1].map(() => {
    const registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB: { perPage: 4 } });
    return shopUnderTest(shop, registry);
  });
};
afterEach(async () => {
  for (const { stop } of processes) await stop().catch(() => undefined);
});

const probe = (capability: SystemCapability): Promise<BulkExportProbe> =>
  integrationOf(0).probeBulkExport(processes[0]!.connection, exportOf(capability, since));

const integrationOf = (process: number): Integration => processes[process]!.integration;

/** Reads the rows that the probe names, a few at a time, and calls `between` before each. Returns the ids of the records. */
async function read(capability: SystemCapability, process: number, between: () => void = () => undefined): Promise<string[]> {
  const { sourceIds = [], perPage } = await probe(capability);
  const { batches, onBatch } = batchCollector();
  for (let first = 0; first < sourceIds.length; first += idsAtOnce) {
    between();
    const { connection } = processes[process]!;
    const request = { ...exportOf(capability, since), sourceIds: sourceIds.slice(first, first + idsAtOnce) };
    await integrationOf(process).fetchBulkExportPageRange(connection, request, 1, 1, perPage, onBatch);
  }
  return idsOf(batches);
}

describe('a delta', () => {
  it('without a change costs one list of each kind and the settings: 1,500 records, at most 8 requests and 100 kB', async () => {
    await begin(500);
    for (const capability of systemCapabilities) expect(await read(capability, 0)).toEqual([]);
    const { requests, bytes, byPath } = shop.counters;
    expect(byPath).toEqual({ customers: 1, orders: 1, products: 1, configurations: 1 });
    expect(requests).toBeLessThanOrEqual(8);
    expect(bytes).toBeLessThanOrEqual(100_000);
  });

  it('reads only the rows that have changed', async () => {
    await begin(600);
    for (const id of [3, 7, 60, 599]) shop.change('products', id, {});
    shop.resetCounters();
    expect(await read('products', 0)).toEqual(['3', '7', '60', '599']);
    expect(shop.counters.byPath.products).toBe(2);
  });

  it('can also be read by its pages alone, which are intervals of 60 ids', async () => {
    await begin(130);
    for (const id of [3, 60, 61, 129]) shop.change('products', id, {});
    const { totalPages, perPage } = await probe('products');
    const { batches, onBatch } = batchCollector();
    const { connection } = processes[0]!;
    await integrationOf(0).fetchBulkExportPageRange(connection, exportOf('products', since), 1, totalPages, perPage, onBatch);
    expect(batches.map((batch) => idsOf([batch]))).toEqual([['3', '60'], ['61'], ['129']]);
  });

  it('finds every row that had changed and is still there, whatever is deleted, changed and added meanwhile', async () => {
    const place = fc.integer({ min: 1, max: 560 });
    const event = fc.record({ removed: fc.array(place, { maxLength: 30 }), changed: fc.array(place, { maxLength: 3 }), added: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { maxLength: 25 }),
        fc.array(event, { maxLength: 4 }),
        fc.nat(1),
        async (before, events, process) => {
          await begin(560);
          for (const id of before) shop.change('orders', id, {});
          shop.setFaults([{ kind: 'vanish', path: 'orders' }]);
          const changed = new Set(before.map(String));
          const left = [...events];
          const found = await read('orders', process, () => {
            const next = left.shift();
            for (const id of next?.removed ?? []) shop.remove('orders', id);
            for (const id of next?.changed ?? []) if (shop.change('orders', id, {})) changed.add(String(id));
            for (let added = 0; added < (next?.added ?? 0); added += 1) changed.add(String(shop.add('orders')));
          });
          const present = new Set(shop.ids('orders').map(String));
          expect(before.map(String).filter((id) => present.has(id) && !found.includes(id))).toEqual([]);
          expect(found.filter((id) => !changed.has(id))).toEqual([]);
          await Promise.all(processes.map(({ stop }) => stop()));
        },
      ),
      { numRuns: 25 },
    );
  });
});
