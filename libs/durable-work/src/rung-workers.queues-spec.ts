import { Logger } from '@nestjs/common';
import { createTestDatabase, forEachQueueBackend, until, type TestDatabase } from '@sync/test-harness';
import { insertSubpartition } from './testing/insert-tasks';
import { startTaskWorker, type TaskWorkerApp } from './testing/task-worker-app';

const [workers, concurrency, tenants, tasksOfEach] = [4, 2, 50, 4];
/** `limitsOf` gives this queue two at most. */
const slots = workers * concurrency;
const uuid = (number: number): string => `01960000-0000-7000-8000-${String(number).padStart(12, '0')}`;

forEachQueueBackend((backend) => {
  let database: TestDatabase;
  let redis: Awaited<ReturnType<typeof backend.start>>;
  let apps: TaskWorkerApp[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    redis = await backend.start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(apps.map((app) => app.stop()));
    apps = [];
  });
  afterAll(async () => {
    await redis?.stop();
    await database.stop();
  });

  /** Workers find tasks by rings alone. */
  const neverPoll = () => {
    const start = setTimeout;
    const isPoll = (ms: number) => ms === 1_000 || ms === 100;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void, ms: number) => start(run, isPoll(ms) ? 3_600_000 : ms).unref()) as typeof setTimeout);
  };

  it('one ring for a burst of 200 tasks wakes every worker: no task waits while a slot is free', async () => {
    let begun = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const handler = {
      handle: async () => {
        begun += 1;
        await released;
      },
    };
    const options = { dataSource: database.dataSource, databaseUrl: database.url, redisUrl: redis?.url, handler, concurrency };
    neverPoll();
    for (let worker = 0; worker < workers; worker += 1) apps.push(await startTaskWorker(options));
    for (let tenant = 0; tenant < tenants; tenant += 1)
      await insertSubpartition(database.dataSource, uuid(tenant), uuid(tenant), tasksOfEach);
    apps[0]?.ring();
    await until(() => begun >= slots);
    expect(begun).toBe(slots);
    release();
    await until(async () => (await database.dataSource.query<unknown[]>(`select from tasks where state = 'pending' limit 1`)).length === 0);
    expect(begun).toBe(tenants * tasksOfEach);
  });
});
