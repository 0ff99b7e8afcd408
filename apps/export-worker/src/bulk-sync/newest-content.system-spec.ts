import { onPostgresQueues, until } from '@sync/test-harness';
import { deliverWebhooks, webhookTasks } from '../testing/deliver-webhooks';
import type { GatedShop } from '../testing/gated-shop';
import type { LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

/** The platform's times have whole seconds. */
const aSecondLater = () => {
  const second = Math.floor(Date.now() / 1_000);
  return until(() => Promise.resolve(Math.floor(Date.now() / 1_000) > second));
};

/** Two pages of products, the newest first. A new product moves the last one of the first page to the second page. */
const products = 100;
const lastOfFirstPage = 49;

/** A writer may read a record before another writer and store it after. The shop shows `old`, then `new`. */
onPostgresQueues((backend) => {
  let scene: SyncScene;
  let linked: LinkedShop;
  let gate: GatedShop;
  let id: number;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 1, products, orders: 1 });
    await scene.database.dataSource.query('create table histories (id bigint generated always as identity, source_id text, name text)');
    await scene.database.dataSource.query(`
      create function note_name() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' or old.content_hash <> new.content_hash then
          insert into histories (source_id, name) values (new.source_id, new.name);
        end if;
        return null;
      end $$`);
    await scene.database.dataSource.query(
      'create trigger note_name after insert or update on products for each row execute function note_name()',
    );
    await scene.startWorker();
  });
  afterAll(() => scene.strike());

  beforeEach(async () => {
    ({ linked, gate } = await scene.linkGated());
    id = scene.shop.ids('products')[lastOfFirstPage] ?? 0;
    await change('old');
    await scene.ended(await scene.request(linked, ['products']));
    gate.clear();
    await aSecondLater();
    await scene.database.dataSource.query('truncate histories');
  });

  const change = (name: string) => Promise.resolve(scene.shop.change('products', id, { name }));
  const webhook = () => ({ topic: 'product.updated', body: scene.shop.record('products', id) });
  /** The names that were stored, in order. */
  const history = async () =>
    (
      await scene.database.dataSource.query<{ name: string }[]>('select name from histories where source_id = $1 order by id', [String(id)])
    ).map(({ name }) => name);

  async function process(sent: ReturnType<typeof webhook>): Promise<void> {
    const taskIds = await deliverWebhooks(scene.database.dataSource, scene.queues, linked.connectionId, [sent]);
    const tasks = () => webhookTasks(scene.database.dataSource, taskIds);
    await until(async () => (await tasks()).every(({ state }) => state === 'done'));
  }

  /** Begins an export whose first page shows `old` and arrives when `release` is called; the second page waits for `goOn`. */
  async function exportLate() {
    const goOn = gate.holdUntilReleased('products 2');
    const probe = gate.delay('products 1');
    const runIds = await scene.request(linked, ['products']);
    await probe.isRead;
    const first = gate.delay('products 1');
    probe.release();
    await first.isRead;
    return { goOn, release: first.release, ended: () => scene.ended(runIds) };
  }

  it('a page that comes late does not undo another page of the same export', async () => {
    const { goOn, release, ended } = await exportLate();
    await change('new');
    scene.shop.add('products');
    goOn();
    await until(async () => (await history()).length > 0);
    release();
    expect(await ended()).toMatchObject([{ status: 'succeeded' }]);
    expect(await history()).toEqual(['new']);
  });

  it('a page that comes late does not undo a webhook', async () => {
    const { goOn, release, ended } = await exportLate();
    await change('new');
    await process(webhook());
    release();
    goOn();
    expect(await ended()).toMatchObject([{ status: 'succeeded' }]);
    expect(await history()).toEqual(['new']);
  });

  it('a webhook that comes late does not undo a page', async () => {
    const late = webhook();
    await change('new');
    expect(await scene.ended(await scene.request(linked, ['products']))).toMatchObject([{ status: 'succeeded' }]);
    await process(late);
    expect(await history()).toEqual(['new']);
  });

  it('a webhook that comes late does not undo another webhook', async () => {
    const late = webhook();
    await change('new');
    await process(webhook());
    await process(late);
    expect(await history()).toEqual(['new']);
  });
});
