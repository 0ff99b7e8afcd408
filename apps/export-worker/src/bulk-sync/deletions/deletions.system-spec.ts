import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { SyncMode } from '@sync/sync-runs';
import fc from 'fast-check';
import { ComparedShop } from '../../testing/compared-shop';
import { SimulatedWorker } from '../../testing/simulated-worker';

const sizes = { customers: 30, products: 30, orders: 120 };
const someTime = expect.any(String) as string;

describe.each([
  ['commerce_a', DemoShopA],
  ['commerce_b', DemoShopB],
] as const)('%s: records that are gone from the shop', (system, Shop) => {
  let worker: SimulatedWorker;
  let compared: ComparedShop;

  beforeAll(async () => (worker = await SimulatedWorker.start()));
  beforeEach(async () => {
    compared = await ComparedShop.link<DemoShopA | DemoShopB>(worker, await Shop.start(sizes), system);
    await compared.sync('delta');
    await worker.pass(3_600);
  });
  afterEach(async () => {
    await compared.shop.stop();
    await worker.sql('delete from system_connections');
    worker.restart();
  });
  afterAll(() => worker.stop());

  const remove = (capability: SystemCapability, count: number, from = 0) => {
    const gone = compared.listed(capability).slice(from, from + count);
    for (const id of gone) compared.shop.remove(capability, id);
    return gone;
  };

  it.each<[SyncMode, SyncMode]>([
    ['full', 'full'],
    ['reconcile', 'reconcile'],
    ['full', 'reconcile'],
  ])('are deleted once two complete lists a minute apart have missed them, not before (%s, then %s)', async (first, second) => {
    const gone = remove('products', 3);
    for (const mode of [first, second])
      expect(await compared.sync(mode, ['products'])).toMatchObject([{ status: 'succeeded', recordsDeleted: 0 }]);
    expect(await compared.live('products')).toHaveLength(sizes.products);
    await worker.pass(61);
    expect(await compared.sync(second, ['products'])).toMatchObject([{ recordsDeleted: gone.length, deletionsHeldBack: 0 }]);
    expect(await compared.live('products')).toEqual(compared.listed('products'));
    expect(await worker.sql('select from missing_records')).toEqual([]);
  });

  it('look the same whether a list, a webhook or the trash has deleted them', async () => {
    const [listed = 0, announced = 0] = remove('products', 2);
    await compared.announceDeletion('products', String(announced));
    await compared.syncTwice('reconcile', ['products']);
    for (const id of [listed, announced])
      expect(await compared.record('products', id)).toMatchObject({ status: 'deleted', deleted_at: someTime });
    expect(Object.keys((await compared.record('products', listed)) ?? {})).toEqual(
      Object.keys((await compared.record('products', announced)) ?? {}),
    );
    expect(await compared.sync('reconcile', ['products'])).toMatchObject([{ recordsDeleted: 0, recordsWritten: 0 }]);
  });

  it('come back with the next reconcile once the shop lists them again, however they were deleted', async () => {
    const [listed = 0, announced = 0] = compared.listed('orders').slice(10, 12);
    const all = compared.listed('orders');
    await compared.announceDeletion('orders', String(announced));
    await worker.sql(`update orders set deleted_at = now(), existence_from = null where source_id = $1`, [String(listed)]);
    await worker.pass(60);
    expect(await compared.live('orders')).toHaveLength(all.length - 2);
    expect(await compared.sync('reconcile', ['orders'])).toMatchObject([{ recordsFetched: all.length, recordsWritten: 2 }]);
    expect(await compared.live('orders')).toEqual(all);
  });

  it('a reconcile fetches what is listed and not stored, and reads nothing else', async () => {
    await worker.sql('delete from orders where source_id::int % 3 = 0');
    const lacking = compared.listed('orders').filter((id) => id % 3 === 0).length;
    expect(await compared.sync('reconcile', ['orders'])).toMatchObject([
      { status: 'succeeded', recordsWritten: lacking, modifiedAfter: null },
    ]);
    expect(await compared.live('orders')).toEqual(compared.listed('orders'));
    const { bytes } = compared.shop.counters;
    expect(await compared.sync('reconcile', ['orders'])).toMatchObject([{ recordsWritten: 0 }]);
    expect(compared.shop.counters.bytes - bytes).toBeLessThan(20_000);
  });

  it('more than a fifth at once are held back, which the connection says, and deleted on confirmation except for those that came back', async () => {
    const gone = remove('orders', 40);
    const [run] = await compared.syncTwice('reconcile', ['orders']);
    expect(run).toMatchObject({ status: 'succeeded', recordsDeleted: 0, deletionsHeldBack: 40 });
    expect(await compared.live('orders')).toHaveLength(sizes.orders);
    const reason = { code: 'deletions_held_back', message: expect.stringContaining('40 orders') as string, since: someTime };
    expect(await compared.statusReason()).toEqual(reason);
    await compared.sync('delta', ['customers']);
    expect(await compared.statusReason()).toEqual(reason);
    await worker.sql(`update orders set synced_at = now() where source_id = $1`, [String(gone[0])]);
    expect([await compared.confirm(run?.id ?? ''), await compared.confirm(run?.id ?? '')]).toEqual([40, 0]);
    expect(await compared.live('orders')).toEqual([gone[0], ...compared.listed('orders')]);
    expect(await compared.statusReason()).toBeNull();
  });

  it('a newer list replaces what an older one held back', async () => {
    remove('orders', 40);
    const [older] = await compared.syncTwice('reconcile', ['orders']);
    await worker.pass(61);
    const [newer] = await compared.sync('reconcile', ['orders']);
    expect([await compared.confirm(older?.id ?? ''), newer?.deletionsHeldBack]).toEqual([0, 40]);
    expect(await compared.confirm(newer?.id ?? '')).toBe(40);
    expect(await compared.live('orders')).toEqual(compared.listed('orders'));
  });

  it('an empty list deletes nothing by itself, and is forgotten once the shop lists its records again', async () => {
    const empty = await Shop.start({ ...sizes, customers: 0, orders: 0 });
    await compared.moveTo(empty);
    const held = await compared.syncTwice('reconcile', ['customers', 'orders']);
    expect(held.map(({ status, deletionsHeldBack }) => [status, deletionsHeldBack])).toEqual([
      ['succeeded', 30],
      ['succeeded', 120],
    ]);
    expect((await compared.statusReason())?.message).toMatch('30 customers and 120 orders');
    await empty.stop();
    await compared.moveTo(compared.shop);
    await compared.sync('reconcile', ['customers', 'orders']);
    expect(await compared.statusReason()).toBeNull();
    for (const capability of systemCapabilities) expect(await compared.live(capability)).toEqual(compared.listed(capability));
  });

  it('random creations, changes, deletions and webhooks between runs: two reconciles later live records and shop are the same', async () => {
    const step = fc.record({
      what: fc.constantFrom('add', 'change', 'remove', 'webhook', 'delta', 'full', 'reconcile', 'wait'),
      capability: fc.constantFrom(...systemCapabilities),
      place: fc.nat({ max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const { what, capability, place } of steps) {
          const ids = compared.listed(capability);
          const id = ids[place % ids.length] ?? 0;
          if (what === 'add') compared.shop.add(capability as 'orders');
          else if (what === 'change') compared.shop.change(capability, id, {});
          else if (what === 'remove' && ids.length > 20) compared.shop.remove(capability, id);
          else if (what === 'webhook') await compared.announceDeletion(capability, String(id));
          else if (what === 'wait') await worker.pass(61);
          else if (what === 'delta' || what === 'full' || what === 'reconcile') await compared.sync(what);
        }
        await worker.pass(61);
        await compared.syncTwice('reconcile');
        for (const capability of systemCapabilities) expect(await compared.live(capability)).toEqual(compared.listed(capability));
      }),
      { numRuns: 8 },
    );
  });
});
