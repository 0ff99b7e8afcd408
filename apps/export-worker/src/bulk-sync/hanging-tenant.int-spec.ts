import { deriveDefaultSyncRules } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { requestSyncRuns } from '@sync/sync-runs';
import { forEachQueueBackend, until } from '@sync/test-harness';
import { GatedShop } from '../testing/gated-shop';
import { linkShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

const connections = 40;

forEachQueueBackend((backend) => {
  let scene: SyncScene;
  let hanging: GatedShop | undefined;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 5, products: 5, orders: 60 });
  });
  afterAll(async () => {
    await scene.strike();
    await hanging?.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.database.dataSource.query<T[]>(text, parameters);

  /** As the API does when its owner asks for a sync of each: nothing bounds how many there are. */
  async function askForAll(tenantId: string): Promise<void> {
    const { dataSource } = scene.database;
    await deriveDefaultSyncRules(dataSource, tenantId);
    const all = await sql<{ id: string }>(`select id from system_connections where tenant_id = $1 and base_url is not null`, [tenantId]);
    const work = new DurableWork(scene.queues, dataSource);
    for (const { id: systemConnectionId } of all) {
      await work.transaction(async (manager, enqueue) => {
        await requestSyncRuns(manager, enqueue, { systemConnectionId, capabilities: ['orders'], mode: 'full' });
      });
    }
  }

  it('no tenant starves another: while all the shops of one hang, a sync that another asked for later begins and ends', async () => {
    hanging = await GatedShop.before(scene.shop);
    const goOn = hanging.holdUntilReleased('orders 1');
    const { tenantId } = await linkShop(scene.database.dataSource, hanging);
    for (let more = 1; more < connections; more += 1) {
      const { connectionId } = await linkShop(scene.database.dataSource, hanging);
      await sql('update system_connections set tenant_id = $2 where id = $1', [connectionId, tenantId]);
    }
    await askForAll(tenantId);
    await scene.startWorker();
    const begun = async () => (await sql(`select from sync_runs where status = 'running'`)).length;
    await until(async () => (await begun()) > 0);
    expect(await scene.ended(await scene.request(await scene.link(), ['orders']))).toMatchObject([{ status: 'succeeded' }]);
    // Had it come behind all of them, each of them would have had its turn.
    expect(await begun()).toBeLessThan(connections);
    goOn();
  });
});
