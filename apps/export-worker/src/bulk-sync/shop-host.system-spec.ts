import { setTimeout as sleep } from 'node:timers/promises';
import { readSyncRuns, type SyncRun } from '@sync/sync-runs';
import { onPostgresQueues, until } from '@sync/test-harness';
import { linkShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

onPostgresQueues((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 10, products: 10, orders: 2_000 });
  });
  afterEach(() => scene.clear());
  afterAll(() => scene.strike());

  const runsOf = (ids: string[]): Promise<SyncRun[]> => readSyncRuns(scene.database.dataSource, ids);

  it('a 429 with Retry-After to one connection silences its host: runs of other tenants wait too, say why, and go on by themselves', async () => {
    await scene.startWorker();
    scene.shop.setLatency(100);
    const runs = (await Promise.all([await scene.link(), await scene.link()].map((linked) => scene.request(linked, ['orders'])))).flat();
    await until(async () => (await runsOf(runs)).every(({ pagesDone }) => pagesDone > 2));
    scene.shop.setFaults([{ kind: 'status', status: 429, retryAfter: '5', path: 'orders', times: 1 }]);
    await until(async () => (await runsOf(runs)).every(({ status }) => status === 'waiting'));
    for (const { waiting } of await runsOf(runs))
      expect(waiting?.reason).toMatch(/^The shop responded to orders .* with 429\. It asked to wait\.$/);
    // What was in flight at that moment.
    await sleep(500);
    const asked = scene.pagesAsked('orders');
    await sleep(2_000);
    expect(scene.pagesAsked('orders')).toBe(asked);
    const succeeded = { status: 'succeeded', records_written: 2_000 };
    expect(await scene.ended(runs)).toMatchObject([succeeded, succeeded]);
    for (const { requests, bytes, waitingMs } of await runsOf(runs)) {
      expect(requests).toBeGreaterThanOrEqual(41);
      expect(bytes).toBeGreaterThan(100_000);
      expect(waitingMs).toBeGreaterThan(2_000);
    }
  });

  it('kill -9 of the worker that holds all places of a host leaves them to another, which exports both tenants', async () => {
    const dying = await scene.startWorker();
    const { linked, gate } = await scene.linkGated();
    const release = gate.holdUntilReleased('orders 2');
    const neighbour = await linkShop(scene.database.dataSource, gate);
    const runs = (await Promise.all([linked, neighbour].map((shop) => scene.request(shop, ['orders'])))).flat();
    await until(async () => (await runsOf(runs)).some(({ pagesDone }) => pagesDone > 0));
    await dying.kill();
    release();
    await scene.startWorker();
    const succeeded = { status: 'succeeded', pages_done: 40, records_written: 2_000 };
    expect(await scene.ended(runs)).toMatchObject([succeeded, succeeded]);
  });
});
