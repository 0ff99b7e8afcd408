import { requestRefetch } from '@sync/connections';
import { DurableWork } from '@sync/durable-work';
import { onPostgresQueues, until } from '@sync/test-harness';
import { done, WebhookScene } from '../testing/webhook-scene';

onPostgresQueues((backend) => {
  let webhooks: WebhookScene;
  let work: DurableWork;

  beforeAll(async () => {
    webhooks = await WebhookScene.set(backend);
    const { scene } = webhooks;
    work = new DurableWork(scene.queues, scene.database.dataSource);
    await scene.startWorker();
  });
  afterAll(() => webhooks.scene.strike());

  it('stores a record as the shop has it now, again when it was marked as deleted, and marks one that the shop no longer has', async () => {
    const linked = await webhooks.link();
    const { shop } = webhooks.scene;
    const [id = ''] = shop.ids('products').map(String);
    const refetch = async (sourceId: string) => {
      const task = await requestRefetch(work, linked.connectionId, { capability: 'products', sourceId });
      expect(await webhooks.ended([task])).toEqual([done]);
      return webhooks.stored(linked, 'products');
    };
    expect(await refetch(id)).toMatchObject([{ source_id: id, deleted: false }]);
    await webhooks.process(linked, [{ topic: 'product.deleted', body: { id: Number(id) } }]);
    expect(await webhooks.stored(linked, 'products')).toMatchObject([{ source_id: id, deleted: true }]);
    expect(await refetch(id)).toMatchObject([{ source_id: id, deleted: false }]);
    shop.remove('products', Number(id));
    expect(await refetch(id)).toMatchObject([{ source_id: id, deleted: true }]);
  });

  it('becomes failed work with the reason when the shop does not respond with the record', async () => {
    const linked = await webhooks.link();
    webhooks.scene.shop.setFaults([{ kind: 'status', status: 500 }]);
    const task = await requestRefetch(work, linked.connectionId, { capability: 'orders', sourceId: '1001' });
    await until(async () => (await webhooks.tasksOf([task]))[0]?.last_error !== null);
    expect(await webhooks.tasksOf([task])).toMatchObject([{ last_error: 'The shop responded to one of its orders with 500.' }]);
    await webhooks.scene.calmShop();
  });
});
