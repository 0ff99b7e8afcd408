import { DemoShopA } from '@sync/demo-shops';
import { forEachQueueBackend, until } from '@sync/test-harness';
import { linkShop, requestSync } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

interface Held {
  id: string;
  attempts: number;
}

const takeoverMs = 20_000;
const concurrency = 8;
const environment = { WORKER_CONCURRENCY: String(concurrency), SYNC_PARALLELISM_PER_CONNECTION: String(concurrency) };
/** Half of what a shop is given for a page; each fetch has several. */
const pageThatHangs = { kind: 'latency', ms: 15_000, path: 'orders', afterPage: 1 } as const;

forEachQueueBackend((backend) => {
  let scene: SyncScene;
  let other: DemoShopA;

  beforeEach(async () => {
    scene = await SyncScene.set(backend, { customers: 20, products: 20, orders: 2_000 });
    other = await DemoShopA.start({ customers: 20, products: 20, orders: 2_000 });
    scene.shop.setFaults([pageThatHangs]);
    other.setFaults([pageThatHangs]);
  });
  afterEach(async () => {
    await other.stop();
    await scene.strike();
  });

  const held = () =>
    scene.database.dataSource.query<Held[]>(
      `select id, attempts from tasks where name = 'fetch-page-ranges' and state = 'pending' and held and not_before > now()`,
    );
  const notBegunAnew = async (tasks: readonly Held[]) =>
    scene.database.dataSource.query<Held[]>(
      `select task.id from tasks task join jsonb_to_recordset($1) as was (id uuid, attempts int) on was.id = task.id
       where task.attempts = was.attempts`,
      [JSON.stringify(tasks)],
    );

  it('a worker killed with SIGKILL has its jobs taken over within 20 s, all that it can hold of a queue, by one worker that is full itself', async () => {
    const dying = await scene.startWorker(environment);
    const runs = await scene.request(await scene.link(), ['orders']);
    await until(async () => (await held()).length === concurrency);
    const its = (await held()).map(({ id }) => id);
    await scene.startWorker(environment);
    const linked = await linkShop(scene.database.dataSource, other);
    runs.push(...(await requestSync(scene.database.dataSource, scene.queues, linked, ['orders'])));
    await until(async () => (await held()).filter(({ id }) => !its.includes(id)).length === concurrency);

    const left = (await held()).filter(({ id }) => its.includes(id));
    await dying.kill();
    const died = Date.now();
    await until(async () => (await notBegunAnew(left)).length === 0);
    expect(Date.now() - died).toBeLessThan(takeoverMs);
    expect(left).toHaveLength(concurrency);

    scene.shop.setFaults([]);
    other.setFaults([]);
    const succeeded = { status: 'succeeded', records_written: 2_000 };
    expect(await scene.ended(runs)).toMatchObject([succeeded, succeeded]);
  }, 240_000);
});
