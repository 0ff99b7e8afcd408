import { createTestDatabase, forEachQueueBackend, until, type TestDatabase } from '@sync/test-harness';
import { recordTask } from './testing/insert-tasks';
import { startTaskWorker, type TaskWorkerApp } from './testing/task-worker-app';

const concurrency = 2;
/** What one worker may have held: three tasks in reserve for each of its slots. */
const mostHeld = 4 * concurrency;

forEachQueueBackend((backend) => {
  let database: TestDatabase;
  let redis: Awaited<ReturnType<typeof backend.start>>;
  let worker: TaskWorkerApp;
  const begun: string[] = [];
  const ending = new Map<string, () => void>();

  beforeEach(async () => {
    database = await createTestDatabase();
    redis = await backend.start();
    begun.length = 0;
    worker = await startTaskWorker({
      dataSource: database.dataSource,
      databaseUrl: database.url,
      redisUrl: redis?.url,
      concurrency,
      // Until it is released or interrupted.
      handler: {
        handle: async ({ tenantId: name }, attempt) => {
          begun.push(name);
          await new Promise<void>((resolve) => {
            ending.set(name, resolve);
            attempt.signal.addEventListener('abort', () => resolve());
          });
          attempt.throwIfInterrupted();
        },
      },
    });
  });
  afterEach(async () => {
    await worker.stop();
    await redis?.stop();
    await database.stop();
  });

  const recordAs = (name: string, set?: string) => recordTask(database.dataSource, { tenantId: name, set });
  /** Picked up, and the lease has just run out. */
  const leave = (name: string) => recordAs(name, `attempts = 1, held = true, not_before = now() - interval '2 seconds'`);
  const namesOf = (what: string, count = concurrency) => Array.from({ length: count }, (_, index) => `${what} ${index}`);
  const work = async (names: readonly string[]) => {
    for (const name of names) await recordAs(name);
    worker.ring();
    await until(() => names.every((name) => begun.includes(name)));
  };

  it('a full worker takes over as many tasks as a dead one of its size may have held, and none that waits for its next attempt', async () => {
    await work(namesOf('its own'));
    for (const name of namesOf('retry', 20)) await recordAs(name, `attempts = 1, not_before = now() - interval '1 minute'`);
    for (const name of namesOf('left', mostHeld)) await leave(name);
    await worker.workers.poll();
    await until(() => begun.length === concurrency + mostHeld);
    await worker.workers.poll();
    expect(begun.slice(concurrency).sort()).toEqual(namesOf('left', mostHeld));
  });

  it('it takes over no more than that at once; the rest begins as they end', async () => {
    for (const name of namesOf('left', mostHeld + 1)) await leave(name);
    await worker.workers.poll();
    await until(() => begun.length === mostHeld);
    await worker.workers.poll();
    expect(begun).toHaveLength(mostHeld);
    ending.get(begun[0] ?? '')?.();
    await until(() => begun.length === mostHeld + 1);
  });

  it('tasks taken over do not block those from its queue', async () => {
    for (const name of namesOf('left')) await leave(name);
    await worker.workers.poll();
    await until(() => begun.length === concurrency);
    await work(namesOf('its own'));
  });

  it('two workers take a task over once', async () => {
    await leave('left');
    await Promise.all([worker.workers.poll(), worker.workers.poll()]);
    await until(() => begun.length > 0);
    await worker.workers.poll();
    expect(begun).toEqual(['left']);
  });

  it('a running task is not taken over', async () => {
    await recordAs('worked on', `attempts = 1, held = true, not_before = now() + interval '1 minute'`);
    await worker.workers.poll();
    await work(['another']);
    expect(begun).toEqual(['another']);
  });

  it('a worker releases tasks it does not continue, so only a death leaves tasks behind', async () => {
    const held = async () =>
      (await database.dataSource.query<{ name: string }[]>(`select payload ->> 'tenantId' as name from tasks where held`)).map(
        ({ name }) => name,
      );
    await work(['interrupted']);
    expect(await held()).toEqual(['interrupted']);
    await worker.stop();
    expect(await held()).toEqual([]);
  });
});
