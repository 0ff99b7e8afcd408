import { DemoShopA } from '@sync/demo-shops';
import { onPostgresQueues } from '@sync/test-harness';
import { linkShop, requestSync } from '../testing/linked-shop';
import { endedRuns } from '../testing/sync-watch';
import { SyncScene } from '../testing/sync-scene';

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let large: DemoShopA;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 10, products: 10, orders: 2_500 });
    large = await DemoShopA.start({ customers: 10, products: 10, orders: 20_000 });
  });
  afterAll(async () => {
    await scene.strike();
    await large.stop();
  });

  it('exporting eight times as many orders takes hardly more memory', async () => {
    const worker = await scene.startWorker({ LOG_LEVEL: 'warn' });
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
});
