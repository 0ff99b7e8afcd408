import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import { DriftingShop } from '../../testing/drifting-shop';
import type { PageName } from '../../testing/gated-shop';
import { SyncScene } from '../../testing/sync-scene';
import type { EndedRun } from '../../testing/sync-watch';

/** Gives a shop that fails up soon. */
const impatient = { OUTAGE_TOLERANCE_SECONDS: '1' };
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
  { what: 'grows during a delta', between: ['orders 5', 'orders 4'], drift: grow, mode: 'delta' },
  { what: 'shrinks during a delta', between: ['orders 5', 'orders 6'], drift: shrink, mode: 'delta' },
];

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let worker: AppProcess;
  let shop: DriftingShop;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products: 1, orders: 1 });
  });
  beforeEach(async () => {
    worker = await scene.soleWorker(impatient);
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
      // Eight pages: one fetch reads pages 4 and 5.
      shop.driftBefore('orders 4', 'orders 6', () => {
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
      expect(shop.gate.responses('orders')).toBe(run.pages_total);
    });

    it('misses no record of a list that grows before every response', async () => {
      for (let page = 1; page <= 40; page += 1) shop.gate.hold(`orders ${page}`, async () => shop.grow(3));
      await expectComplete(await shop.sync());
    });

    it('ends the run after four passes over a list that never stands still, says that it is incomplete, and warns once', async () => {
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
      expect(shop.gate.responses('orders')).toBeLessThanOrEqual(4 * longest);
      // A row of page 2 goes before each of its responses, so no pass ever sees all rows.
      await until(() => logged(warning) > warnings);
      expect([logged(pass) - passes, logged(warning) - warnings]).toEqual([3, 1]);
      expect(run?.incomplete).toMatch(/^The list of orders changed in each pass over it/);
      const [scheduled] = await scene.sql<{ minutes: number }>(
        `select extract(epoch from reconcile_wanted_at - now()) / 60 as minutes from scheduled_syncs where system_connection_id = $1 and capability = 'orders'`,
        [shop.linked.connectionId],
      );
      expect(Number(scheduled?.minutes)).toBeLessThanOrEqual(60);
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

    it('reads no page again for records that come at the end', async () => {
      shop.driftBefore('orders 4', 'orders 5', () => shop.grow(60));
      expect(await expectComplete(await shop.sync())).toMatchObject({ pages_total: 10, pages_done: 10 });
    });
  });

  describe('commerce_a, interrupted in the second pass', () => {
    let release: () => void;

    /**
     * Drifts once the other fetch has read its ranges. Pages 9 and 10 may wait for page 4, if its fetch has claimed them. The second pass
     * reads page 5, the last page, and page 3 if page 2 comes after page 4. Resolves with the second request for page 5, whose response waits
     * for `release`. A run whose fetch has claimed both page 4 and one of the others has no such pass: then that of another shop follows.
     */
    const startUntilSecondPass = async (): Promise<string[]> => {
      for (;;) {
        const released = new Promise<void>((resolve) => (release = resolve));
        shop.driftBefore('orders 4', ['orders 5', 'orders 6', 'orders 7', 'orders 8'], () => shop.grow(3));
        const secondPass = new Promise<boolean>((resolve) => {
          shop.gate.hold('orders 5', async () => {
            if (shop.gate.times('orders 5') === 0) return;
            resolve(true);
            await released;
          });
        });
        const runIds = await shop.sync();
        if (await Promise.race([secondPass, scene.ended(runIds).then(() => false)])) return runIds;
        await shop.stop();
        shop = await DriftingShop.ofA(scene);
      }
    };

    beforeEach(async () => {
      shop = await DriftingShop.ofA(scene);
    });
    afterEach(() => release());

    it('a killed worker: the run resumes where it was, and misses no record', async () => {
      const runIds = await startUntilSecondPass();
      const before = shop.gate.responses('orders');
      await worker.kill();
      release();
      worker = await scene.soleWorker(impatient);
      const [run] = await scene.ended(runIds);
      expect(run).toMatchObject({ status: 'succeeded', error: null });
      expect(await shop.missed()).toEqual([]);
      expect(run?.pages_done).toBe(run?.pages_total);
      // Each of those two or three pages at most once per worker.
      const secondPages = (run?.pages_total ?? 0) - 10;
      expect([2, 3]).toContain(secondPages);
      expect(shop.gate.responses('orders') - before).toBeLessThanOrEqual(2 * secondPages);
    });

    it('a worker killed between a drift and its detection: the next worker detects it', async () => {
      const released = new Promise<void>((resolve) => (release = resolve));
      const drifted = new Promise<void>((resolve) => {
        shop.driftBefore('orders 4', 'orders 5', () => {
          shop.grow(3);
          resolve();
          return released;
        });
      });
      const runIds = await shop.sync();
      await drifted;
      await worker.kill();
      release();
      worker = await scene.soleWorker(impatient);
      expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded' }]);
      expect(await shop.missed()).toEqual([]);
    });
  });
});
