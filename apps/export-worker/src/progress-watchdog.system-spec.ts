import { Logger } from '@nestjs/common';
import { Progress } from '@sync/durable-work';
import { createTestDatabase, ServerGate, until, type TestDatabase } from '@sync/test-harness';
import { ProgressWatchdog } from './progress-watchdog';

const times = { checkEveryMs: 100, maxQuietMs: 300, checksInARow: 4 };

describe('a worker that makes no progress', () => {
  let database: TestDatabase;
  let gate: ServerGate;
  let progress: Progress;
  let watchdog: ProgressWatchdog;
  let ended: jest.Mock;
  let looks: number;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    gate = await ServerGate.open(database.url);
    progress = new Progress();
    ended = jest.fn();
    watchdog = new ProgressWatchdog(progress, { databaseUrl: gate.url, databaseIsPooled: false }, times, ended as never);
  });
  afterEach(async () => {
    watchdog.beforeApplicationShutdown();
    await gate.cut();
    await database.dataSource.query('delete from tasks');
  });
  afterAll(() => database.stop());

  const recordTask = (dueSecondsAgo: number) =>
    database.dataSource.query(
      `insert into tasks (id, queue, name, payload, state, max_attempts, not_before)
       values (gen_random_uuid(), 'sync-rules', 'derive-sync-rules', '{}', 'pending', 5, now() - make_interval(secs => $1))`,
      [dueSecondsAgo],
    );
  /** The watchdog has asked Postgres this often. */
  const looked = async (times: number) => {
    looks = gate.opened;
    await until(() => gate.opened >= looks + times);
  };

  it('ends when Postgres responds and a task is overdue', async () => {
    await recordTask(60);
    watchdog.onApplicationBootstrap();
    await until(() => ended.mock.calls.length > 0);
  });

  it('stays when it has nothing to do', async () => {
    await recordTask(-60);
    watchdog.onApplicationBootstrap();
    await looked(10);
    expect(ended).not.toHaveBeenCalled();
  });

  it('stays while Postgres accepts no connection, and gets time to go on once it does', async () => {
    await recordTask(60);
    gate.breaksLeft = Infinity;
    watchdog.onApplicationBootstrap();
    await looked(10);
    expect(ended).not.toHaveBeenCalled();
    gate.breaksLeft = 0;
    await looked(1);
    progress.note('claim');
    expect(ended).not.toHaveBeenCalled();
  });

  it('stays when it goes on', async () => {
    await recordTask(60);
    watchdog.onApplicationBootstrap();
    await looked(1);
    let steps = 0;
    const working = setInterval(() => {
      progress.note('renewed lease');
      steps += 1;
    }, 20);
    const before = gate.opened;
    await until(() => steps > 100);
    clearInterval(working);
    expect(gate.opened - before).toBeLessThanOrEqual(1);
    expect(ended).not.toHaveBeenCalled();
  });
});
