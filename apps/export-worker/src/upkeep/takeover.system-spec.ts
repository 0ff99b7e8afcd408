import { forEachQueueBackend, until } from '@sync/test-harness';
import { SyncScene } from '../testing/sync-scene';

interface Held {
  id: string;
  attempts: number;
}

const takeoverMs = 20_000;
/** Two shops, each with the two requests that a new one gets. */
const concurrency = 4;
const environment = { WORKER_CONCURRENCY: String(concurrency), MAX_REQUESTS_PER_SHOP: String(concurrency) };
/** Almost as long as a shop is given for a page; each fetch has several. */
const hangsMs = 25_000;

forEachQueueBackend((backend) => {
  let scene: SyncScene;
  /** Four gates in front of one shop, as if there were four. */
  let shops: Awaited<ReturnType<SyncScene['linkGated']>>[];
  let areHanging: boolean;

  beforeEach(async () => {
    scene = await SyncScene.set(backend, { customers: 20, products: 20, orders: 2_000 });
    shops = [];
    for (let shop = 1; shop <= 4; shop += 1) shops.push(await scene.linkGated());
    areHanging = true;
    const hang = async () => {
      const asked = Date.now();
      await until(() => !areHanging || Date.now() - asked > hangsMs);
    };
    for (const { gate } of shops) for (let page = 2; page <= 40; page += 1) gate.hold(`orders ${page}`, hang);
  });
  afterEach(() => scene.strike());

  const sync = async (...two: number[]) => (await Promise.all(two.map((shop) => scene.request(shops[shop]!.linked, ['orders'])))).flat();

  const held = () =>
    scene.database.dataSource.query<Held[]>(
      `select id, attempts from tasks where name = 'fetch-page-ranges' and state = 'pending' and held and not_before > now()`,
    );
  const notRestarted = async (tasks: readonly Held[]) =>
    scene.database.dataSource.query<Held[]>(
      `select task.id from tasks task join jsonb_to_recordset($1) as was (id uuid, attempts int) on was.id = task.id
       where task.attempts = was.attempts`,
      [JSON.stringify(tasks)],
    );

  it('a full worker takes over all tasks of a killed one within 20 s', async () => {
    const dying = await scene.startWorker(environment);
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

    areHanging = false;
    const succeeded = { status: 'succeeded', records_written: 2_000 };
    expect(await scene.ended(runs)).toMatchObject([succeeded, succeeded, succeeded, succeeded]);
  });
});
