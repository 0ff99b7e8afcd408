import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import { DriftingShop } from '../../testing/drifting-shop';
import type { PageName } from '../../testing/gated-shop';
import { SyncScene } from '../../testing/sync-scene';
import type { EndedRun } from '../../testing/sync-watch';

/** The probe, and ten pages. */
const requestsOfOnePass = 11;
/** A row, and more than a page. The model in next-pass.spec.ts goes through thousands of other courses. */
const sizes = [1, 60];

interface Drift {
  what: string;
  /** The list drifts before this page's response and after that of the other. */
  between: [after: PageName, before: PageName];
  drift: (shop: DriftingShop, by: number) => void;
  mode?: 'delta';
}

const grow = (shop: DriftingShop, by: number) => shop.grow(by);
const shrink = (shop: DriftingShop, by: number) => shop.shrink(by);
const replace = (shop: DriftingShop, by: number) => {
  shop.shrink(by, 230);
  shop.grow(by);
};

/** commerce_a lists the newest first. */
const driftsOfA: Drift[] = [
  { what: 'grows, which pushes records to a page read by another range', between: ['orders 5', 'orders 4'], drift: grow },
  { what: 'grows between two pages of one range', between: ['orders 3', 'orders 4'], drift: grow },
  { what: 'shrinks, which pulls records to a page read before', between: ['orders 4', 'orders 5'], drift: shrink },
  { what: 'grows before its first page is read', between: ['orders 10', 'orders 1'], drift: grow },
  { what: 'grows during a delta', between: ['orders 5', 'orders 4'], drift: grow, mode: 'delta' },
  { what: 'shrinks during a delta', between: ['orders 5', 'orders 6'], drift: shrink, mode: 'delta' },
];

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let worker: AppProcess;
  let shop: DriftingShop;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products: 1, orders: 1 });
    worker = await scene.startWorker();
  });
  afterEach(() => shop.stop());
  afterAll(() => scene.strike());

  async function expectComplete(runIds: string[]): Promise<EndedRun> {
    const [run] = await scene.ended(runIds);
    expect(run).toMatchObject({ status: 'succeeded', error: null });
    expect(await shop.missed()).toEqual([]);
    expect(run?.pages_done).toBeLessThanOrEqual(run?.pages_total ?? 0);
    return run as EndedRun;
  }
  const logged = (what: string) => worker.output.split('\n').filter((line) => line.includes(what)).length;

  describe('commerce_a, newest first', () => {
    beforeEach(async () => {
      shop = await DriftingShop.ofA(scene);
    });

    it.each(driftsOfA.flatMap((drift) => sizes.map((by) => ({ ...drift, by }))))(
      'misses no record when the list $what (by $by)',
      async ({ between: [after, before], drift, mode, by }) => {
        if (mode === 'delta') await shop.prepareDelta();
        shop.driftBefore(before, after, () => drift(shop, by));
        await expectComplete(await shop.sync(mode));
      },
    );

    it('misses no record when as many go as come, so the list keeps its length', async () => {
      shop.driftBefore('orders 4', 'orders 5', () => replace(shop, 7));
      await expectComplete(await shop.sync());
    });

    it.each([1, 45])('misses no record when %i records enter a list of changes in front of others', async (by) => {
      await shop.prepareDelta((place) => place % 5 !== 0);
      const unmodified = shop.unmodified();
      shop.driftBefore('orders 4', 'orders 5', () => {
        for (const id of unmodified.slice(0, by)) shop.shop.change('orders', id, { customer_note: 'Changed later' });
      });
      await expectComplete(await shop.sync('delta'));
    });

    it.each([1, 60])('misses no record of a shop that reports no total, whose list grows by %i', async (by) => {
      shop.gate.leaveOut('x-wp-total');
      shop.driftBefore('orders 4', 'orders 5', () => shop.grow(by));
      await expectComplete(await shop.sync());
      shop.gate.clear();
      const run = await expectComplete(await shop.sync());
      expect(shop.gate.responses('orders')).toBe((run.pages_total ?? 0) + 1);
    });

    it.each(['full', 'delta'] as const)('reads a stable list once: %s', async (mode) => {
      if (mode === 'delta') await shop.prepareDelta();
      const run = await expectComplete(await shop.sync(mode));
      expect(run).toMatchObject({ pages_total: 10, pages_done: 10, records_fetched: 500, records_written: 500 });
      expect(shop.gate.responses('orders')).toBe(requestsOfOnePass);
    });

    it('reads a few more pages of a list that grew, and counts them in the progress', async () => {
      shop.driftBefore('orders 4', 'orders 5', () => shop.grow(3));
      const run = await expectComplete(await shop.sync());
      const more = shop.gate.responses('orders') - requestsOfOnePass;
      expect(more).toBeGreaterThan(0);
      expect(more).toBeLessThanOrEqual(5);
      expect(run).toMatchObject({ pages_total: 10 + more, pages_done: 10 + more });
    });

    it('misses no record of a list that grows before every response', async () => {
      for (let page = 1; page <= 40; page += 1) shop.gate.hold(`orders ${page}`, async () => shop.grow(3));
      await expectComplete(await shop.sync());
    });

    it('ends the run after four passes over a list that never stands still, and warns once', async () => {
      await shop.prepareDelta();
      const pass = 'list drifted: another pass begins';
      const warning = 'list drifted in every pass: a record may be missing until the next full sync';
      const [passes, warnings] = [logged(pass), logged(warning)];
      for (let page = 1; page <= 40; page += 1)
        shop.gate.hold(`orders ${page}`, async () => {
          shop.grow(2);
          shop.shrink(1, 60);
        });
      const [run] = await scene.ended(await shop.sync('delta'));
      expect(run).toMatchObject({ status: 'succeeded', error: null });
      expect(run?.pages_done).toBeLessThanOrEqual(run?.pages_total ?? 0);
      const longest = Math.ceil(shop.ids().length / 50);
      expect(shop.gate.responses('orders')).toBeLessThanOrEqual(1 + 4 * longest);
      // A row of page 2 goes before each of its responses, so no pass ever sees all rows.
      await until(() => logged(warning) > warnings);
      expect([logged(pass) - passes, logged(warning) - warnings]).toEqual([3, 1]);
    });
  });

  describe('commerce_b, in the order of the ids', () => {
    beforeEach(async () => {
      shop = await DriftingShop.ofB(scene);
    });

    it.each(sizes)('misses no record when %i in front go, which pulls others to a page read before', async (by) => {
      shop.driftBefore('orders 5', 'orders 4', () => shop.shrink(by));
      await expectComplete(await shop.sync());
    });

    it('misses no record when as many go in front as come at the end', async () => {
      shop.driftBefore('orders 5', 'orders 4', () => {
        shop.shrink(7);
        shop.grow(7);
      });
      await expectComplete(await shop.sync());
    });

    it('reads no page again for records that come at the end', async () => {
      shop.driftBefore('orders 4', 'orders 5', () => shop.grow(60));
      expect(await expectComplete(await shop.sync())).toMatchObject({ pages_total: 10, pages_done: 10 });
    });
  });
});
