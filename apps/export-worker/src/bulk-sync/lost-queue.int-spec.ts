import { startRedisServer } from '@sync/embedded-services';
import { forEachQueueBackend, ServerGate, until, withRedis } from '@sync/test-harness';
import { pagesDone } from '../testing/sync-watch';
import { SyncScene } from '../testing/sync-scene';

forEachQueueBackend((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 2_000 });
  });
  afterEach(() => scene.clear());
  afterAll(() => scene.strike());

  it('a queue that is flushed during an export loses nothing', async () => {
    await scene.startWorker();
    const { linked, goOn } = await scene.linkHeld();
    const runIds = await scene.request(linked, ['orders']);
    await until(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) >= 4);
    await scene.flushQueues();
    goOn();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40, records_written: 2_000 }]);
    expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
  });

  it('a queue that is flushed while its worker is dead loses nothing', async () => {
    const linked = await scene.link();
    const runIds = await scene.request(linked);
    await scene.flushQueues();
    await scene.startWorker();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }, { status: 'succeeded' }]);
  });
});

describe('a Redis that is away', () => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set({ name: 'Redis', start: () => startRedisServer() }, { customers: 60, products: 60, orders: 2_000 });
  });
  afterEach(() => scene.clear());
  afterAll(() => scene.strike());

  withRedis(it)('at boot: the worker starts, and works when it comes', async () => {
    const port = scene.redis?.port;
    await scene.redis?.kill();
    const runIds = await scene.request(await scene.link());
    const worker = await scene.startWorker();
    expect(worker.isRunning).toBe(true);
    const back = await startRedisServer({ port });
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }, { status: 'succeeded' }]);
    await back?.stop();
  });

  withRedis(it)('at the end: SIGTERM still ends in exit 0', async () => {
    await scene.redis?.kill();
    const back = await startRedisServer({ port: scene.redis?.port });
    const worker = await scene.startWorker();
    const { linked, goOn } = await scene.linkHeld();
    await scene.request(linked, ['orders']);
    await until(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) >= 4);
    await back?.kill();
    const stopping = worker.stop();
    goOn();
    expect(await stopping).toBe(0);
  });

  withRedis(it)('B-G 229: one that hangs during an export: it goes on when who connects anew is answered again', async () => {
    const back = await startRedisServer({ port: scene.redis?.port });
    const gate = await ServerGate.open(back?.url ?? '');
    await scene.startWorker({ REDIS_URL: gate.url });
    const { linked, goOn } = await scene.linkHeld();
    const runIds = await scene.request(linked, ['orders']);
    await until(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) >= 4);
    const before = gate.opened;
    gate.stick();
    goOn();
    // What is opened while it hangs is never answered, either.
    await until(() => gate.opened > before + 1);
    gate.forget();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40, records_written: 2_000 }]);
    await gate.cut();
    await back?.stop();
  });
});
