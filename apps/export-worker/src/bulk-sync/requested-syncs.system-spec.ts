import { uninstallConnection } from '@sync/connections';
import { DurableWork, FailedTasks } from '@sync/durable-work';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import { queueOf, storeFailedSync, type SyncTask } from '../testing/failed-sync';
import type { LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

interface Rule {
  source_connection_id: string;
  data_domains: string[];
  is_active: boolean;
}

interface Run {
  id: string;
  capability: string;
  mode: string;
  status: string;
}

const syncTasks: SyncTask[] = ['plan-sync-run', 'fetch-page-range', 'finish-sync-run'];

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let work: DurableWork;
  let failed: FailedTasks;
  let worker: AppProcess;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 60 });
    work = new DurableWork(scene.queues, scene.database.dataSource);
    failed = new FailedTasks(scene.database.dataSource, scene.queues);
    worker = await scene.startWorker();
  });
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.sql<T>(text, parameters);
  const stateOf = async (id: string) => (await sql<{ state: string }>('select state from tasks where id = $1', [id]))[0]?.state;

  describe('the first syncs of a connection', () => {
    const derive = async ({ tenantId }: LinkedShop, thenSync: string | null, isMoved?: true) => {
      const id = await work.transaction((_, enqueue) => enqueue('derive-sync-rules', { tenantId, thenSync, ...(isMoved && { isMoved }) }));
      await until(async () => (await stateOf(id)) === 'done');
    };
    const rulesOf = ({ tenantId }: LinkedShop) =>
      sql<Rule>('select source_connection_id, data_domains, is_active from sync_rules where tenant_id = $1', [tenantId]);
    const runsOf = ({ connectionId }: LinkedShop) =>
      sql<{ id: string; capability: string; modified_after: Date | null }>(
        'select id, capability, modified_after from sync_runs where system_connection_id = $1 order by capability',
        [connectionId],
      );

    it('activation derives rules and then starts a first sync of every capability', async () => {
      const linked = await scene.link();
      await derive(linked, linked.connectionId);
      expect(await rulesOf(linked)).toEqual([
        { source_connection_id: linked.connectionId, data_domains: ['customers', 'orders', 'products'], is_active: true },
      ]);
      const runs = await runsOf(linked);
      expect(runs).toMatchObject([
        { capability: 'customers', modified_after: null },
        { capability: 'orders', modified_after: null },
        { capability: 'products', modified_after: null },
      ]);
      expect((await scene.ended(runs.map(({ id }) => id))).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    });

    it('a first sync pulls only what the connection may pull in now', async () => {
      const linked = await scene.link();
      await sql(`update system_connections set configuration = '{"data_types": ["orders"]}' where id = $1`, [linked.connectionId]);
      await derive(linked, linked.connectionId);
      expect(await runsOf(linked)).toMatchObject([{ capability: 'orders' }]);
    });

    it('a saved configuration derives rules and starts no sync', async () => {
      const linked = await scene.link();
      await derive(linked, null);
      expect(await rulesOf(linked)).toHaveLength(1);
      expect(await runsOf(linked)).toEqual([]);
    });

    it('those of a shop that moved read every record again: its records may hold the old address', async () => {
      const linked = await scene.link();
      const ended = () =>
        sql<{ mode: string }>(`select mode from sync_runs where system_connection_id = $1 and status = 'succeeded'`, [linked.connectionId]);
      await derive(linked, linked.connectionId);
      await until(async () => (await ended()).length === 3);
      await derive(linked, linked.connectionId, true);
      await until(async () => (await ended()).length === 6);
      expect((await ended()).map(({ mode }) => mode).sort()).toEqual([...Array<string>(3).fill('delta'), ...Array<string>(3).fill('full')]);
    });

    it('the removal of a connection ends its derivation quietly', async () => {
      const before = worker.output.length;
      const { dataSource } = scene.database;
      for (let round = 0; round < 5; round += 1) {
        const linked = await scene.link();
        const { tenantId, connectionId } = linked;
        const derivation = { payload: { tenantId, thenSync: connectionId }, systemConnectionId: connectionId };
        await work.transaction((_, enqueue) => enqueue.all('derive-sync-rules', Array(10).fill(derivation)));
        await until(async () => (await rulesOf(linked)).length > 0);
        await uninstallConnection(dataSource, linked.connectionId, `widget:${linked.connectionId}`);
        expect([await rulesOf(linked), await runsOf(linked)]).toEqual([[], []]);
      }
      const since = worker.output.slice(before).split('\n');
      expect(since.filter((line) => /"level":"(error|fatal)"|40P01|23503/.test(line))).toEqual([]);
    });

    it('the activation of a direct system starts no export from it', async () => {
      const linked = await scene.link();
      const ofTenant = 'select id from system_connections where tenant_id = $1 and id <> $2';
      const [direct] = await sql<{ id: string }>(ofTenant, [linked.tenantId, linked.connectionId]);
      await derive(linked, direct?.id ?? '');
      expect(await sql('select from sync_runs where system_connection_id = $1', [direct?.id])).toEqual([]);
    });
  });

  describe('the retry of a failed sync', () => {
    afterEach(async () => {
      await scene.calmShop();
      await sql('delete from system_connections');
    });

    const runsOf = ({ connectionId }: LinkedShop) =>
      sql<Run>('select id, capability, mode, status from sync_runs where system_connection_id = $1 order by id', [connectionId]);
    const settled = (id: string) => until(async () => (await stateOf(id)) !== 'pending');
    const failure = (name: SyncTask, linked: LinkedShop, values?: { mode?: string; payload?: object }) =>
      storeFailedSync(scene.database.dataSource, name, linked, values);

    /** With rules, and without a run. */
    async function link(given?: LinkedShop): Promise<LinkedShop> {
      const linked = given ?? (await scene.link());
      const runIds = await scene.request(linked, ['orders']);
      await scene.ended(runIds);
      await sql('delete from sync_runs where id = any($1)', [runIds]);
      return linked;
    }

    it.each<[SyncTask, string]>([
      ['plan-sync-run', 'full'],
      ['fetch-page-range', 'delta'],
      ['finish-sync-run', 'full'],
    ])('of %s starts a new run of the same connection, capability and mode (%s)', async (name, mode) => {
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

    it.each<[what: string, task: SyncTask, change: string, reason: string]>([
      ...['error', 'disconnected', 'inactive'].map((status): [string, SyncTask, string, string] => [
        `a connection that is ${status}`,
        'finish-sync-run',
        `update system_connections set status = '${status}', disconnected_at = case when '${status}' = 'disconnected' then now() end where id = $1`,
        `The connection is ${status}. It can be synced once it is connected again.`,
      ]),
      [
        'a capability that the connection may not pull in now',
        'plan-sync-run',
        'update sync_rules set is_active = false where source_connection_id = $1',
        'The connection may not pull orders in now.',
      ],
      [
        'a run that is no longer kept',
        'fetch-page-range',
        'delete from sync_runs where system_connection_id = $1',
        'The sync that this belonged to is no longer kept. Start a new one instead.',
      ],
    ])('of %s fails again at once, with a reason that says what to do', async (_what, task, change, reason) => {
      const linked = await link();
      const { taskId } = await failure(task, linked);
      await sql(change, [linked.connectionId]);
      const before = await runsOf(linked);
      await failed.retry(taskId);
      await settled(taskId);
      expect(await failed.show(taskId)).toMatchObject({ attempts: 6, reason });
      expect(await runsOf(linked)).toEqual(before);
    });

    it('several failed tasks of one run start one new run', async () => {
      const { linked, gate } = await scene.linkGated();
      await link(linked);
      const { taskId, runId } = await failure('fetch-page-range', linked);
      const { taskId: other } = await failure('fetch-page-range', linked, { payload: { syncRunId: runId } });
      // The new run stays open until its shop responds.
      const goOn = gate.holdUntilReleased('orders 1');
      expect(await failed.retryAll({ systemConnectionId: linked.connectionId })).toBe(2);
      await Promise.all([settled(taskId), settled(other)]);
      expect([await stateOf(taskId), await stateOf(other)]).toEqual(['done', 'done']);
      expect((await runsOf(linked)).filter(({ status }) => status !== 'failed')).toHaveLength(1);
      goOn();
      await until(async () => (await runsOf(linked)).at(-1)?.status === 'succeeded');
    });

    it.each(syncTasks)('a late %s that was not retried starts no run', async (name) => {
      const linked = await link();
      const { taskId } = await failure(name, linked);
      await sql(`update tasks set state = 'pending', attempts = 1, finished_at = null where id = $1`, [taskId]);
      scene.queues.ring([queueOf(name)]);
      await settled(taskId);
      expect(await stateOf(taskId)).toBe('done');
      expect(await runsOf(linked)).toHaveLength(1);
    });

    it('a permanently failed sync is a failed task, and its retry stores the records', async () => {
      const linked = await link();
      await sql(`delete from orders where shop_id = $1`, [linked.connectionId]);
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
      expect(await sql('select from orders where shop_id = $1', [linked.connectionId])).toHaveLength(60);
    });
  });
});
