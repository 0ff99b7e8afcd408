import { uninstallConnection } from '@sync/connections';
import { DurableWork, FailedTasks } from '@sync/durable-work';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import type { LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

interface Rule {
  source_connection_id: string;
  data_domains: string[];
  is_active: boolean;
}

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let work: DurableWork;
  let worker: AppProcess;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 60 });
    work = new DurableWork(scene.queues, scene.database.dataSource);
    worker = await scene.startWorker();
  });
  afterAll(() => scene.strike());

  const derive = async ({ tenantId }: LinkedShop, thenSync: string | null) => {
    const { dataSource } = scene.database;
    const id = await work.transaction((_, enqueue) => enqueue('derive-sync-rules', { tenantId, thenSync }));
    await until(
      async () => (await dataSource.query<{ state: string }[]>('select state from tasks where id = $1', [id]))[0]?.state === 'done',
    );
  };
  const rulesOf = ({ tenantId }: LinkedShop) =>
    scene.database.dataSource.query<Rule[]>('select source_connection_id, data_domains, is_active from sync_rules where tenant_id = $1', [
      tenantId,
    ]);
  const runsOf = ({ connectionId }: LinkedShop) =>
    scene.database.dataSource.query<{ id: string; capability: string; modified_after: Date | null }[]>(
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
    await scene.database.dataSource.query(`update system_connections set configuration = '{"data_types": ["orders"]}' where id = $1`, [
      linked.connectionId,
    ]);
    await derive(linked, linked.connectionId);
    expect(await runsOf(linked)).toMatchObject([{ capability: 'orders' }]);
  });

  it('a saved configuration derives rules and starts no sync', async () => {
    const linked = await scene.link();
    await derive(linked, null);
    expect(await rulesOf(linked)).toHaveLength(1);
    expect(await runsOf(linked)).toEqual([]);
  });

  it('repeated and concurrent derivations change nothing more', async () => {
    const linked = await scene.link();
    await Promise.all(Array.from({ length: 8 }, () => derive(linked, linked.connectionId)));
    expect(await rulesOf(linked)).toHaveLength(1);
    const runs = await runsOf(linked);
    await scene.ended(runs.map(({ id }) => id));
    const open = `select from sync_runs where system_connection_id = $1 and status in ('queued', 'running')`;
    expect(await scene.database.dataSource.query(open, [linked.connectionId])).toEqual([]);
    expect(new Set(runs.map(({ capability }) => capability)).size).toBe(3);
  });

  it('a derivation that fails 5 times is a failed task, and its retry completes it', async () => {
    const linked = await scene.link();
    const { dataSource } = scene.database;
    await dataSource.query('alter table sync_rules add constraint refuses_all check (false) not valid');
    const options = { systemConnectionId: linked.connectionId };
    const payload = { tenantId: linked.tenantId, thenSync: linked.connectionId };
    const id = await work.transaction((_, enqueue) => enqueue('derive-sync-rules', payload, options));
    const task = async () =>
      (await dataSource.query<{ state: string }[]>('select state, attempts, last_error from tasks where id = $1', [id]))[0];
    await until(async () => (await task())?.state === 'failed');
    expect(await task()).toEqual({ state: 'failed', attempts: 5, last_error: expect.stringMatching(/\S/) as string });
    await until(() => /"msg":"task failed".*"task":"derive-sync-rules"/.test(worker.output));
    expect([await rulesOf(linked), await runsOf(linked)]).toEqual([[], []]);

    await dataSource.query('alter table sync_rules drop constraint refuses_all');
    expect(await new FailedTasks(dataSource, scene.queues).retry(id)).toBe(true);
    await until(async () => (await task())?.state === 'done');
    expect([(await rulesOf(linked)).length, (await runsOf(linked)).length]).toEqual([1, 3]);
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
    const [direct] = await scene.database.dataSource.query<{ id: string }[]>(
      'select id from system_connections where tenant_id = $1 and id <> $2',
      [linked.tenantId, linked.connectionId],
    );
    await derive(linked, direct?.id ?? '');
    expect(await scene.database.dataSource.query('select from sync_runs where system_connection_id = $1', [direct?.id])).toEqual([]);
  });
});
