import { forEachQueueBackend, until } from '@sync/test-harness';
import { pagesDone, storedRows } from '../testing/sync-watch';
import { SyncScene } from '../testing/sync-scene';

forEachQueueBackend((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 120, products: 80, orders: 2_000 });
  });
  afterEach(() => scene.clear());
  afterAll(() => scene.strike());

  const half = async (connectionId: string) => until(async () => (await pagesDone(scene.database.dataSource, connectionId)) >= 12);

  it('probes, splits into page ranges, fetches them concurrently up to the limit, stores, links and closes the run; the next sync writes no unchanged record', async () => {
    scene.shop.setLatency(5);
    await scene.startWorker();
    const linked = await scene.link();
    expect(await scene.ended(await scene.request(linked))).toMatchObject([
      { capability: 'customers', status: 'succeeded', pages_total: 3, pages_done: 3, records_fetched: 120, records_written: 120 },
      { capability: 'products', status: 'succeeded', pages_total: 2, pages_done: 2, records_fetched: 80, records_written: 80 },
      { capability: 'orders', status: 'succeeded', pages_total: 40, pages_done: 40, records_fetched: 2_000, records_written: 2_000 },
    ]);
    expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
    const { dataSource } = scene.database;
    // An attempt that lost its lease on a busy machine ends a moment later.
    await until(async () => (await dataSource.query<unknown[]>(`select from tasks where state <> 'done'`)).length === 0);
    expect(await dataSource.query('select from sync_run_ranges')).toEqual([]);
    const unlinked = `select from orders where system_connection_id = $1 and customer_id is null and customer_source_id <> '0'`;
    expect(await dataSource.query(unlinked, [linked.connectionId])).toEqual([]);
    expect(await scene.ended(await scene.request(linked))).toMatchObject([
      { status: 'succeeded', records_fetched: 120, records_written: 0 },
      { status: 'succeeded', records_fetched: 80, records_written: 0 },
      { status: 'succeeded', records_fetched: 2_000, records_written: 0 },
    ]);
  });

  it('kill -9 during a 40-page export, then restart: the same rows as an undisturbed run, at most one page refetched per range', async () => {
    const undisturbed = await scene.link();
    const { linked: disturbed, goOn } = await scene.linkHeld();
    const worker = await scene.startWorker();
    await scene.ended(await scene.request(undisturbed, ['orders']));
    scene.shop.resetCounters();
    const runIds = await scene.request(disturbed, ['orders']);
    await half(disturbed.connectionId);
    await worker.kill();
    goOn();
    await scene.startWorker();
    expect(await scene.ended(runIds)).toMatchObject([
      { status: 'succeeded', pages_total: 40, pages_done: 40, records_fetched: 2_000, records_written: 2_000 },
    ]);
    const rows = (connectionId: string) => storedRows(scene.database.dataSource, connectionId, 'orders');
    expect(await rows(disturbed.connectionId)).toEqual(await rows(undisturbed.connectionId));
    const { 1: ofFirstPage = 0, ...others } = scene.shop.counters.pages.orders ?? {};
    // The probe requests the first page, too.
    expect(ofFirstPage).toBeLessThanOrEqual(3);
    const refetchedRanges = Object.entries(others).flatMap(([page, times]) =>
      Array.from({ length: times - 1 }, () => Math.ceil(Number(page) / 5)),
    );
    expect(refetchedRanges).toEqual([...new Set(refetchedRanges)]);
  });

  it('two workers apply each page once, with at most 4 requests in flight', async () => {
    scene.shop.setLatency(20);
    await Promise.all([scene.startWorker(), scene.startWorker()]);
    const runIds = await scene.request(await scene.link());
    const runs = await scene.ended(runIds);
    expect(runs.map(({ status, records_written }) => [status, records_written])).toEqual([
      ['succeeded', 120],
      ['succeeded', 80],
      ['succeeded', 2_000],
    ]);
    expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
  });

  // The limit is kept in Postgres.
  if (backend.name === 'Postgres')
    it('a sync requested during another one shares its limit of concurrent requests', async () => {
      scene.shop.setLatency(60);
      await scene.startWorker();
      const linked = await scene.link();
      const orders = await scene.request(linked, ['orders']);
      await until(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) >= 4);
      const others = await scene.request(linked, ['customers', 'products']);
      const runs = await scene.ended([...orders, ...others]);
      expect(runs.map(({ status, records_written }) => [status, records_written])).toEqual([
        ['succeeded', 2_000],
        ['succeeded', 120],
        ['succeeded', 80],
      ]);
      expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
    });

  it('SIGTERM drains: exit 0, and the next worker resumes', async () => {
    const worker = await scene.startWorker();
    const { linked, goOn } = await scene.linkHeld();
    const runIds = await scene.request(linked, ['orders']);
    await half(linked.connectionId);
    const stopping = worker.stop();
    goOn();
    expect(await stopping).toEqual({ code: 0, signal: null });
    const asked = scene.pagesAsked('orders');
    await scene.startWorker();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40, records_written: 2_000 }]);
    expect(asked).toBeGreaterThan(12);
    expect(scene.pagesAsked('orders')).toBe(41);
  });
});
