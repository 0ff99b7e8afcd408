import { onPostgresQueues } from '@sync/test-harness';
import { MovingShop } from '../testing/moving-shop';
import { SyncScene } from '../testing/sync-scene';
import type { EndedRun } from '../testing/sync-watch';

/** The probe, and ten pages. */
const requestsOfOneReading = 11;

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let moving: MovingShop;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products: 1, orders: 1 });
    await scene.startWorker();
  });
  beforeEach(async () => {
    moving = await MovingShop.ofA(scene);
  });
  afterEach(() => moving.stop());
  afterAll(() => scene.strike());

  async function expectNothingMissed(runIds: string[]): Promise<EndedRun> {
    const [run] = await scene.ended(runIds);
    expect(run).toMatchObject({ status: 'succeeded', error: null });
    expect(await moving.missed()).toEqual([]);
    expect(run?.pages_done).toBeLessThanOrEqual(run?.pages_total ?? 0);
    return run as EndedRun;
  }

  describe.each([1, 49, 50, 60, 120])('a list that moves by %i records between two answers', (by) => {
    it('grows, and pushes records to a page that another range has read already: none is missed', async () => {
      moving.moveBefore('orders 4', 'orders 5', () => moving.grow(by));
      await expectNothingMissed(await moving.sync());
    });

    it('grows between two pages of one range: none is missed', async () => {
      moving.moveBefore('orders 4', 'orders 3', () => moving.grow(by));
      await expectNothingMissed(await moving.sync());
    });

    it('shrinks, and pulls records to a page that has been read already: none is missed', async () => {
      moving.moveBefore('orders 5', 'orders 4', () => moving.shrink(by));
      await expectNothingMissed(await moving.sync());
    });

    it('grows before its first page is read, so that it ends later than the probe said: none is missed', async () => {
      moving.moveBefore('orders 1', 'orders 10', () => moving.grow(by));
      await expectNothingMissed(await moving.sync());
    });

    it('grows while a delta is exported: none is missed', async () => {
      await moving.prepareDelta();
      moving.moveBefore('orders 4', 'orders 5', () => moving.grow(by));
      await expectNothingMissed(await moving.sync('delta'));
    });

    it('shrinks while a delta is exported: none is missed', async () => {
      await moving.prepareDelta();
      moving.moveBefore('orders 6', 'orders 5', () => moving.shrink(by));
      await expectNothingMissed(await moving.sync('delta'));
    });
  });

  it.each(['full', 'delta'] as const)('a stable list costs no request more: %s', async (mode) => {
    if (mode === 'delta') await moving.prepareDelta();
    const run = await expectNothingMissed(await moving.sync(mode));
    expect(run).toMatchObject({ pages_total: 10, pages_done: 10, records_fetched: 500, records_written: 500 });
    expect(moving.gate.answers('orders')).toBe(requestsOfOneReading);
  });

  it('a list that grows costs a few pages more, which count in the progress of the run', async () => {
    moving.moveBefore('orders 4', 'orders 5', () => moving.grow(3));
    const run = await expectNothingMissed(await moving.sync());
    const again = moving.gate.answers('orders') - requestsOfOneReading;
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(5);
    expect(run).toMatchObject({ pages_total: 10 + again, pages_done: 10 + again });
  });

  it('as many records go as new ones come, so that the list stays as long as it was: none is missed', async () => {
    moving.moveBefore('orders 4', 'orders 5', () => {
      moving.shrink(7, 230);
      moving.grow(7);
    });
    await expectNothingMissed(await moving.sync());
  });

  it.each([1, 45])('%i records enter a list of changes in front of others: none is missed', async (by) => {
    await moving.prepareDelta((place) => place % 5 !== 0);
    const unmodified = moving.unmodified();
    moving.moveBefore('orders 4', 'orders 5', () => {
      for (const id of unmodified.slice(0, by)) moving.shop.change('orders', id, { customer_note: 'Changed later' });
    });
    await expectNothingMissed(await moving.sync('delta'));
  });

  it.each([1, 60])('of a shop that tells pages and no number of records, which grows by %i: none is missed', async (by) => {
    moving.gate.leaveOut('x-wp-total');
    moving.moveBefore('orders 4', 'orders 5', () => moving.grow(by));
    await expectNothingMissed(await moving.sync());
    moving.gate.clear();
    const run = await expectNothingMissed(await moving.sync());
    expect(moving.gate.answers('orders')).toBe((run.pages_total ?? 0) + 1);
  });
});
