import { createTestDatabase, ServerGate, until } from '@sync/test-harness';
import { recordTask } from './testing/insert-tasks';
import { startTaskWorker } from './testing/task-worker-app';

const tasks = 9;

it('without LISTEN a task still begins within a second, also while another waits for much longer', async () => {
  const database = await createTestDatabase();
  const gate = await ServerGate.open(database.url);
  const begun = new Map<string, number>();
  const worker = await startTaskWorker({
    dataSource: database.dataSource,
    databaseUrl: gate.url,
    handler: { handle: async (_payload, { taskId }) => void begun.set(taskId, Date.now()) },
  });
  const delays: number[] = [];
  let isDeaf = false;
  const handOver = async () => {
    // Again and again, because the worker replaces a LISTEN connection that went silent.
    if (isDeaf) gate.deafen();
    const id = await recordTask(database.dataSource);
    const handedOver = Date.now();
    worker.ring();
    await until(() => begun.has(id));
    delays.push((begun.get(id) ?? 0) - handedOver);
  };
  const later = await recordTask(database.dataSource, { set: `not_before = now() + interval '1 hour'` });
  worker.ring();
  await handOver();
  // It listens from the first time on that it finds nothing to do.
  await until(() => gate.deafen() > 0);
  isDeaf = true;
  delays.length = 0;
  for (let time = 0; time < tasks; time += 1) await handOver();
  // Generously, for a machine that pauses now and then: without looking by itself it takes 5 s each time, or the hour.
  const median = delays.sort((one, other) => one - other)[Math.floor(tasks / 2)];
  expect(median).toBeLessThan(2_500);
  expect(begun.has(later)).toBe(false);
  await worker.stop();
  await gate.cut();
  await database.stop();
});

it('a LISTEN connection that went silent is replaced, and a task begins as soon as it is handed over', async () => {
  const database = await createTestDatabase();
  const gate = await ServerGate.open(database.url);
  const begun = new Set<string>();
  const worker = await startTaskWorker({
    dataSource: database.dataSource,
    databaseUrl: gate.url,
    handler: { handle: async (_payload, { taskId }) => void begun.add(taskId) },
  });
  const listening = async () =>
    (
      await database.dataSource.query<unknown[]>(
        `select from pg_stat_activity where datname = current_database() and application_name = 'sync-rules'`,
      )
    ).length;
  await until(async () => (await listening()) === 1);
  gate.silence();
  // Postgres does not know that the first one is lost.
  await until(async () => (await listening()) === 2);
  const id = await recordTask(database.dataSource);
  await until(async () => {
    worker.ring();
    return begun.has(id);
  });
  await worker.stop();
  await gate.cut();
  await database.stop();
});
