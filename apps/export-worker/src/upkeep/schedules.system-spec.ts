import { bringSyncsForward, deriveSyncRules } from '@sync/sync-runs';
import { forEachQueueBackend, until } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import type { LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

interface TaskRow {
  state: string;
  attempts: number;
  last_error: string | null;
}

forEachQueueBackend((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 60 });
  });
  afterEach(() => scene.beginAgain());
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.sql<T>(text, parameters);
  const makeDue = async ({ tenantId, connectionId }: LinkedShop) => {
    await deriveSyncRules(scene.database.dataSource, tenantId);
    await sql(
      `update system_connections set configuration = '{"frequency": "hourly"}', created_at = now() - interval '1 day' where id = $1`,
      [connectionId],
    );
    await bringSyncsForward(scene.database.dataSource, [connectionId]);
  };
  const runsOf = ({ connectionId }: LinkedShop) =>
    sql<{ status: string }>('select status from sync_runs where system_connection_id = $1', [connectionId]);
  const succeeded = (linked: LinkedShop) =>
    until(async () => (await runsOf(linked)).map(({ status }) => status).join() === 'succeeded,succeeded,succeeded');
  const abandoned = async () => {
    const id = uuidv7();
    await sql(`insert into system_connections (id, name, status, created_at) values ($1, 'shop', 'pending', now() - interval '2 days')`, [
      id,
    ]);
    return id;
  };
  const isGone = async (id: string) => (await sql('select from system_connections where id = $1', [id])).length === 0;
  /** The turn is over: its end also sets when the next is due, and statements sent by a killed worker still count. */
  const pruned = () =>
    until(
      async () =>
        (await sql(`select from schedule_turns where schedule like 'prune%' and due_at > now() + interval '1 hour'`)).length === 1,
    );
  /** As if a day had passed. */
  const nextDay = () => sql(`update schedule_turns set due_at = now() - interval '1 second'`);

  it('due syncs start by themselves, each once with two workers, also after the queue was flushed', async () => {
    const first = await scene.link();
    await makeDue(first);
    await Promise.all([scene.startWorker(), scene.startWorker()]);
    await succeeded(first);
    await scene.flushQueues();
    const second = await scene.link();
    await makeDue(second);
    await succeeded(second);
    expect(await runsOf(first)).toHaveLength(3);
  });

  it('daily work runs at the first start and every day after, also after the queue was flushed', async () => {
    const first = await abandoned();
    await scene.startWorker();
    await until(() => isGone(first));
    await pruned();
    await scene.flushQueues();
    const second = await abandoned();
    await nextDay();
    await until(() => isGone(second));
  });

  // No queue takes part in these.
  if (backend.name === 'Postgres') {
    it('an interrupted uninstallation is finished', async () => {
      const { connectionId } = await scene.link();
      await sql(`update system_connections set status = 'uninstalled', deleted_at = now() where id = $1`, [connectionId]);
      await scene.startWorker();
      await until(() => isGone(connectionId));
    });

    it('a killed worker does not prevent daily work', async () => {
      const worker = await scene.startWorker();
      await pruned();
      await worker.kill();
      const id = await abandoned();
      await nextDay();
      await scene.startWorker();
      await until(() => isGone(id));
    });
  }

  it('a task whose worker died too often fails with its reason within 60 s, also without its queue', async () => {
    scene.shop.setLatency(20_000);
    const linked = await scene.link();
    const [runId = ''] = await scene.request(linked, ['orders']);
    await sql('update tasks set max_attempts = 1');
    const worker = await scene.startWorker();
    const task = async () => (await sql<TaskRow>(`select state, attempts, last_error from tasks where name = 'plan-sync-run'`))[0];
    await until(async () => (await task())?.attempts === 1);
    await worker.kill();
    const died = Date.now();
    if (scene.redis) await scene.killRedis();
    else await scene.flushQueues();
    await scene.startWorker();
    await until(async () => (await task())?.state === 'failed');
    expect(Date.now() - died).toBeLessThan(60_000);
    const reason = 'The worker ended unexpectedly each time it worked on this.';
    expect(await task()).toEqual({ state: 'failed', attempts: 2, last_error: reason });
    expect(await scene.ended([runId])).toMatchObject([{ status: 'failed', error: reason }]);
  });
});
