import { onPostgresQueues } from '@sync/test-harness';
import { SyncScene } from '../../testing/sync-scene';

onPostgresQueues((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 2_000 });
  });
  afterAll(() => scene.strike());

  it('a fetch ends after its turn, and others continue with the next page: each page is asked for once', async () => {
    await scene.startWorker({ FETCH_TURN_SECONDS: '1' });
    scene.shop.setLatency(400);
    const linked = await scene.link();
    expect(await scene.ended(await scene.request(linked, ['orders']))).toMatchObject([
      { status: 'succeeded', pages_done: 40, records_written: 2_000, records_fetched: 2_000 },
    ]);
    // The probe asks for the first page, too.
    expect(scene.pagesAsked('orders')).toBe(41);
    const fetches = await scene.database.dataSource.query<{ attempts: number }[]>(
      `select attempts from tasks where name = 'fetch-page-ranges'`,
    );
    expect(fetches.length).toBeGreaterThan(8);
    expect(fetches.every(({ attempts }) => attempts === 1)).toBe(true);
  });
});
