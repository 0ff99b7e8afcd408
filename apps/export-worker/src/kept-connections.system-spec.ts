import { setTimeout as sleep } from 'node:timers/promises';
import { onPostgresQueues } from '@sync/test-harness';
import { SyncScene } from './testing/sync-scene';

/** Longer than the driver's default idle timeout, 10 s. */
const idleMs = 11_000;

onPostgresQueues((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 10, products: 10, orders: 200 });
  });
  afterAll(() => scene.strike());

  const sessions = async (): Promise<number[]> => {
    const rows = await scene.database.dataSource.query<{ pid: number }[]>(
      `select pid from pg_stat_activity where datname = current_database() and application_name in ('export-worker', 'export-worker records')`,
    );
    return rows.map(({ pid }) => pid);
  };

  it('a worker keeps the connections of a burst of work open, so that the next burst opens none', async () => {
    await scene.startWorker();
    await scene.ended(await scene.request(await scene.link()));
    const opened = await sessions();
    expect(opened.length).toBeGreaterThan(3);
    await sleep(idleMs);
    expect(await sessions()).toEqual(expect.arrayContaining(opened));
  });
});
