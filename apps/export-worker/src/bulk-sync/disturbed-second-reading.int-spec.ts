import { stopConnection, uninstallConnection } from '@sync/connections';
import { forEachQueueBackend, until } from '@sync/test-harness';
import { MovingShop } from '../testing/moving-shop';
import { SyncScene } from '../testing/sync-scene';

/** What ends or interrupts a run while it reads pages of a list that moved once more. */
forEachQueueBackend((backend) => {
  let scene: SyncScene;
  let moving: MovingShop;
  let goOn: () => void;
  let released: Promise<void>;
  /** Resolves when page 5 is asked for the second time: that answer waits until `goOn` is called. */
  let isReadAgain: Promise<void>;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products: 1, orders: 1 });
  });
  beforeEach(async () => {
    moving = await MovingShop.ofA(scene);
    // When every fetch but the one of page 4 is through: read again are page 5, the last one, and page 3 if page 2 comes after page 4.
    moving.moveBefore('orders 4', ['orders 5', 'orders 6', 'orders 7', 'orders 8', 'orders 9', 'orders 10'], () => moving.grow(3));
    released = new Promise<void>((resolve) => (goOn = resolve));
    isReadAgain = new Promise((resolve) => {
      moving.gate.hold('orders 5', async () => {
        if (moving.gate.times('orders 5') === 0) return;
        resolve();
        await released;
      });
    });
  });
  afterEach(async () => {
    goOn();
    await scene.clear();
    await moving.stop();
  });
  afterAll(() => scene.strike());

  const rows = (sql: string) => scene.database.dataSource.query<unknown[]>(sql, [moving.linked.connectionId]);

  it('kill -9: the run goes on where it was, and no record is missed', async () => {
    const worker = await scene.startWorker();
    const runIds = await moving.sync();
    await isReadAgain;
    const asked = moving.gate.answers('orders');
    await worker.kill();
    goOn();
    await scene.startWorker();
    const [run] = await scene.ended(runIds);
    expect(run).toMatchObject({ status: 'succeeded', error: null });
    expect(await moving.missed()).toEqual([]);
    expect(run?.pages_done).toBe(run?.pages_total);
    // Only of those two or three: each once for the worker that was killed and once for the other.
    const readAgain = (run?.pages_total ?? 0) - 10;
    expect([2, 3]).toContain(readAgain);
    expect(moving.gate.answers('orders') - asked).toBeLessThanOrEqual(2 * readAgain);
  });

  it('kill -9 after the list has moved and before that was seen: it is seen all the same', async () => {
    const worker = await scene.startWorker();
    let reached: () => void = () => undefined;
    const isLast = new Promise<void>((resolve) => (reached = resolve));
    const released = new Promise<void>((resolve) => {
      const move = goOn;
      goOn = () => {
        move();
        resolve();
      };
    });
    moving.gate.hold('orders 4', async () => {
      await moving.gate.hasAnswered('orders 5');
      if (moving.gate.times('orders 4') > 0) return;
      moving.grow(3);
      reached();
      await released;
    });
    const runIds = await moving.sync();
    await isLast;
    await worker.kill();
    goOn();
    await scene.startWorker();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded' }]);
    expect(await moving.missed()).toEqual([]);
  });

  it('a connection that is disconnected: the run is cancelled', async () => {
    await scene.startWorker();
    const runIds = await moving.sync();
    await isReadAgain;
    const { connectionId } = moving.linked;
    await scene.database.dataSource.transaction((manager) =>
      stopConnection(manager, connectionId, { trigger: 'disconnection', actor: 'plugin' }),
    );
    goOn();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'cancelled', error: 'The connection is no longer active.' }]);
    expect(await rows('select from sync_run_ranges where system_connection_id = $1')).toEqual([]);
  });

  it('a connection that is uninstalled: nothing of it is left, and the worker goes on', async () => {
    const worker = await scene.startWorker();
    await moving.sync();
    await isReadAgain;
    const { connectionId } = moving.linked;
    expect(await uninstallConnection(scene.database.dataSource, connectionId, `widget:${connectionId}`)).toBe(true);
    goOn();
    for (const table of ['orders', 'sync_runs', 'sync_run_ranges', 'tasks'])
      await until(async () => (await rows(`select from ${table} where system_connection_id = $1`)).length === 0);
    expect(worker.isRunning).toBe(true);
    expect(worker.log).not.toContain('"level":"error"');
  });

  it('a breaker that opens: status error, and the run failed with what was stored before', async () => {
    await scene.startWorker();
    // The last page is there since the list has grown. All fetches of the second reading fail: the attempts of one alone
    // may be used up before more than half of all calls have failed.
    moving.gate.hold('orders 3', async () => {
      if (moving.gate.times('orders 3') > 0) await released;
    });
    const isLastAsked = new Promise<void>((resolve) => {
      moving.gate.hold('orders 11', async () => {
        resolve();
        await released;
      });
    });
    const runIds = await moving.sync();
    await Promise.all([isReadAgain, isLastAsked]);
    moving.fail();
    goOn();
    expect(await scene.ended(runIds)).toMatchObject([
      { status: 'failed', error: expect.stringContaining('Too many calls to the shop failed'), records_written: expect.any(Number) },
    ]);
    expect(await scene.statusOf(moving.linked)).toBe('error');
    expect(await rows('select from orders where system_connection_id = $1')).not.toEqual([]);
  });
});
