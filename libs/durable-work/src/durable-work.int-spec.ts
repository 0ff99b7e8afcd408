import { IntegrationRequestException } from '@sync/integration-contract';
import { createTestDatabase, forEachQueueBackend, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { startTaskWorker, type RulesHandler, type TaskWorkerApp } from './testing/task-worker-app';
import { until } from './testing/until';
import { UnrecoverableTaskError } from './task-errors';

interface TaskRow {
  state: string;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
}

forEachQueueBackend((backend) => {
  let database: TestDatabase;
  let redis: Awaited<ReturnType<typeof backend.start>>;
  let app: TaskWorkerApp | undefined;

  const start = async (handler: RulesHandler) => {
    app = await startTaskWorker({ dataSource: database.dataSource, databaseUrl: database.url, redisUrl: redis?.url, handler });
    return app;
  };
  const record = (worker: TaskWorkerApp) =>
    database.dataSource.transaction((manager) => worker.work.record(manager, 'derive-sync-rules', { tenantId: uuidv7(), thenSync: null }));
  const row = async (id: string) =>
    (await database.dataSource.query<TaskRow[]>('select state, attempts, max_attempts, last_error from tasks where id = $1', [id]))[0];
  const ended = (id: string) => until(async () => (await row(id))?.state !== 'pending');

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await backend.start();
  });
  afterEach(async () => {
    await app?.stop();
    app = undefined;
  });
  afterAll(async () => {
    await redis?.stop();
    await database.stop();
  });

  it('carries out a task that was recorded in a committed transaction, once', async () => {
    const seen: string[] = [];
    const worker = await start({ handle: async ({ tenantId }) => void seen.push(tenantId) });
    const id = await record(worker);
    await worker.work.dispatch([id]);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  it('knows nothing of a task whose transaction rolled back', async () => {
    const handle = jest.fn(async () => undefined);
    const worker = await start({ handle });
    const ids: string[] = [];
    const transaction = database.dataSource.transaction(async (manager) => {
      ids.push(await worker.work.record(manager, 'derive-sync-rules', { tenantId: uuidv7(), thenSync: null }));
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    await worker.work.dispatch(ids);
    const next = await record(worker);
    await worker.work.dispatch([next]);
    await ended(next);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('a crash between commit and enqueue loses nothing: the reconciler adds what is pending and not queued', async () => {
    const worker = await start({ handle: async () => undefined });
    const id = await record(worker);
    await database.dataSource.query(`update tasks set not_before = now() - interval '6 seconds' where id = $1`, [id]);
    expect(await worker.reconciler.reconcile()).toBe(1);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('a job that is queued twice runs once', async () => {
    const handle = jest.fn(async () => undefined);
    const worker = await start({ handle });
    const id = await record(worker);
    await worker.queues.add([
      { id, queue: 'sync-rules' },
      { id, queue: 'sync-rules' },
    ]);
    await ended(id);
    await worker.queues.add([{ id, queue: 'sync-rules' }]);
    const next = await record(worker);
    await worker.work.dispatch([next]);
    await ended(next);
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it('is retried with backoff, and a failed row is the failed-job record with a reason that is safe to show', async () => {
    const exhausted = jest.fn(async () => []);
    const worker = await start({ handle: () => Promise.reject(new Error('password=canary')), exhausted });
    const id = await record(worker);
    await worker.work.dispatch([id]);
    await ended(id);
    expect(await row(id)).toEqual({ state: 'failed', attempts: 5, max_attempts: 5, last_error: 'Unexpected failure (Error)' });
    expect(exhausted).toHaveBeenCalledTimes(1);
  });

  it('what cannot heal is not retried', async () => {
    const worker = await start({ handle: () => Promise.reject(new UnrecoverableTaskError('No integration for this driver')) });
    const id = await record(worker);
    await worker.work.dispatch([id]);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'failed', attempts: 1, last_error: 'No integration for this driver' });
  });

  it('a processor that throws a string fails like any other', async () => {
    const worker = await start({ handle: () => Promise.reject('text with canary' as unknown as Error) });
    const id = await record(worker);
    await database.dataSource.query('update tasks set max_attempts = 1 where id = $1', [id]);
    await worker.work.dispatch([id]);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'failed', last_error: 'Unexpected failure (string)' });
  });

  it('a wait that the shop asks for is not counted as an attempt', async () => {
    let asked = 0;
    const worker = await start({
      handle: async () => {
        asked += 1;
        if (asked < 3) throw new IntegrationRequestException('The shop asks to wait', { status: 429, retryAfterSeconds: 1 });
      },
    });
    const id = await record(worker);
    await worker.work.dispatch([id]);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'done', attempts: 3, max_attempts: 7 });
  });

  it('a task of a worker that ended each time it worked on it fails with that reason', async () => {
    const exhausted = jest.fn(async () => []);
    const worker = await start({ handle: async () => undefined, exhausted });
    const id = await record(worker);
    await database.dataSource.query('update tasks set attempts = 5 where id = $1', [id]);
    await worker.work.dispatch([id]);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'failed', last_error: 'The worker ended unexpectedly each time it worked on this.' });
    expect(exhausted).toHaveBeenCalledTimes(1);
  });

  it('the failure of a task and what its handler does about it are one transaction', async () => {
    const following: string[] = [];
    const worker = await start({
      handle: () => (following.length > 0 ? Promise.resolve() : Promise.reject(new UnrecoverableTaskError('over'))),
      exhausted: async (_payload, _reason, manager) => {
        following.push(await worker.work.record(manager, 'derive-sync-rules', { tenantId: uuidv7(), thenSync: null }));
        return following;
      },
    });
    const id = await record(worker);
    await worker.work.dispatch([id]);
    await ended(id);
    const [next = ''] = following;
    await ended(next);
    expect(await row(next)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('done and effect are one transaction: when it rolls back, the task is retried', async () => {
    let attempts = 0;
    const worker = await start({
      handle: async ({ tenantId }, attempt) => {
        attempts += 1;
        await database.dataSource.transaction(async (manager) => {
          await attempt.complete(manager);
          await manager.query('insert into tenants (id, name) values ($1, $2)', [tenantId, 'effect']);
          if (attempts === 1) throw new Error('lost connection');
        });
      },
    });
    const id = await record(worker);
    await worker.work.dispatch([id]);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'done', attempts: 2, last_error: null });
    expect(await database.dataSource.query(`select from tenants where name = 'effect'`)).toHaveLength(1);
    await database.dataSource.query(`delete from tenants where name = 'effect'`);
  });

  it('an app that stops interrupts its attempts at no cost, and another carries on', async () => {
    let attempts = 0;
    const handler: RulesHandler = {
      handle: async (_payload, attempt) => {
        attempts += 1;
        if (attempts > 1) return;
        await new Promise((resolve) => attempt.signal.addEventListener('abort', resolve));
        attempt.throwIfInterrupted();
      },
    };
    const first = await start(handler);
    const id = await record(first);
    await first.work.dispatch([id]);
    await until(() => attempts === 1);
    await first.stop();
    expect(await row(id)).toMatchObject({ state: 'pending', attempts: 1, max_attempts: 6 });
    await start(handler);
    await ended(id);
    expect(await row(id)).toMatchObject({ state: 'done', attempts: 2 });
  });
});
