import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { createDataSource, migrateDatabase } from '@sync/domain';
import { migrateQueues, TaskQueues } from '@sync/durable-work';
import { startEmbeddedPostgres, startRedisServer, type RedisServer } from '@sync/embedded-services';
import { forEachQueueBackend, ServerGate, until } from '@sync/test-harness';
import { GatedShop } from '../testing/gated-shop';
import { linkShop, requestSync, testKeys, type LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';
import { endedRuns, pagesDone } from '../testing/sync-watch';
import { startWorker } from '../testing/worker-process';

const complete = { status: 'succeeded', pages_done: 40, records_written: 2_000 };
const records = { customers: 60, products: 60, orders: 2_000 };

forEachQueueBackend((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, records);
  });
  afterEach(() => scene.clear());
  afterAll(() => scene.strike());

  it('a queue flushed during an export loses nothing', async () => {
    await scene.startWorker();
    const { linked, goOn } = await scene.linkHeld();
    const runIds = await scene.request(linked, ['orders']);
    await until(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) >= 4);
    await scene.flushQueues();
    goOn();
    expect(await scene.ended(runIds)).toMatchObject([complete]);
    expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
  });

  it('a queue flushed while the worker is dead loses nothing', async () => {
    const runIds = await scene.request(await scene.link());
    await scene.flushQueues();
    await scene.startWorker();
    expect((await scene.ended(runIds)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  describe('Postgres', () => {
    const ends: (() => Promise<unknown> | undefined)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });

    it('that restarts during an export costs neither the worker nor a record', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-restart-'));
      const settings = { dataDir, database: 'restart', durable: false };
      let postgres = await startEmbeddedPostgres(settings);
      const { url, port, dataDir: own } = postgres;
      ends.push(async () => {
        await postgres.stop();
        for (const folder of [dataDir, own]) rmSync(folder, { recursive: true, force: true });
      });
      await migrateDatabase(url);
      await migrateQueues(url);
      const redis = await backend.start();
      ends.push(() => redis?.stop());
      const queues = TaskQueues.open({ databaseUrl: url, redisUrl: redis?.url });
      ends.push(() => queues.close());
      await queues.waitUntilReady();
      const shop = await DemoShopA.start({ customers: 10, products: 10, orders: 2_000 });
      ends.push(() => shop.stop());
      const gate = await GatedShop.before(shop);
      ends.push(() => gate.stop());
      const goOn = gate.holdUntilReleased('orders 18');
      const worker = await startWorker({ databaseUrl: url, redisUrl: redis?.url, encryptionKeys: testKeys });
      ends.push(() => worker.kill());
      const before = await createDataSource({ url }).initialize();
      ends.push(() => (before.isInitialized ? before.destroy() : undefined));
      const linked = await linkShop(before, gate);
      const runIds = await requestSync(before, queues, linked, ['orders']);
      await until(async () => (await pagesDone(before, linked.connectionId)) >= 8);
      await before.destroy();
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ ...settings, dataDir: own, port });
      goOn();
      const after = await createDataSource({ url }).initialize();
      ends.push(() => after.destroy());
      expect(await worker.explain(endedRuns(after, runIds))).toMatchObject([complete]);
      expect(await worker.stop()).toEqual({ code: 0, signal: null });
    });
  });
});

describe('Redis', () => {
  let scene: SyncScene;
  let redis: RedisServer | null;

  beforeAll(async () => {
    scene = await SyncScene.set({ name: 'Redis', start: () => startRedisServer() }, records);
    redis = scene.redis;
  });
  afterEach(() => scene.clear());
  afterAll(async () => {
    await redis?.stop();
    await scene.strike();
  });

  const restart = async () => (redis = await startRedisServer({ port: scene.redis?.port }));
  const progress = ({ connectionId }: LinkedShop) => until(async () => (await pagesDone(scene.database.dataSource, connectionId)) >= 4);

  it('away at boot: the worker starts, and works once Redis is there', async () => {
    await redis?.kill();
    const runIds = await scene.request(await scene.link());
    const worker = await scene.startWorker();
    expect(worker.isRunning).toBe(true);
    await restart();
    expect((await scene.ended(runIds)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('hangs during an export: the worker goes on once new connections are accepted', async () => {
    const gate = await ServerGate.open(redis?.url ?? '');
    await scene.startWorker({ REDIS_URL: gate.url });
    const { linked, goOn } = await scene.linkHeld();
    const runIds = await scene.request(linked, ['orders']);
    await progress(linked);
    const before = gate.opened;
    gate.stick();
    goOn();
    // Connections opened while it hangs never get a response either.
    await until(() => gate.opened > before + 1);
    gate.forget();
    expect(await scene.ended(runIds)).toMatchObject([complete]);
    await gate.cut();
  });

  it('away at the end: the worker still exits with 0 on SIGTERM', async () => {
    const worker = await scene.startWorker();
    const { linked, goOn } = await scene.linkHeld();
    await scene.request(linked, ['orders']);
    await progress(linked);
    await redis?.kill();
    const stopping = worker.stop();
    goOn();
    expect(await stopping).toEqual({ code: 0, signal: null });
  });
});
