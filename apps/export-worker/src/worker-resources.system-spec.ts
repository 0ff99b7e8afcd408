import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { onPostgresQueues, type AppProcess } from '@sync/test-harness';
import { linkShop, requestSync } from './testing/linked-shop';
import { endedRuns } from './testing/sync-watch';
import { SyncScene } from './testing/sync-scene';

/** Longer than the driver's default idle timeout, 10 s. */
const idleMs = 11_000;

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let worker: AppProcess;
  let large: DemoShopA;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 10, products: 10, orders: 2_500 });
    large = await DemoShopA.start({ customers: 10, products: 10, orders: 20_000 });
    worker = await scene.startWorker({ LOG_LEVEL: 'warn' });
  });
  afterAll(async () => {
    await scene.strike();
    await large.stop();
  });

  it('exporting eight times as many orders takes hardly more memory', async () => {
    const { dataSource } = scene.database;
    // Twice, so that code loaded and compiled once does not count as growth.
    await scene.ended(await scene.request(await scene.link(), ['orders']));
    await scene.ended(await scene.request(await scene.link(), ['orders']));
    const small = worker.peakMemory();
    const runIds = await requestSync(dataSource, scene.queues, await linkShop(dataSource, large), ['orders']);
    expect(await endedRuns(dataSource, runIds, 800_000)).toMatchObject([{ status: 'succeeded', records_written: 20_000 }]);
    expect(worker.peakMemory() - small).toBeLessThan(50);
    expect(worker.peakMemory()).toBeLessThan(250);
  }, 1_200_000);

  const sessions = async (): Promise<number[]> => {
    const rows = await scene.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name in ('export-worker', 'export-worker records')`,
    );
    return rows.map(({ pid }) => pid);
  };

  it('a worker keeps the connections of a burst of work open, so that the next burst opens none', async () => {
    await scene.ended(await scene.request(await scene.link()));
    const opened = await sessions();
    expect(opened.length).toBeGreaterThan(3);
    await sleep(idleMs);
    expect(await sessions()).toEqual(expect.arrayContaining(opened));
  });
});
