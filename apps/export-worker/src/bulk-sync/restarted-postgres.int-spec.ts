import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { createDataSource, migrateDatabase } from '@sync/domain';
import { TaskQueues } from '@sync/durable-work';
import { startEmbeddedPostgres } from '@sync/embedded-services';
import { linkShop, requestSync, testKeys } from '../testing/linked-shop';
import { endedRuns, pagesDone, until } from '../testing/sync-watch';
import { WorkerProcess } from '../testing/worker-process';

describe('a Postgres that restarts during an export', () => {
  it('costs neither the worker nor a record', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-restart-'));
    const settings = { dataDir, database: 'restart', durable: false };
    const first = await startEmbeddedPostgres(settings);
    await migrateDatabase(first.url);
    const queues = TaskQueues.open({ databaseUrl: first.url });
    await queues.waitUntilReady();
    const shop = await DemoShopA.start({ customers: 10, products: 10, orders: 2_000, latencyMs: 40 });
    const worker = await WorkerProcess.start({ databaseUrl: first.url, encryptionKeys: testKeys });
    const before = await createDataSource({ url: first.url }).initialize();
    const linked = await linkShop(before, shop);
    const runIds = await requestSync(before, queues, linked, ['orders']);
    await until(async () => (await pagesDone(before, linked.connectionId)) >= 8);
    await before.destroy();
    await first.stop();
    const second = await startEmbeddedPostgres({ ...settings, dataDir: first.dataDir, port: first.port });
    const after = await createDataSource({ url: second.url }).initialize();
    expect(await endedRuns(after, runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40, records_written: 2_000 }]);
    expect(await worker.stop()).toBe(0);
    await after.destroy();
    await queues.close();
    await shop.stop();
    await second.stop();
    for (const folder of [dataDir, first.dataDir]) rmSync(folder, { recursive: true, force: true });
  });
});
