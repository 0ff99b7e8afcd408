import { deriveDefaultSyncRules } from '@sync/domain';
import { lockSyncs } from '@sync/sync-runs';
import { onPostgresQueues, until } from '@sync/test-harness';
import { deliverWebhooks, webhookTasks } from '../testing/deliver-webhooks';
import type { LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';
import { pagesDone } from '../testing/sync-watch';

const at = '2027-03-02T10:00:00';
const customer = (id: number) => ({ id, email: 'erika@example.test', date_created_gmt: at, date_modified_gmt: at });

/** The test holds locks on rows of one connection. */
onPostgresQueues((backend) => {
  let scene: SyncScene;
  let held: LinkedShop;
  let other: LinkedShop;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 20, orders: 2_000 });
  });
  beforeEach(async () => {
    [held, other] = [await scene.link(), await scene.link()];
    for (const { tenantId } of [held, other]) await deriveDefaultSyncRules(scene.database.dataSource, tenantId);
  });
  afterEach(() => scene.clear());
  afterAll(() => scene.strike());

  const deliver = ({ connectionId }: LinkedShop, ids: readonly number[]) =>
    deliverWebhooks(
      scene.database.dataSource,
      scene.queues,
      connectionId,
      ids.map((id) => ({ topic: 'customer.updated', body: customer(id) })),
    );
  const areDone = (taskIds: readonly string[]) =>
    until(async () => (await webhookTasks(scene.database.dataSource, taskIds)).every(({ state }) => state === 'done'));
  const holding = async (hold: (holder: ReturnType<typeof scene.database.dataSource.createQueryRunner>) => Promise<unknown>) => {
    const holder = scene.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await hold(holder);
    return async () => {
      await holder.rollbackTransaction();
      await holder.release();
    };
  };

  it('locked page ranges delay no other tenant, and are stored once unlocked', async () => {
    const { linked: held, goOn } = await scene.linkHeld();
    const worker = await scene.startWorker({ LOG_LEVEL: 'debug' });
    const runIds = await scene.request(held, ['orders']);
    await until(async () => (await pagesDone(scene.database.dataSource, held.connectionId)) >= 4);
    const release = await holding(async (holder) => {
      await lockSyncs(holder.manager, held.connectionId);
      await holder.query('select from sync_run_ranges where system_connection_id = $1 for update', [held.connectionId]);
    });
    goOn();
    await until(() => worker.output.includes('task postponed'));
    await areDone(await deliver(other, [1, 2, 3]));
    await release();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40 }]);
  });

  it('a webhook that meets a lock is deferred at no cost and delays no other', async () => {
    await scene.startWorker();
    await areDone(await deliver(held, [1]));
    const release = await holding((holder) =>
      holder.query('select from customers where system_connection_id = $1 for update', [held.connectionId]),
    );
    const late = await deliver(held, Array(12).fill(1) as number[]);
    await areDone(await deliver(other, [1, 2, 3]));
    const rows = () =>
      scene.database.dataSource.query<{ attempts: number; left: number; state: string }[]>(
        'select attempts, max_attempts - attempts as left, state from tasks where id = any($1)',
        [late],
      );
    await until(async () => (await rows()).some(({ attempts }) => attempts >= 3));
    for (const { left, state } of await rows()) expect([left >= 4, state]).toEqual([true, 'pending']);
    await release();
    await areDone(late);
  });
});
