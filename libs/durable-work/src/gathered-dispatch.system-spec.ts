import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { freePort, startRedisServer } from '@sync/embedded-services';
import { createTestDatabase, ServerGate, forEachQueueBackend, until, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { DurableWork } from './durable-work';
import { TaskQueue } from './task-queue';
import { TaskQueues } from './task-queues';
import { insertTasks } from './testing/insert-tasks';
import { startTaskWorker, type TaskWorkerApp } from './testing/task-worker-app';

const name = 'derive-sync-rules';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

const ids = (count: number) => Array.from({ length: count }, () => uuidv7());

forEachQueueBackend((backend) => {
  let app: TaskWorkerApp | undefined;
  let redis: Awaited<ReturnType<typeof backend.start>>;
  beforeAll(async () => {
    redis = await backend.start();
  });
  afterAll(async () => {
    await app?.stop();
    await redis?.stop();
  });

  it('tasks of several callers are queued together and run once', async () => {
    const seen: string[] = [];
    app = await startTaskWorker({
      dataSource: database.dataSource,
      databaseUrl: database.url,
      redisUrl: redis?.url,
      handler: { handle: async (_payload, { taskId }) => void seen.push(taskId) },
    });
    const recorded: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const some = await insertTasks(database.dataSource, 20);
      app.work.dispatchAll(name, some);
      recorded.push(...some);
    }
    await until(() => seen.length >= recorded.length);
    await sleep(200);
    expect(seen.sort()).toEqual(recorded.sort());
  });
});

forEachQueueBackend((backend) => {
  it('tasks wait while the queue is full, and follow when it has capacity', async () => {
    const redis = await backend.start();
    const location = { databaseUrl: database.url, redisUrl: redis?.url };
    const queues = TaskQueues.open(location);
    await queues.waitUntilReady();
    const queue = new TaskQueue('sync-rules', { connection: location });
    const waiting = () => queue.getWaitingCount().catch(() => 0);
    new DurableWork(queues).dispatchAll(name, ids(2_600));
    await until(async () => (await waiting()) === 2_000);
    // Time to check the queue several times.
    await sleep(1_000);
    expect(await waiting()).toBe(2_000);
    await queue.drain();
    await until(async () => (await waiting()) === 600);
    await queue.close();
    await queues.close();
    await redis?.stop();
  });
});

it('an unavailable queue costs the caller nothing, and gets later tasks once it is back', async () => {
  const port = await freePort();
  const queues = TaskQueues.open({ databaseUrl: database.url, redisUrl: `redis://127.0.0.1:${port}` });
  const work = new DurableWork(queues);
  for (let time = 0; time < 100; time += 1) work.dispatchAll(name, ids(200));
  const redis = await startRedisServer({ port });
  await until(async () => {
    work.dispatchAll(name, ids(1));
    await sleep(100);
    return (await queues.waiting('sync-rules').catch(() => 0)) > 0;
  });
  await queues.close();
  await redis?.stop();
});

it('callers do not wait for a queue that hangs: its tasks are logged and left to the reconciler', async () => {
  const gate = await ServerGate.open(database.url);
  const queues = TaskQueues.open({ databaseUrl: gate.url });
  await queues.waitUntilReady();
  const warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const work = new DurableWork(queues);
  const before = await queues.waiting('sync-rules');
  work.dispatchAll(name, ids(500));
  await until(async () => (await queues.waiting('sync-rules')) === before + 500);
  gate.stick();
  // After a full batch it checks for room first, which gets no response either.
  work.dispatchAll(name, ids(7));
  await until(() => warnings.mock.calls.some(([line]) => JSON.stringify(line).includes('"tasks not queued yet","tasks":7')));
  warnings.mockRestore();
  await gate.cut();
  await queues.close();
});
