import { forEachQueueBackend, ServerGate, until } from '@sync/test-harness';
import type { LinkedShop } from './testing/linked-shop';
import type { SyncScene } from './testing/sync-scene';
import { pagesDone } from './testing/sync-watch';
import { record, WebhookScene } from './testing/webhook-scene';

const complete = { status: 'succeeded', pages_done: 40, records_written: 2_000 };

interface Held {
  id: string;
  attempts: number;
}

/** What strikes the queue, Postgres, Redis or a worker while exports are under way. */
forEachQueueBackend((backend) => {
  let webhooks: WebhookScene;
  let scene: SyncScene;
  let gate: ServerGate | undefined;

  beforeAll(async () => {
    webhooks = await WebhookScene.set(backend);
    scene = webhooks.scene;
  });
  afterEach(async () => {
    if (gate) await scene.killWorkers();
    await gate?.cut();
    gate = undefined;
    await scene.startRedisAgain();
    await scene.calmShop();
    await sql('delete from system_connections');
  });
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.sql<T>(text, parameters);

  it('a queue flushed while the worker is dead loses nothing', async () => {
    await scene.killWorkers();
    const runIds = await scene.request(await scene.link());
    await scene.flushQueues();
    await scene.soleWorker();
    expect((await scene.ended(runIds)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('a queue flushed during an export loses nothing', async () => {
    await scene.soleWorker();
    const { runIds, goOn } = await scene.exportHeld();
    await scene.flushQueues();
    goOn();
    expect(await scene.ended(runIds)).toMatchObject([complete]);
    expect(scene.shop.counters.maximumConcurrent).toBeLessThanOrEqual(4);
  });

  describe('Postgres', () => {
    /** As its clients see it; the storm of tools/e2e restarts a server. */
    it('that restarts during an export costs neither the worker nor a record', async () => {
      const restarting = (gate = await ServerGate.open(scene.database.url));
      const worker = await scene.soleWorker({ DATABASE_URL: restarting.url });
      const { runIds, goOn } = await scene.exportHeld(8);
      await restarting.cut();
      await restarting.restore();
      goOn();
      expect(await scene.ended(runIds)).toMatchObject([complete]);
      expect(await worker.stop()).toEqual({ code: 0, signal: null });
    });
  });

  /** Connections that went silent while new ones work: after a failover, or behind a firewall that forgets. */
  describe('half-open connections', () => {
    const waiting = 200;
    /** From the moment when the connections went silent. */
    const allMovesWithinMs = 30_000;

    const deliver = (linked: LinkedShop) =>
      webhooks.deliver(
        linked,
        Array.from({ length: waiting }, (_, index) => ({ topic: 'customer.updated', body: record(10_000 + index) })),
      );
    const undone = async (taskIds: readonly string[]) => (await webhooks.tasksOf(taskIds)).filter(({ state }) => state !== 'done');

    const goesOnAfterSilence = async (server: 'Postgres' | 'Redis', url: string) => {
      const silenced = (gate = await ServerGate.open(url));
      const worker = await scene.soleWorker({ [server === 'Postgres' ? 'DATABASE_URL' : 'REDIS_URL']: silenced.url });
      const { linked, runIds, goOn } = await scene.exportHeld();
      const other = await webhooks.link();
      const early = await deliver(other);
      await until(async () => (await undone(early)).length < waiting);

      silenced.silence();
      const silentSince = Date.now();
      const before = await pagesDone(scene.database.dataSource, linked.connectionId);
      const late = await deliver(other);
      goOn();
      const goesOn = async (moves: () => Promise<boolean>) => until(moves, Math.max(silentSince + allMovesWithinMs - Date.now(), 0));
      await goesOn(async () => (await undone(late)).length < waiting);
      await goesOn(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) > before);

      await until(async () => (await undone([...early, ...late])).length === 0);
      expect(await scene.ended(runIds)).toMatchObject([complete]);
      const stored = 'select count(*)::int as customers from customers where shop_id = $1';
      expect(await sql(stored, [other.connectionId])).toEqual([{ customers: waiting }]);
      expect(worker.isRunning).toBe(true);
      await until(async () => (await fetch(`${worker.url}/health/ready`)).status === 200);
    };

    it('Postgres goes silent during an export with webhooks waiting: all work goes on within 30 s, and nothing is lost', () =>
      goesOnAfterSilence('Postgres', scene.database.url));

    if (backend.name === 'Redis')
      it('Redis goes silent during an export with webhooks waiting: all work goes on within 30 s, and nothing is lost', () =>
        goesOnAfterSilence('Redis', scene.redis?.url ?? ''));
  });

  it('a full worker takes over all tasks of a killed one within 20 s', async () => {
    const takeoverMs = 20_000;
    /** Two shops, each with the two requests that a new one gets. */
    const concurrency = 4;
    const environment = { WORKER_CONCURRENCY: String(concurrency), MAX_REQUESTS_PER_SHOP: String(concurrency) };
    const { sync, respond } = await hangingShops();
    const held = () =>
      sql<Held>(`select id, attempts from tasks where name = 'fetch-page-range' and state = 'pending' and held and not_before > now()`);
    const notRestarted = (tasks: readonly Held[]) =>
      sql<Held>(
        `select task.id from tasks task join jsonb_to_recordset($1) as was (id uuid, attempts int) on was.id = task.id
         where task.attempts = was.attempts`,
        [JSON.stringify(tasks)],
      );

    const dying = await scene.soleWorker(environment);
    const runs = await sync(0, 1);
    await until(async () => (await held()).length === concurrency);
    const its = (await held()).map(({ id }) => id);
    await scene.startWorker(environment);
    runs.push(...(await sync(2, 3)));
    await until(async () => (await held()).filter(({ id }) => !its.includes(id)).length === concurrency);

    const left = (await held()).filter(({ id }) => its.includes(id));
    await dying.kill();
    const died = Date.now();
    await until(async () => (await notRestarted(left)).length === 0);
    expect(Date.now() - died).toBeLessThan(takeoverMs);
    expect(left).toHaveLength(concurrency);

    respond();
    const succeeded = { status: 'succeeded', records_written: 2_000 };
    expect(await scene.ended(runs)).toMatchObject([succeeded, succeeded, succeeded, succeeded]);
  });

  /** Four gates in front of one shop, as if there were four, whose later pages hang until `respond` is called. */
  async function hangingShops() {
    /** Almost as long as a shop is given for a page; each fetch has several. */
    const hangsMs = 25_000;
    let areHanging = true;
    const hang = async () => {
      const asked = Date.now();
      await until(() => !areHanging || Date.now() - asked > hangsMs);
    };
    const shops = await Promise.all([1, 2, 3, 4].map(() => scene.linkGated()));
    for (const { gate } of shops) for (let page = 2; page <= 40; page += 1) gate.hold(`orders ${page}`, hang);
    const sync = async (...two: number[]) => (await Promise.all(two.map((shop) => scene.request(shops[shop]!.linked, ['orders'])))).flat();
    return { sync, respond: () => (areHanging = false) };
  }

  if (backend.name === 'Redis')
    describe('Redis', () => {
      it('away at boot: the worker starts, and works once Redis is there', async () => {
        await scene.killWorkers();
        await scene.killRedis();
        const runIds = await scene.request(await scene.link());
        const worker = await scene.startWorker();
        expect(worker.isRunning).toBe(true);
        await scene.startRedisAgain();
        expect((await scene.ended(runIds)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
      });

      it('away at the end: the worker still exits with 0 on SIGTERM', async () => {
        const worker = await scene.soleWorker();
        const { goOn } = await scene.exportHeld();
        await scene.killRedis();
        const stopping = worker.stop();
        goOn();
        expect(await stopping).toEqual({ code: 0, signal: null });
      });

      it('hangs during an export: the worker goes on once new connections are accepted', async () => {
        const hanging = (gate = await ServerGate.open(scene.redis?.url ?? ''));
        await scene.soleWorker({ REDIS_URL: hanging.url });
        const { runIds, goOn } = await scene.exportHeld();
        const before = hanging.opened;
        hanging.stick();
        goOn();
        // Connections opened while it hangs never get a response either.
        await until(() => hanging.opened > before + 1);
        hanging.forget();
        expect(await scene.ended(runIds)).toMatchObject([complete]);
      });
    });
});
