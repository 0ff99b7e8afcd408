import { onPostgresQueues, until } from '@sync/test-harness';
import { SyncScene } from '../../testing/sync-scene';

onPostgresQueues((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 2_000 });
    await scene.startWorker({ FETCH_TURN_SECONDS: '1', MAX_RUN_HOURS: '2' });
  });
  afterEach(async () => {
    await scene.calmShop();
    await scene.sql('delete from system_connections');
  });
  afterAll(() => scene.strike());

  it('a fetch ends after its turn, and others continue with the next page: each page is asked for once', async () => {
    scene.shop.setLatency(400);
    const linked = await scene.link();
    expect(await scene.ended(await scene.request(linked, ['orders']))).toMatchObject([
      { status: 'succeeded', pages_done: 40, records_written: 2_000, records_fetched: 2_000 },
    ]);
    expect(scene.pagesAsked('orders')).toBe(40);
    const fetches = await scene.sql<{ attempts: number; left: number }>(
      `select attempts, max_attempts - attempts as left from tasks where name = 'fetch-page-range'`,
    );
    expect(fetches.some(({ attempts }) => attempts > 1)).toBe(true);
    expect(fetches.every(({ left }) => left === 4)).toBe(true);
  });

  it('a run of a slow shop ends after MAX_RUN_HOURS, and the next one continues: every record is stored, and each page is asked for once', async () => {
    scene.shop.setLatency(400);
    const linked = await scene.link();
    const [first] = await scene.request(linked, ['orders']);
    const query = <T>(sql: string) => scene.sql<T>(sql);
    await until(async () => (await query('select from page_ranges where pages_done > 0')).length > 0);
    await query(`update sync_runs set started_at = now() - interval '121 minutes' where status = 'running'`);
    await until(async () => (await query(`select from sync_runs where status = 'succeeded'`)).length === 1);

    const runs = await query<{ id: string }>('select id, status, error, records_written::int, pages_done from sync_runs order by id');
    const next = runs[1]?.id ?? '';
    expect(runs).toMatchObject([
      { id: first, status: 'cancelled', error: `It took longer than 2 hours. The run ${next} continues with the pages that are left.` },
      { id: next, status: 'succeeded', records_written: 2_000, pages_done: 40 },
    ]);
    expect(scene.pagesAsked('orders')).toBe(40);
    expect(await query('select count(*)::int as count from orders')).toEqual([{ count: 2_000 }]);
    expect(await query(`select from tasks where state <> 'done'`)).toEqual([]);
  });
});
