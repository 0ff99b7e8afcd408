import { forEachQueueBackend, until } from '@sync/test-harness';
import { SyncScene } from '../testing/sync-scene';

forEachQueueBackend((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 2_000 });
  });
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.database.dataSource.query<T[]>(text, parameters);

  it('429 with Retry-After: all fetches that the shop may get at once wait as told, and the planning of another capability waits for them without failing', async () => {
    scene.shop.setFaults([{ kind: 'status', status: 429, retryAfter: '5', path: 'orders', afterPage: 1 }]);
    await scene.startWorker();
    const linked = await scene.link();
    const runs = await scene.request(linked, ['orders']);
    await until(
      async () => (await sql(`select from tasks where name = 'fetch-page-ranges' and state = 'pending' and waited_ms > 0`)).length === 4,
    );

    runs.push(...(await scene.request(linked, ['customers'])));
    const plan = `name = 'plan-sync-run' and state = 'pending'`;
    const looks = async () => (await sql<{ attempts: number }>(`select attempts from tasks where ${plan}`))[0]?.attempts;
    await until(async () => ((await looks()) ?? 0) > 0);
    // As if it had looked for room for hours, and had its last attempt left.
    const aged = `with aged as (update tasks set attempts = attempts + 1000, max_attempts = attempts + 1001 where ${plan} and not held returning 1) select from aged`;
    await until(async () => (await sql(aged)).length > 0);
    await until(async () => ((await looks()) ?? 0) > 1_001);
    expect(await sql('select status from sync_runs where id = $1', [runs[1]])).toEqual([{ status: 'queued' }]);

    scene.shop.setFaults([]);
    expect(await scene.ended(runs)).toMatchObject([
      { status: 'succeeded', records_written: 2_000 },
      { status: 'succeeded', records_written: 60 },
    ]);
  });
});
