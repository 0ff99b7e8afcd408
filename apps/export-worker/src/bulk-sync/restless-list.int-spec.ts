import { forEachQueueBackend, onPostgresQueues, until } from '@sync/test-harness';
import { MovingShop } from '../testing/moving-shop';
import { SyncScene } from '../testing/sync-scene';
import type { WorkerProcess } from '../testing/worker-process';

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let worker: WorkerProcess;
  let moving: MovingShop | undefined;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products: 1, orders: 1 });
    worker = await scene.startWorker();
  });
  afterEach(() => moving?.stop());
  afterAll(() => scene.strike());

  const logged = (what: string) => worker.log.split('\n').filter((line) => line.includes(what)).length;

  it('a list that never stops moving is read a bounded number of times, the run ends, and the log warns once', async () => {
    const shop = (moving = await MovingShop.ofA(scene));
    for (let page = 1; page <= 40; page += 1)
      shop.gate.hold(`orders ${page}`, async () => {
        shop.grow(2);
        shop.shrink(1, 60);
      });
    const [run] = await scene.ended(await shop.sync());
    expect(run).toMatchObject({ status: 'succeeded', error: null });
    expect(run?.pages_done).toBeLessThanOrEqual(run?.pages_total ?? 0);
    const longest = Math.ceil(shop.ids().length / 50);
    expect(shop.gate.answers('orders')).toBeLessThanOrEqual(1 + 4 * longest);
    // Before any answer of page 2 a row of it is removed, so never are as many rows seen as there were.
    const warning = 'list drifted in every pass: a record may be missing until the next full sync';
    await until(() => logged(warning) > 0);
    expect([logged('list drifted: another pass begins'), logged(warning)]).toEqual([3, 1]);
  });

  describe('commerce_b, whose pages are in the order of the ids', () => {
    it.each([1, 49, 50, 60, 120])('%i records that go in front pull others to a page that has been read: none is missed', async (by) => {
      const shop = (moving = await MovingShop.ofB(scene));
      shop.moveBefore('orders 5', 'orders 4', () => shop.shrink(by));
      expect(await scene.ended(await shop.sync())).toMatchObject([{ status: 'succeeded' }]);
      expect(await shop.missed()).toEqual([]);
    });

    it('as many go in front as come at the end: none is missed', async () => {
      const shop = (moving = await MovingShop.ofB(scene));
      shop.moveBefore('orders 5', 'orders 4', () => {
        shop.shrink(7);
        shop.grow(7);
      });
      expect(await scene.ended(await shop.sync())).toMatchObject([{ status: 'succeeded' }]);
      expect(await shop.missed()).toEqual([]);
    });

    it('records that come at the end push nothing: no page is read again', async () => {
      const shop = (moving = await MovingShop.ofB(scene));
      shop.moveBefore('orders 4', 'orders 5', () => shop.grow(60));
      expect(await scene.ended(await shop.sync())).toMatchObject([{ status: 'succeeded', pages_total: 10, pages_done: 10 }]);
      expect(await shop.missed()).toEqual([]);
    });
  });
});

/** Of all these lists the one that is read again most often stands for the others. */
forEachQueueBackend((backend) => {
  let scene: SyncScene;
  let shop: MovingShop;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products: 1, orders: 1 });
    shop = await MovingShop.ofA(scene);
  });
  afterAll(async () => {
    await scene.strike();
    await shop.stop();
  });

  it('a list that grows with every answer: none of those that were there is missed', async () => {
    await scene.startWorker();
    for (let page = 1; page <= 40; page += 1) shop.gate.hold(`orders ${page}`, async () => shop.grow(3));
    expect(await scene.ended(await shop.sync())).toMatchObject([{ status: 'succeeded' }]);
    expect(await shop.missed()).toEqual([]);
  });
});
