import { setTimeout as sleep } from 'node:timers/promises';
import { readSyncRuns, type SyncRun } from '@sync/sync-runs';
import { onRedisQueues, until } from '@sync/test-harness';
import { FailingGate } from '../testing/failing-gate';
import { linkShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

onRedisQueues((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 120, products: 80, orders: 2_000 });
  });
  afterEach(() => scene.calmShop());
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.sql<T>(text, parameters);
  const runsOf = (ids: string[]): Promise<SyncRun[]> => readSyncRuns(scene.database.dataSource, ids);

  it('probes, splits into page ranges, fetches them concurrently up to the limit, stores, links and closes the run; the next sync writes no unchanged record', async () => {
    scene.shop.setLatency(5);
    await scene.soleWorker();
    const linked = await scene.link();
    expect(await scene.ended(await scene.request(linked))).toMatchObject([
      { capability: 'customers', status: 'succeeded', pages_total: 3, pages_done: 3, records_fetched: 120, records_written: 120 },
      { capability: 'products', status: 'succeeded', pages_total: 2, pages_done: 2, records_fetched: 80, records_written: 80 },
      { capability: 'orders', status: 'succeeded', pages_total: 40, pages_done: 40, records_fetched: 2_000, records_written: 2_000 },
    ]);
    expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
    // An attempt that lost its lease on a busy machine ends a moment later.
    await until(async () => (await sql(`select from tasks where state <> 'done'`)).length === 0);
    expect(await sql('select from page_ranges')).toEqual([]);
    const unlinked = `select from orders where shop_id = $1 and customer_id is null and customer_source_id <> '0'`;
    expect(await sql(unlinked, [linked.connectionId])).toEqual([]);
    expect(await scene.ended(await scene.request(linked))).toMatchObject([
      { status: 'succeeded', records_fetched: 120, records_written: 0 },
      { status: 'succeeded', records_fetched: 80, records_written: 0 },
      { status: 'succeeded', records_fetched: 2_000, records_written: 0 },
    ]);
  });

  it('two workers apply each page once, with at most 4 requests in flight', async () => {
    scene.shop.setLatency(20);
    await Promise.all([scene.soleWorker(), scene.startWorker()]);
    const runIds = await scene.request(await scene.link());
    const runs = await scene.ended(runIds);
    expect(runs.map(({ status, records_written }) => [status, records_written])).toEqual([
      ['succeeded', 120],
      ['succeeded', 80],
      ['succeeded', 2_000],
    ]);
    expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
  });

  it('a 429 with Retry-After to one connection silences its host: runs of other tenants wait too, say why, and go on by themselves', async () => {
    await scene.soleWorker();
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
      expect(requests).toBeGreaterThanOrEqual(40);
      expect(bytes).toBeGreaterThan(100_000);
      expect(waitingMs).toBeGreaterThan(2_000);
    }
  });

  it('a web server that stops in the middle of a sync and starts 4 seconds later: the runs wait, then succeed', async () => {
    const gate = await FailingGate.before(scene.shop);
    scene.shop.setLatency(50);
    const linked = await linkShop(scene.database.dataSource, gate);
    await scene.soleWorker();
    const runIds = await scene.request(linked);
    await until(() => gate.passed.length >= 12);
    await gate.stop();
    await until(async () => (await sql('select from sync_runs where id = any($1) and waiting_until is not null', [runIds])).length > 0);
    await sleep(4_000);
    expect(await scene.statusOf(linked)).toBe('active');
    await gate.startAgain();
    expect(await scene.ended(runIds)).toMatchObject([
      { status: 'succeeded', records_written: 120 },
      { status: 'succeeded', records_written: 80 },
      { status: 'succeeded', records_written: 2_000 },
    ]);
    expect(await scene.statusOf(linked)).toBe('active');
    await gate.stop();
  });

  it('no tenant starves another: a sync requested while all shops of another tenant hang begins and ends', async () => {
    await scene.killWorkers();
    const { linked, gate } = await scene.linkGated();
    const goOn = gate.holdUntilReleased('orders 1');
    const all = [linked, ...(await Promise.all(Array.from({ length: 39 }, () => linkShop(scene.database.dataSource, gate))))];
    for (const { connectionId } of all) {
      await sql('update system_connections set tenant_id = $2 where id = $1', [connectionId, linked.tenantId]);
      await scene.request({ connectionId, tenantId: linked.tenantId }, ['orders']);
    }
    await scene.startWorker();
    const begun = async () => (await sql(`select from sync_runs where status = 'running'`)).length;
    await until(async () => (await begun()) > 0);
    expect(await scene.ended(await scene.request(await scene.link(), ['orders']))).toMatchObject([{ status: 'succeeded' }]);
    // Behind all of the other tenant's runs, each of these would have begun first.
    expect(await begun()).toBeLessThan(all.length);
    await scene.killWorkers();
    goOn();
    await sql('delete from system_connections where tenant_id = $1', [linked.tenantId]);
  });
});
