import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startRedisServer } from '@sync/embedded-services';
import { createTestDatabase, forEachQueueBackend, itWithRedis, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { DurableWork, recordTasksOf } from './durable-work';
import { TaskQueue } from './task-queue';
import { TaskQueues } from './task-queues';
import { startTaskWorker, type TaskWorkerApp } from './testing/task-worker-app';
import { until } from './testing/until';

const name = 'derive-sync-rules';

/** A statement of a caller's own: tenants and the tasks that are about them, the tasks only for tenants that are new. */
const tenantsWithTasks = `
  with given as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as given (tenant_id, task_id, request_id)
  ), made as (
    insert into tenants (id, name) select tenant_id, 'Made' from given on conflict (id) do nothing returning id
  ), to_derive as (
    select task_id, request_id, null::uuid as system_connection_id, jsonb_build_object('tenantId', id, 'thenSync', null) as payload
    from made join given on given.tenant_id = made.id
  ), recorded as (${recordTasksOf(name, 'to_derive')} returning id)
  select id from recorded`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

async function make(tenants: readonly string[]): Promise<string[]> {
  const parameters = [tenants, tenants.map(() => uuidv7()), tenants.map((_, place) => `request-${place}`)];
  return (await database.dataSource.query<{ id: string }[]>(tenantsWithTasks, parameters)).map(({ id }) => id);
}

const ids = (count: number) => Array.from({ length: count }, () => uuidv7());

describe('tasks of a statement of the caller’s own', () => {
  it('are recorded as record does, one for each row of the relation', async () => {
    const [known = '', ...fresh] = ids(3);
    await make([known]);
    const made = await make([known, ...fresh]);
    expect(made).toHaveLength(2);
    const rows = await database.dataSource.query<unknown[]>('select * from tasks where id = any($1) order by request_id', [made]);
    expect(rows).toEqual(
      fresh.map((tenantId, place) =>
        expect.objectContaining({
          queue: 'sync-rules',
          name,
          payload: { tenantId, thenSync: null },
          state: 'pending',
          attempts: 0,
          max_attempts: 5,
          request_id: `request-${place + 1}`,
        }),
      ),
    );
  });
});

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

  it('after the commit they are handed to their queue, together with those of other callers, and carried out once', async () => {
    const seen: string[] = [];
    app = await startTaskWorker({
      dataSource: database.dataSource,
      databaseUrl: database.url,
      redisUrl: redis?.url,
      handler: { handle: async ({ tenantId }) => void seen.push(tenantId) },
    });
    const tenants = ids(60);
    for (let start = 0; start < tenants.length; start += 20) app.work.dispatchAll(name, await make(tenants.slice(start, start + 20)));
    await until(() => seen.length >= tenants.length);
    await sleep(200);
    expect(seen.sort()).toEqual([...tenants].sort());
  });
});

forEachQueueBackend((backend) => {
  it('while much waits in a queue, what comes is held back, and follows when there is room', async () => {
    const redis = await backend.start();
    const location = { databaseUrl: database.url, redisUrl: redis?.url };
    const queues = TaskQueues.open(location);
    await queues.waitUntilReady();
    const queue = new TaskQueue('sync-rules', { connection: location });
    const waiting = () => queue.getWaitingCount().catch(() => 0);
    new DurableWork(queues).dispatchAll(name, ids(2_600));
    await until(async () => (await waiting()) === 2_000);
    await sleep(1_000);
    expect(await waiting()).toBe(2_000);
    await queue.drain();
    await until(async () => (await waiting()) === 600);
    await queue.close();
    await queues.close();
    await redis?.stop();
  });
});

itWithRedis('a queue that is away costs the caller nothing, and gets what comes later when it is back', async () => {
  const port = await freePort();
  const queues = TaskQueues.open({ databaseUrl: database.url, redisUrl: `redis://127.0.0.1:${port}` });
  const work = new DurableWork(queues);
  for (let time = 0; time < 100; time += 1) work.dispatchAll(name, ids(200));
  const redis = await startRedisServer({ port });
  await queues.waitUntilReady();
  await until(async () => {
    work.dispatchAll(name, ids(1));
    await sleep(100);
    return (await queues.waiting('sync-rules').catch(() => 0)) > 0;
  });
  await queues.close();
  await redis?.stop();
});
