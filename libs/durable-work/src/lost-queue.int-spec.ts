import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startRedisServer } from '@sync/embedded-services';
import { createTestDatabase, flushQueues, forEachQueueBackend, until, withRedis, type TestDatabase } from '@sync/test-harness';
import { DurableWork } from './durable-work';
import { TaskQueues } from './task-queues';
import { startTaskWorker, type TaskWorkerApp } from './testing/task-worker-app';

describe('durable work whose queue fails it', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const record = (work: DurableWork) =>
    work.record(database.dataSource.manager, 'derive-sync-rules', { tenantId: 'tenant', thenSync: null });
  const stateOf = async (id: string) =>
    (await database.dataSource.query<{ state: string }[]>('select state from tasks where id = $1', [id]))[0]?.state;

  forEachQueueBackend((backend) => {
    it('a task whose job is added again while it is worked on runs in one place at a time', async () => {
      const redis = await backend.start();
      let running = 0;
      let most = 0;
      const handle = async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(1_500);
        running -= 1;
      };
      const options = { dataSource: database.dataSource, databaseUrl: database.url, redisUrl: redis?.url, handler: { handle } };
      const workers: TaskWorkerApp[] = [await startTaskWorker(options), await startTaskWorker(options)];
      const [worker] = workers as [TaskWorkerApp];
      const id = await record(worker.work);
      await worker.work.dispatch([id]);
      await until(() => running === 1);
      await flushQueues(redis, (sql) => database.dataSource.query(sql));
      await worker.queues.add([{ id, queue: 'sync-rules' }]);
      await until(async () => (await stateOf(id)) === 'done');
      expect(most).toBe(1);
      await Promise.all(workers.map((each) => each.stop()));
      await redis?.stop();
    });
  });

  withRedis(it)('Redis was down at boot: dispatch neither throws nor waits, and works as soon as Redis is there', async () => {
    const port = await freePort();
    const queues = TaskQueues.open({ databaseUrl: database.url, redisUrl: `redis://127.0.0.1:${port}` });
    const work = new DurableWork(queues);
    await expect(work.dispatch([await record(work)])).resolves.toBeUndefined();
    const redis = await startRedisServer({ port });
    await queues.waitUntilReady();
    await work.dispatch([await record(work)]);
    expect(await queues.waiting('sync-rules')).toBe(1);
    await redis?.stop();
    await expect(work.dispatch([await record(work)])).resolves.toBeUndefined();
    await queues.close();
  });

  withRedis(it).each(['never came', 'went'])('once closed, the queues stop connecting to a Redis that %s', async (which) => {
    const port = await freePort();
    const redis = which === 'went' ? await startRedisServer({ port }) : null;
    const queues = TaskQueues.open({ databaseUrl: database.url, redisUrl: `redis://127.0.0.1:${port}` });
    await queues.waitUntilReady();
    await redis?.stop();
    await queues.close();
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(port, '127.0.0.1');
    await sleep(2_500);
    expect(connections).toBe(0);
    server.close();
  });
});
