import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { createDataSource, migrateDatabase } from '@sync/domain';
import { TaskQueues } from '@sync/durable-work';
import { startEmbeddedPostgres } from '@sync/embedded-services';
import { forEachQueueBackend, until } from '@sync/test-harness';
import { GatedShop } from '../testing/gated-shop';
import { linkShop, requestSync, testKeys } from '../testing/linked-shop';
import { endedRuns, pagesDone } from '../testing/sync-watch';
import { WorkerProcess } from '../testing/worker-process';

forEachQueueBackend((backend) => {
  /** Ends of what the test has started, whatever became of it. */
  const ends: (() => Promise<unknown> | undefined)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  it('a Postgres that restarts during an export costs neither the worker nor a record', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-restart-'));
    const settings = { dataDir, database: 'restart', durable: false };
    let postgres = await startEmbeddedPostgres(settings);
    const { url, port, dataDir: own } = postgres;
    ends.push(async () => {
      await postgres.stop();
      for (const folder of [dataDir, own]) rmSync(folder, { recursive: true, force: true });
    });
    await migrateDatabase(url);
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
    const worker = await WorkerProcess.start({ databaseUrl: url, redisUrl: redis?.url, encryptionKeys: testKeys });
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
    expect(await endedRuns(after, runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40, records_written: 2_000 }]);
    expect(await worker.stop()).toBe(0);
  });
});
