import { stopConnection, uninstallConnection } from '@sync/connections';
import { onPostgresQueues, until } from '@sync/test-harness';
import { DriftingShop } from '../../testing/drifting-shop';
import { SyncScene } from '../../testing/sync-scene';

/** What ends or interrupts a run during its second pass over a drifted list. */
onPostgresQueues((backend) => {
  let scene: SyncScene;
  let shop: DriftingShop;
  let release: () => void;
  let released: Promise<void>;
  /** Resolves with the second request for page 5, whose response waits for `release`. */
  let secondPass: Promise<void>;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products: 1, orders: 1 });
  });
  beforeEach(async () => {
    shop = await DriftingShop.ofA(scene);
    // Drifts once the other fetch has read its ranges. Pages 9 and 10 may wait for page 4, if its fetch has claimed them. The second
    // pass reads page 5, the last page, and page 3 if page 2 comes after page 4.
    shop.driftBefore('orders 4', ['orders 5', 'orders 6', 'orders 7', 'orders 8'], () => shop.grow(3));
    released = new Promise<void>((resolve) => (release = resolve));
    secondPass = new Promise((resolve) => {
      shop.gate.hold('orders 5', async () => {
        if (shop.gate.times('orders 5') === 0) return;
        resolve();
        await released;
      });
    });
  });
  afterEach(async () => {
    release();
    await scene.clear();
    await shop.stop();
  });
  afterAll(() => scene.strike());

  const rows = (sql: string) => scene.database.dataSource.query<unknown[]>(sql, [shop.linked.connectionId]);

  it('a killed worker: the run resumes where it was, and misses no record', async () => {
    const worker = await scene.startWorker();
    const runIds = await shop.sync();
    await secondPass;
    const before = shop.gate.responses('orders');
    await worker.kill();
    release();
    await scene.startWorker();
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
    const worker = await scene.startWorker();
    let reached: () => void = () => undefined;
    const drifted = new Promise<void>((resolve) => (reached = resolve));
    const released = new Promise<void>((resolve) => {
      const releaseOthers = release;
      release = () => {
        releaseOthers();
        resolve();
      };
    });
    shop.gate.hold('orders 4', async () => {
      await shop.gate.hasResponded('orders 5');
      if (shop.gate.times('orders 4') > 0) return;
      shop.grow(3);
      reached();
      await released;
    });
    const runIds = await shop.sync();
    await drifted;
    await worker.kill();
    release();
    await scene.startWorker();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded' }]);
    expect(await shop.missed()).toEqual([]);
  });

  it('a disconnection: the run is cancelled', async () => {
    await scene.startWorker();
    const runIds = await shop.sync();
    await secondPass;
    const { connectionId } = shop.linked;
    await scene.database.dataSource.transaction((manager) =>
      stopConnection(manager, connectionId, { trigger: 'disconnection', actor: 'plugin' }),
    );
    release();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'cancelled', error: 'The connection is no longer active.' }]);
    expect(await rows('select from sync_run_ranges where system_connection_id = $1')).toEqual([]);
  });

  it('an uninstallation: no row is left, and the worker keeps running', async () => {
    const worker = await scene.startWorker();
    await shop.sync();
    await secondPass;
    const { connectionId } = shop.linked;
    expect(await uninstallConnection(scene.database.dataSource, connectionId, `widget:${connectionId}`)).toBe(true);
    release();
    for (const table of ['orders', 'sync_runs', 'sync_run_ranges', 'tasks'])
      await until(async () => (await rows(`select from ${table} where system_connection_id = $1`)).length === 0);
    expect(worker.isRunning).toBe(true);
    expect(worker.output).not.toContain('"level":"error"');
  });

  it('an open breaker: status error, and the run fails with what was stored before', async () => {
    await scene.startWorker({ OUTAGE_TOLERANCE_SECONDS: '1' });
    const runIds = await shop.sync();
    await secondPass;
    shop.fail();
    release();
    expect(await scene.ended(runIds)).toMatchObject([
      { status: 'failed', error: expect.stringContaining('Too many calls to the shop failed'), records_written: expect.any(Number) },
    ]);
    expect(await scene.statusOf(shop.linked)).toBe('error');
    expect(await rows('select from orders where system_connection_id = $1')).not.toEqual([]);
  });
});
