import { stopConnection } from '@sync/connections';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import { ConnectionApiBeside } from '../testing/connection-api-beside';
import { deliverWebhooks } from '../testing/deliver-webhooks';
import type { LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

const order = (id: number) => {
  const at = `2027-03-02T10:${String(id % 60).padStart(2, '0')}:00`;
  return { id, status: 'processing', currency: 'EUR', total: '19.99', date_created_gmt: at, date_modified_gmt: at, line_items: [] };
};

const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Connections that end, and return, while workers process them. */
onPostgresQueues((backend) => {
  let scene: SyncScene;
  let api: ConnectionApiBeside;
  let worker: AppProcess;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 120, products: 80, orders: 2_000 });
    api = await ConnectionApiBeside.start({ database: scene.database, redisUrl: scene.redis?.url });
    worker = await scene.startWorker({ OUTAGE_TOLERANCE_SECONDS: '1' });
  });
  afterEach(() => scene.calmShop());
  afterAll(async () => {
    await api.stop();
    await scene.strike();
  });

  const rows = <T>(sql: string, ...parameters: unknown[]) => scene.sql<T>(sql, parameters);
  const logged = ({ connectionId }: LinkedShop) =>
    rows<{ from_status: string; to_status: string; actor: string }>(
      'select from_status, to_status, actor from connection_transitions where system_connection_id = $1 order by id',
      connectionId,
    );
  const webhooksFor = ({ connectionId }: LinkedShop, count: number) =>
    deliverWebhooks(
      scene.database.dataSource,
      scene.queues,
      connectionId,
      Array.from({ length: count }, (_, index) => ({ topic: 'order.updated', body: order(1 + (index % 40)) })),
    );
  const idle = ({ connectionId }: LinkedShop) =>
    until(async () => (await rows(`select from tasks where system_connection_id = $1 and state = 'pending'`, connectionId)).length === 0);
  /** Statuses of the last three runs, once there are this many and those have ended. */
  const lastRuns = async ({ connectionId }: LinkedShop, count: number) => {
    const runs = () => rows<{ id: string }>('select id from sync_runs where system_connection_id = $1 order by id', connectionId);
    await until(async () => (await runs()).length === count);
    return (await scene.ended((await runs()).slice(-3).map(({ id }) => id))).map(({ status }) => status);
  };
  const breakerOpenedIn = (states: { to_status: string }[]) => states.filter(({ to_status }) => to_status === 'error').length;

  it('a disconnect cancels syncs, ends webhooks without effect, and stops requests to the shop', async () => {
    const { linked, runIds, goOn } = await scene.exportHeld(8);
    await scene.database.dataSource.transaction((manager) =>
      stopConnection(manager, linked.connectionId, { trigger: 'disconnection', actor: `widget:${linked.connectionId}` }),
    );
    const counted = (await rows<{ count: number }>('select count(*)::int from orders where shop_id = $1', linked.connectionId))[0];
    await webhooksFor(linked, 10);
    goOn();
    await idle(linked);
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'cancelled', error: 'The connection is no longer active.' }]);
    expect(scene.pagesAsked('orders')).toBeLessThan(40);
    expect(await rows('select count(*)::int from orders where shop_id = $1', linked.connectionId)).toEqual([counted]);
    expect(await rows(`select from tasks where system_connection_id = $1 and state = 'failed'`, linked.connectionId)).toEqual([]);
    expect(worker.output).not.toContain('"level":"error"');
  });

  it('one outage is one transition to error; a reconnect in the same worker syncs at once', async () => {
    const linked = await scene.link();
    scene.shop.setFaults([{ kind: 'status', status: 500 }]);
    await scene.ended(await scene.request(linked, ['orders', 'customers']));
    expect(await scene.statusOf(linked)).toBe('error');
    await idle(linked);
    expect(await logged(linked)).toEqual([{ from_status: 'active', to_status: 'error', actor: 'breaker' }]);

    scene.shop.setFaults([]);
    expect(await api.reconnect(linked.connectionId)).toBe(200);
    expect(await lastRuns(linked, 5)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(await scene.statusOf(linked)).toBe('active');
    expect(breakerOpenedIn(await logged(linked))).toBe(1);
  });

  it('a failure from before a reconnect does not open the breaker again', async () => {
    const { linked, gate } = await scene.linkGated();
    // The first range's page is requested while the breaker is closed, and fails after the reconnect. The pages after it fail at once.
    let [isAsked, isBack, failures] = [false, false, 0];
    for (const page of pages(2, 40))
      gate.hold(`orders ${page}`, async () => {
        if (isAsked) return;
        scene.shop.setFaults([{ kind: 'status', status: 500 }]);
        isAsked = true;
        await until(() => isBack);
        failures += 1;
        throw new Error('The response breaks off');
      });
    await scene.request(linked, ['orders']);
    await until(async () => (await scene.statusOf(linked)) === 'error');
    scene.shop.setFaults([]);
    expect(await api.reconnect(linked.connectionId)).toBe(200);
    isBack = true;
    expect(await lastRuns(linked, 4)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    await idle(linked);
    expect(failures).toBe(1);
    expect(await scene.statusOf(linked)).toBe('active');
    expect(await logged(linked)).toMatchObject([{ to_status: 'error' }, { to_status: 'active' }]);
  });
});
