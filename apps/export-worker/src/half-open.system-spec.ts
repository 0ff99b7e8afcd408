import { deriveDefaultSyncRules } from '@sync/domain';
import { forEachQueueBackend, ServerGate, until } from '@sync/test-harness';
import { deliverWebhooks, webhookTasks } from './testing/deliver-webhooks';
import type { LinkedShop } from './testing/linked-shop';
import { SyncScene } from './testing/sync-scene';
import { pagesDone } from './testing/sync-watch';

const complete = { status: 'succeeded', pages_done: 40, records_written: 2_000 };
const at = '2027-03-02T10:00:00';
const waiting = 200;
/** From the moment when the connections went silent. */
const allMovesWithinMs = 30_000;

/** Connections that went silent while new ones work: after a failover, or behind a firewall that forgets. */
forEachQueueBackend((backend) => {
  let scene: SyncScene;
  let gate: ServerGate;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 2_000 });
  });
  afterEach(async () => {
    await scene.clear();
    await gate.cut();
  });
  afterAll(() => scene.strike());

  const deliver = async ({ tenantId, connectionId }: LinkedShop) => {
    await deriveDefaultSyncRules(scene.database.dataSource, tenantId);
    const webhooks = Array.from({ length: waiting }, (_, index) => {
      const customer = { id: 10_000 + index, email: 'erika@example.test', date_created_gmt: at, date_modified_gmt: at };
      return { topic: 'customer.updated', body: customer };
    });
    return deliverWebhooks(scene.database.dataSource, scene.queues, connectionId, webhooks);
  };
  const undone = async (taskIds: readonly string[]) =>
    (await webhookTasks(scene.database.dataSource, taskIds)).filter(({ state }) => state !== 'done');

  const goesOnAfterSilence = async (server: 'Postgres' | 'Redis', url: string) => {
    gate = await ServerGate.open(url);
    const worker = await scene.startWorker({ [server === 'Postgres' ? 'DATABASE_URL' : 'REDIS_URL']: gate.url });
    const { linked, goOn } = await scene.linkHeld();
    const runIds = await scene.request(linked, ['orders']);
    await until(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) >= 4);
    const other = await scene.link();
    const early = await deliver(other);
    await until(async () => (await undone(early)).length < waiting);

    gate.silence();
    const silentSince = Date.now();
    const before = await pagesDone(scene.database.dataSource, linked.connectionId);
    const late = await deliver(other);
    goOn();
    const goesOn = async (moves: () => Promise<boolean>) => until(moves, Math.max(silentSince + allMovesWithinMs - Date.now(), 0));
    await goesOn(async () => (await undone(late)).length < waiting);
    await goesOn(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) > before);

    await until(async () => (await undone([...early, ...late])).length === 0);
    expect(await scene.ended(runIds)).toMatchObject([complete]);
    const [{ customers } = { customers: 0 }] = await scene.database.dataSource.query<{ customers: number }[]>(
      'select count(*)::int as customers from customers where system_connection_id = $1',
      [other.connectionId],
    );
    expect(customers).toBe(waiting);
    expect(worker.isRunning).toBe(true);
    await until(async () => (await fetch(`${worker.url}/health/ready`)).status === 200);
  };

  it('Postgres goes silent during an export with webhooks waiting: all work goes on within 30 s, and nothing is lost', () =>
    goesOnAfterSilence('Postgres', scene.database.url));

  if (backend.name === 'Redis')
    it('Redis goes silent during an export with webhooks waiting: all work goes on within 30 s, and nothing is lost', () =>
      goesOnAfterSilence('Redis', scene.redis?.url ?? ''));
});
