import { createTestDatabase, forEachQueueBackend, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { startTaskWorker, type TaskWorkerApp } from './testing/task-worker-app';
import { until } from './testing/until';

forEachQueueBackend((backend) => {
  let database: TestDatabase;
  let redis: Awaited<ReturnType<typeof backend.start>>;
  let worker: TaskWorkerApp;
  const order: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await backend.start();
    const handler = { handle: async ({ tenantId }: { tenantId: string }) => void order.push(tenantId) };
    worker = await startTaskWorker({
      dataSource: database.dataSource,
      databaseUrl: database.url,
      redisUrl: redis?.url,
      handler,
      concurrency: 1,
    });
  });
  beforeEach(() => order.splice(0));
  afterAll(async () => {
    await worker.stop();
    await redis?.stop();
    await database.stop();
  });

  const connection = async () => {
    const id = uuidv7();
    await database.dataSource.query(`insert into system_connections (id, name, status) values ($1, 'shop', 'pending')`, [id]);
    return id;
  };
  const overdue = async (systemConnectionId: string | undefined, name: string) => {
    const id = await worker.work.record(
      database.dataSource.manager,
      'derive-sync-rules',
      { tenantId: name, thenSync: null },
      { systemConnectionId },
    );
    await database.dataSource.query(`update tasks set not_before = now() - interval '1 minute' where id = $1`, [id]);
    return id;
  };
  const count = async (state: string) =>
    (await database.dataSource.query<unknown[]>('select 1 from tasks where state = $1', [state])).length;

  it('is fair: no connection starves behind the backlog of another', async () => {
    const [busy, quiet] = [await connection(), await connection()];
    for (let index = 0; index < 20; index += 1) await overdue(busy, `busy ${index}`);
    await overdue(quiet, 'quiet');
    await worker.reconciler.reconcile();
    await until(() => order.length === 21);
    expect(order.indexOf('quiet')).toBeLessThan(5);
  });

  it('what a dead worker left is gone on with, although no queue hands it out, and once', async () => {
    const left = await overdue(undefined, 'left by a dead worker');
    await overdue(undefined, 'never begun');
    await database.dataSource.query('update tasks set attempts = 1 where id = $1', [left]);
    const begun = await Promise.all([worker.reconciler.takeOver(), worker.reconciler.takeOver()]);
    expect(Math.max(...begun)).toBe(1);
    await until(() => order.length > 0);
    expect(order).toEqual(['left by a dead worker']);
    expect(await worker.reconciler.takeOver()).toBe(0);
    await worker.reconciler.reconcile();
    await until(() => order.length === 2);
  });

  it('two reconcilers at once offer each task once', async () => {
    for (let index = 0; index < 50; index += 1) await overdue(undefined, `task ${index}`);
    await Promise.all([worker.reconciler.reconcile(), worker.reconciler.reconcile()]);
    await until(async () => (await count('pending')) === 0);
    expect(order).toHaveLength(50);
    expect(new Set(order).size).toBe(50);
  });

  it('leaves alone what is not due, or is worked on', async () => {
    const later = await worker.work.record(database.dataSource.manager, 'derive-sync-rules', { tenantId: 'later', thenSync: null });
    await database.dataSource.query(`update tasks set not_before = now() + interval '1 hour' where id = $1`, [later]);
    expect(await worker.reconciler.reconcile()).toBe(0);
    await database.dataSource.query('delete from tasks where id = $1', [later]);
  });

  it('removes what was done a week ago; failed tasks are kept until resolved', async () => {
    const ids = [uuidv7({ msecs: Date.now() - 8 * 86_400_000 }), uuidv7({ msecs: Date.now() - 30 * 86_400_000 }), uuidv7()];
    const insert = `insert into tasks (id, queue, name, payload, state, max_attempts) values ($1, 'sync-rules', 'derive-sync-rules', '{}', $2, 5)`;
    await database.dataSource.query(insert, [ids[0], 'done']);
    await database.dataSource.query(insert, [ids[1], 'failed']);
    await database.dataSource.query(insert, [ids[2], 'done']);
    await worker.reconciler.clean();
    const left = await database.dataSource.query<{ id: string }[]>('select id from tasks where id = any($1)', [ids]);
    expect(left.map(({ id }) => id).sort()).toEqual([ids[1], ids[2]].sort());
  });
});
