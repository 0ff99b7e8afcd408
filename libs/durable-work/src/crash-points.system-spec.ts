import { everyTenant, sessionSettings } from '@sync/postgres';
import { Logger } from '@nestjs/common';
import { createTestDatabase, flushQueues, forEachQueueBackend, ServerGate, until, type TestDatabase } from '@sync/test-harness';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BreakableProcess, type Way } from './testing/breakable-process';
import { startTaskWorker, type RulesHandler } from './testing/task-worker-app';

const points = 1_000;
const ways: readonly Way[] = ['database', 'queue'];
/** For so long that another worker takes it over. */
const overdue = `not_before = now() - interval '6 seconds'`;

/** No task without its commit and no commit without its task, at a thousand points and between every two statements. */
forEachQueueBackend((backend) => {
  let database: TestDatabase;
  let redis: Awaited<ReturnType<typeof backend.start>>;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    redis = await backend.start();
    await sql('create table changes (id uuid primary key, is_whole boolean not null default false)');
    await sql('create table effects (change_id uuid not null)');
  });
  afterAll(async () => {
    await redis?.stop();
    await database.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const open = () => BreakableProcess.open({ databaseUrl: database.url, redisUrl: redis?.url });
  const column = async (text: string) => (await sql<{ id: string }>(text)).map(({ id }) => id);
  /** Those that were committed. */
  const changes = () => column('select id from changes where is_whole order by id');

  /** A use case: a change and what must happen because of it. */
  async function change(one: BreakableProcess): Promise<void> {
    const id = uuidv7();
    await one.work.transaction(async (manager, enqueue) => {
      await manager.query('insert into changes (id) values ($1)', [id]);
      await enqueue('derive-sync-rules', { tenantId: id, thenSync: null });
      await manager.query('update changes set is_whole = true where id = $1', [id]);
    });
    await one.rung();
  }

  /** Bytes, there and back, that a change takes on each way. */
  async function lengths(one: BreakableProcess): Promise<Record<Way, number>> {
    // The first of a kind takes more.
    await change(one);
    await one.ready();
    const before = ways.map((way) => one.gates[way].passed);
    await change(one);
    const [database = 0, queue = 0] = ways.map((way, index) => one.gates[way].passed - (before[index] ?? 0));
    return { database, queue };
  }

  it('a process cut off from database or queue after each of 1,000 bytes: no task without its commit, no commit without its task', async () => {
    const processes = await Promise.all(Array.from({ length: 8 }, () => open()));
    const length = await lengths(processes[0] as BreakableProcess);
    let next = 0;
    let cuts = 0;
    const cutOff = async (one: BreakableProcess) => {
      for (let point = next++; point < points; point = next++) {
        const way: Way = point % 2 ? 'database' : 'queue';
        await one.ready();
        void one.gates[way].breakAfter(1 + Math.floor((point / points) * length[way])).then(() => (cuts += 1));
        await change(one).catch(() => undefined);
        one.gates[way].hold();
      }
    };
    await Promise.all(processes.map(cutOff));
    const jobs = await (processes[0] as BreakableProcess).jobs();
    await Promise.all(processes.map((one) => one.close()));

    const committed = await changes();
    expect(cuts).toBeGreaterThan(0.9 * points);
    expect(await column('select id from changes where not is_whole')).toEqual([]);
    expect(await column(`select payload ->> 'tenantId' as id from tasks order by 1`)).toEqual(committed);
    // Some were rolled back.
    expect(committed.length).toBeLessThan(points);
    expect(committed.length).toBeGreaterThan(0);
    // However many rang.
    expect(jobs).toEqual(['ring']);
  });

  it('a worker repeatedly cut off from both, whose queue is finally lost: each change takes effect exactly once', async () => {
    const gates = { database: await ServerGate.open(database.url), queue: await ServerGate.open(redis?.url ?? database.url) };
    const dataSource = await new DataSource({
      type: 'postgres',
      url: gates.database.url,
      poolSize: 6,
      extra: sessionSettings(everyTenant),
    }).initialize();
    let begun = 0;
    const handler: RulesHandler = {
      handle: ({ tenantId: id }, attempt) => {
        begun += 1;
        return dataSource.transaction(async (manager) => {
          await manager.query('insert into effects (change_id) values ($1)', [id]);
          await manager.query('select pg_sleep(0.02)');
          await attempt.complete(manager);
        });
      },
    };
    // However often they are interrupted, no task runs out of attempts.
    await sql('update tasks set max_attempts = 1000');
    const location = redis ? { databaseUrl: database.url, redisUrl: gates.queue.url } : { databaseUrl: gates.queue.url };
    const worker = await startTaskWorker({ dataSource, ...location, handler });
    let cuts = 0;
    let isOver = false;
    // Always from the midst of the work: what is said and heard on the way back to it is much more than that.
    const cutAgain = async (gate: ServerGate) => {
      for (; !isOver; cuts += 1) {
        const before = begun;
        await until(() => begun > before || isOver);
        await gate.breakAfter(1 + ((cuts * 7_919) % 6_000));
      }
    };
    for (const gate of Object.values(gates)) void cutAgain(gate);
    let looksAt = Date.now();
    const isDone = async () => {
      if (Date.now() >= looksAt) {
        looksAt = Date.now() + 1_000;
        // As if all leases had run out, also of what is worked on.
        await sql(`update tasks set ${overdue} where state = 'pending'`);
        await worker.workers.poll().catch(() => undefined);
      }
      return (await sql(`select from tasks where state = 'pending' limit 1`)).length === 0;
    };
    await until(async () => (await isDone()) || cuts >= 100);
    isOver = true;
    for (const gate of Object.values(gates)) gate.hold();
    await flushQueues(redis, sql);
    await until(isDone);
    expect(cuts).toBeGreaterThan(50);
    expect(await column('select change_id as id from effects order by 1')).toEqual(await changes());
    await worker.stop();
    await dataSource.destroy();
    for (const gate of Object.values(gates)) await gate.cut();
  });
});
