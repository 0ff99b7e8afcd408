import { FailedTasks } from '@sync/durable-work';
import { onPostgresQueues, until } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { GatedShop } from '../testing/gated-shop';
import { linkShop, type LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

interface Run {
  id: string;
  capability: string;
  mode: string;
  status: string;
}

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let failed: FailedTasks;
  let gate: GatedShop | undefined;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 60 });
    failed = new FailedTasks(scene.database.dataSource, scene.queues);
    await scene.startWorker();
  });
  afterEach(async () => {
    await gate?.stop();
    gate = undefined;
    await sql('delete from system_connections');
  });
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.database.dataSource.query<T[]>(text, parameters);
  const runsOf = ({ connectionId }: LinkedShop) =>
    sql<Run>('select id, capability, mode, status from sync_runs where system_connection_id = $1 order by id', [connectionId]);
  const stateOf = async (id: string) => (await sql<{ state: string }>('select state from tasks where id = $1', [id]))[0]?.state;
  const settled = (id: string) => until(async () => (await stateOf(id)) !== 'pending');

  /** A failed task and its failed run. */
  async function failure(
    name: 'plan-sync-run' | 'fetch-page-ranges' | 'finish-sync-run',
    linked: LinkedShop,
    values: { mode?: string; payload?: object } = {},
  ) {
    const [taskId, runId] = [uuidv7(), uuidv7()];
    await sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, error, started_at, finished_at)
       values ($1, $2, 'orders', $3, 'failed', 2, 'The shop does not respond.', now() - interval '1 hour', now() - interval '1 hour')`,
      [runId, linked.connectionId, values.mode ?? 'full'],
    );
    const payload = values.payload ?? { syncRunId: runId };
    await sql(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, attempts, max_attempts, last_error, finished_at)
       values ($1, $2, $3, $4, $5, 'failed', 5, 5, 'The shop does not respond.', now())`,
      [taskId, name === 'fetch-page-ranges' ? 'page-ranges' : 'bulk-sync', name, payload, linked.connectionId],
    );
    return { taskId, runId };
  }

  /** With rules, and without a run. */
  async function link(shop: Pick<GatedShop, 'url' | 'credentials'> = scene.shop): Promise<LinkedShop> {
    const linked = await linkShop(scene.database.dataSource, shop);
    const runIds = await scene.request(linked, ['orders']);
    await scene.ended(runIds);
    await sql('delete from sync_runs where id = any($1)', [runIds]);
    return linked;
  }

  describe.each(['plan-sync-run', 'fetch-page-ranges', 'finish-sync-run'] as const)('retrying a failed %s', (name) => {
    it.each(['full', 'delta'])('starts a new run of the same connection, capability and mode: %s', async (mode) => {
      const linked = await link();
      const { taskId, runId } = await failure(name, linked, { mode });
      expect(await failed.retry(taskId)).toBe(true);
      await settled(taskId);
      expect(await stateOf(taskId)).toBe('done');
      const [, restarted] = await runsOf(linked);
      expect(await scene.ended([restarted?.id ?? ''])).toMatchObject([{ status: 'succeeded', records_fetched: 60 }]);
      expect(await runsOf(linked)).toMatchObject([
        { id: runId, status: 'failed' },
        { capability: 'orders', mode, status: 'succeeded' },
      ]);
    });
  });

  it('starts one run (10 concurrent retries)', async () => {
    const linked = await link();
    const { taskId } = await failure('plan-sync-run', linked);
    const results = await Promise.all(Array.from({ length: 10 }, () => failed.retry(taskId)));
    expect(results.filter(Boolean)).toHaveLength(1);
    await settled(taskId);
    await until(async () => (await runsOf(linked)).at(-1)?.status === 'succeeded');
    expect(await runsOf(linked)).toHaveLength(2);
  });

  it('several failed tasks of one run start one new run', async () => {
    gate = await GatedShop.before(scene.shop);
    const linked = await link(gate);
    const { taskId, runId } = await failure('fetch-page-ranges', linked);
    const { taskId: other } = await failure('fetch-page-ranges', linked, { payload: { syncRunId: runId } });
    // The new run stays open until its shop responds.
    const goOn = gate.holdUntilReleased('orders 1');
    expect(await failed.retryAll({ systemConnectionId: linked.connectionId })).toBe(2);
    await Promise.all([settled(taskId), settled(other)]);
    expect([await stateOf(taskId), await stateOf(other)]).toEqual(['done', 'done']);
    expect((await runsOf(linked)).filter(({ status }) => status !== 'failed')).toHaveLength(1);
    goOn();
    await until(async () => (await runsOf(linked)).at(-1)?.status === 'succeeded');
  });

  it.each(['error', 'disconnected', 'inactive'])(
    'of a connection that is %s fails again at once, with a reason that says to reconnect',
    async (status) => {
      const linked = await link();
      const { taskId } = await failure('finish-sync-run', linked);
      await sql(`update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`, [
        linked.connectionId,
        status,
      ]);
      await failed.retry(taskId);
      await settled(taskId);
      expect(await failed.show(taskId)).toMatchObject({
        attempts: 6,
        reason: `The connection is ${status}. It can be synced once it is connected again.`,
      });
      expect(await runsOf(linked)).toHaveLength(1);
    },
  );

  it('of a capability that the connection may not pull in now fails again and says so', async () => {
    const linked = await link();
    const { taskId } = await failure('plan-sync-run', linked);
    await sql('update sync_rules set is_active = false where source_connection_id = $1', [linked.connectionId]);
    await failed.retry(taskId);
    await settled(taskId);
    expect(await failed.show(taskId)).toMatchObject({ reason: 'The connection may not pull orders in now.' });
  });

  it('a task whose run was deleted fails again and says what to do', async () => {
    const linked = await link();
    const { taskId } = await failure('fetch-page-ranges', linked, { payload: { syncRunId: uuidv7() } });
    await failed.retry(taskId);
    await settled(taskId);
    expect(await failed.show(taskId)).toMatchObject({
      reason: 'The sync that this belonged to is no longer kept. Start a new one instead.',
    });
  });

  it.each(['plan-sync-run', 'fetch-page-ranges', 'finish-sync-run'] as const)(
    'a late %s that was not retried starts no run',
    async (name) => {
      const linked = await link();
      const { taskId } = await failure(name, linked);
      await sql(`update tasks set state = 'pending', attempts = 1, finished_at = null where id = $1`, [taskId]);
      await scene.queues.add([{ id: taskId, queue: name === 'fetch-page-ranges' ? 'page-ranges' : 'bulk-sync' }]);
      await settled(taskId);
      expect(await stateOf(taskId)).toBe('done');
      expect(await runsOf(linked)).toHaveLength(1);
    },
  );

  it('a permanently failed sync is a failed task, and its retry stores the records', async () => {
    const linked = await link();
    await sql(`delete from orders where system_connection_id = $1`, [linked.connectionId]);
    const credentials = await sql<{ credentials: string }>('select credentials from system_connections where id = $1', [
      linked.connectionId,
    ]);
    await sql('update system_connections set credentials = null where id = $1', [linked.connectionId]);
    const runIds = await scene.request(linked, ['orders']);
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'failed' }]);
    const { tasks } = await failed.list({ systemConnectionId: linked.connectionId });
    expect(tasks).toMatchObject([{ name: 'plan-sync-run', reason: 'The connection has no address or no credentials.' }]);
    await sql('update system_connections set credentials = $2 where id = $1', [linked.connectionId, credentials[0]?.credentials]);
    await failed.retry(tasks[0]?.id ?? '');
    await until(async () => (await runsOf(linked)).at(-1)?.status === 'succeeded');
    expect(await sql('select from orders where system_connection_id = $1', [linked.connectionId])).toHaveLength(60);
  });
});
