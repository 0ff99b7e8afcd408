import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startRedisServer, type RedisServer } from '@sync/embedded-services';
import { createTestDatabase, flushQueues, forEachQueueBackend, ServerGate, until, type TestDatabase } from '@sync/test-harness';
import Redis from 'ioredis';
import { DurableWork } from './durable-work';
import { TaskQueues } from './task-queues';
import { TaskRunner } from './task-runner';
import { TaskWorkers } from './task-workers';
import { insertTasks } from './testing/insert-tasks';
import { startTaskWorker, type RulesHandler, type TaskWorkerApp } from './testing/task-worker-app';

describe('durable work whose queue fails', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const enqueue = (work: DurableWork) =>
    work.transaction((_, enqueueTask) => enqueueTask('derive-sync-rules', { tenantId: 'tenant', thenSync: null }));
  /** Rings that wait in the queue. */
  const waiting = async (redis: RedisServer | null) => {
    const client = new Redis(redis?.url ?? '');
    try {
      return await client.llen('bull:sync-rules:wait');
    } finally {
      client.disconnect();
    }
  };
  const stateOf = async (id: string) =>
    (await database.dataSource.query<{ state: string }[]>('select state from tasks where id = $1', [id]))[0]?.state;

  forEachQueueBackend((backend) => {
    it('a task whose queue is lost while it runs is never run concurrently', async () => {
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
      const id = await enqueue(worker.work);
      await until(() => running === 1);
      await flushQueues(redis, (sql) => database.dataSource.query(sql));
      for (const each of workers) each.ring();
      await until(async () => (await stateOf(id)) === 'done');
      expect(most).toBe(1);
      await Promise.all(workers.map((each) => each.stop()));
      await redis?.stop();
    });
  });

  it('Redis was down at boot: a transaction that enqueues neither fails nor waits, and workers are rung as soon as Redis is there', async () => {
    const port = await freePort();
    const queues = TaskQueues.open({ databaseUrl: database.url, redisUrl: `redis://127.0.0.1:${port}` });
    const work = new DurableWork(queues, database.dataSource);
    await expect(enqueue(work)).resolves.toBeDefined();
    const redis = await startRedisServer({ port });
    await until(async () => {
      await enqueue(work);
      return (await waiting(redis)) > 0;
    });
    await redis?.stop();
    await expect(enqueue(work)).resolves.toBeDefined();
    await queues.close();
  });

  it('a worker whose first connection to its queue on Postgres fails is not started', async () => {
    const gate = await ServerGate.open(database.url);
    const queues = TaskQueues.open({ databaseUrl: database.url });
    const work = new DurableWork(queues, database.dataSource);
    const runner = new TaskRunner(database.dataSource, work, {});
    gate.breaksLeft = 1;
    const workers = new TaskWorkers({ databaseUrl: gate.url }, { queues: ['sync-rules'], rung: queues, work, runner, concurrency: 1 });
    await expect(workers.onApplicationBootstrap()).rejects.toThrow();
    await workers.beforeApplicationShutdown();
    await queues.close();
    await gate.cut();
  });

  describe('workers whose Redis fails', () => {
    const carriedOut: string[] = [];
    let begun = 0;
    /** A task that has begun waits for this. */
    let heldUp = Promise.resolve();
    const start = (redisUrl: string | undefined, concurrency?: number) => {
      const handler: RulesHandler = {
        handle: async (_payload, { taskId }) => {
          begun += 1;
          await heldUp;
          carriedOut.push(taskId);
        },
      };
      return startTaskWorker({ dataSource: database.dataSource, databaseUrl: database.url, redisUrl, handler, concurrency });
    };
    const recordMany = async (worker: TaskWorkerApp, count: number) => {
      const ids = await insertTasks(database.dataSource, count);
      worker.ring();
      return ids;
    };
    const allDone = () =>
      until(async () => (await database.dataSource.query<unknown[]>(`select from tasks where state = 'pending' limit 1`)).length === 0);
    /** Besides what other tests left behind. */
    const carriedOutOf = (ids: string[]) => {
      const asked = new Set(ids);
      return carriedOut.filter((id) => asked.has(id)).sort();
    };
    beforeEach(() => {
      carriedOut.splice(0);
      begun = 0;
      heldUp = Promise.resolve();
    });

    it('away while 10,000 tasks are recorded: each runs once, without waiting for its return', async () => {
      const port = await freePort();
      const worker = await start(`redis://127.0.0.1:${port}`, 8);
      const ids = await recordMany(worker, 10_000);
      await allDone();
      expect(carriedOutOf(ids)).toEqual(ids.sort());
      await worker.stop();
    });

    it.each<[string, (client: Redis) => Promise<unknown>, (client: Redis) => Promise<unknown>]>([
      ['ends every connection (CLIENT KILL)', (client) => client.call('client', 'kill', 'type', 'normal'), () => Promise.resolve()],
      [
        'is for a while the replica of another (READONLY)',
        async (client) => client.replicaof('127.0.0.1', await freePort()),
        (client) => client.replicaof('no', 'one'),
      ],
    ])('one that %s: every task is carried out once', async (_which, fail, heal) => {
      const redis = await startRedisServer();
      const worker = await start(redis?.url);
      const client = new Redis(redis?.url ?? '');
      const ids: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        ids.push(...(await recordMany(worker, 100)));
        await fail(client);
        ids.push(...(await recordMany(worker, 100)));
        await sleep(300);
        await heal(client);
      }
      await allDone();
      expect(carriedOutOf(ids)).toEqual(ids.sort());
      client.disconnect();
      await worker.stop();
      await redis?.stop();
    });

    it('hangs without closing its connections: every task runs once when new connections work again', async () => {
      const redis = await startRedisServer();
      const gate = await ServerGate.open(redis?.url ?? '');
      const worker = await start(gate.url, 2);
      let goOn: () => void = () => undefined;
      heldUp = new Promise((resolve) => (goOn = resolve));
      const ids = await recordMany(worker, 2);
      await until(() => begun === 2);
      const before = gate.opened;
      gate.stick();
      goOn();
      ids.push(...(await recordMany(worker, 200)));
      // Connections opened while it hangs never get a response either.
      await until(() => gate.opened > before);
      gate.forget();
      await allDone();
      expect(carriedOutOf(ids)).toEqual(ids.sort());
      await worker.stop();
      await gate.cut();
      await redis?.stop();
    });
  });

  it.each(['never came', 'went'])('closed queues stop connecting to a Redis that %s', async (which) => {
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
