import { lockSyncs } from '@sync/sync-runs';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import type { GatedShop } from './testing/gated-shop';
import type { LinkedShop } from './testing/linked-shop';
import type { SyncScene } from './testing/sync-scene';
import { record, WebhookScene } from './testing/webhook-scene';

/** The platform's times have whole seconds. */
const aSecondLater = () => {
  const second = Math.floor(Date.now() / 1_000);
  return until(() => Promise.resolve(Math.floor(Date.now() / 1_000) > second));
};

/**
 * Four pages of products, the newest first. The first is read alone, the next two by one fetch, the last by another. A new product moves the
 * last one of the third page to the last page.
 */
const records = { customers: 60, products: 200, orders: 2_000 };
const lastOfThirdPage = 149;

onPostgresQueues((backend) => {
  let webhooks: WebhookScene;
  let scene: SyncScene;
  let worker: AppProcess;

  beforeAll(async () => {
    webhooks = await WebhookScene.set(backend, records);
    scene = webhooks.scene;
    worker = await scene.startWorker({ LOG_LEVEL: 'debug' });
  });
  afterEach(() => scene.calmShop());
  afterAll(() => scene.strike());

  /** A writer may read a record before another writer and store it after. The shop shows `old`, then `new`. */
  describe('the newest content of a record', () => {
    let linked: LinkedShop;
    let gate: GatedShop;
    let id: number;

    beforeAll(async () => {
      await scene.sql('create table histories (id bigint generated always as identity, source_id text, name text)');
      await scene.sql(`
        create function note_name() returns trigger language plpgsql as $$
        begin
          if tg_op = 'INSERT' or old.content_hash <> new.content_hash then
            insert into histories (source_id, name) values (new.source_id, new.name);
          end if;
          return null;
        end $$`);
      await scene.sql('create trigger note_name after insert or update on products for each row execute function note_name()');
    });

    beforeEach(async () => {
      ({ linked, gate } = await scene.linkGated());
      id = scene.shop.ids('products')[lastOfThirdPage] ?? 0;
      await change('old');
      await scene.ended(await scene.request(linked, ['products']));
      gate.clear();
      await aSecondLater();
      await scene.sql('truncate histories');
    });

    const change = (name: string) => Promise.resolve(scene.shop.change('products', id, { name }));
    const webhook = () => ({ topic: 'product.updated', body: scene.shop.record('products', id) });
    /** The names that were stored, in order. */
    const history = async () =>
      (await scene.sql<{ name: string }>('select name from histories where source_id = $1 order by id', [String(id)])).map(
        ({ name }) => name,
      );

    /** Begins an export whose third page shows `old` and arrives when `release` is called; the fourth page waits for `goOn`. */
    async function exportLate() {
      const goOn = gate.holdUntilReleased('products 4');
      const late = gate.delay('products 3');
      const runIds = await scene.request(linked, ['products']);
      await late.isRead;
      return { goOn, release: late.release, ended: () => scene.ended(runIds) };
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
      await webhooks.process(linked, [webhook()]);
      release();
      goOn();
      expect(await ended()).toMatchObject([{ status: 'succeeded' }]);
      expect(await history()).toEqual(['new']);
    });
  });

  /** The test holds locks on rows of one connection. */
  describe('locked rows', () => {
    let held: LinkedShop;
    let other: LinkedShop;

    beforeEach(async () => {
      [held, other] = [await webhooks.link(), await webhooks.link()];
    });

    const deliver = (linked: LinkedShop, ids: readonly number[]) =>
      webhooks.deliver(
        linked,
        ids.map((id) => ({ topic: 'customer.updated', body: record(id) })),
      );
    const areDone = async (taskIds: readonly string[]) =>
      expect((await webhooks.ended(taskIds)).filter(({ state }) => state !== 'done')).toEqual([]);
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
      const before = worker.output.length;
      const { linked: held, runIds, goOn } = await scene.exportHeld();
      const release = await holding(async (holder) => {
        await lockSyncs(holder.manager, held.connectionId);
        await holder.query('select from page_ranges where system_connection_id = $1 for update', [held.connectionId]);
      });
      goOn();
      await until(() => worker.output.includes('task postponed', before));
      await areDone(await deliver(other, [1, 2, 3]));
      await release();
      expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40 }]);
    });

    it('a webhook that meets a lock is deferred at no cost and delays no other', async () => {
      await areDone(await deliver(held, [1]));
      const release = await holding((holder) => holder.query('select from customers where shop_id = $1 for update', [held.connectionId]));
      const late = await deliver(held, Array(12).fill(1) as number[]);
      await areDone(await deliver(other, [1, 2, 3]));
      const rows = () =>
        scene.sql<{ attempts: number; left: number; state: string }>(
          'select attempts, max_attempts - attempts as left, state from tasks where id = any($1)',
          [late],
        );
      await until(async () => (await rows()).some(({ attempts }) => attempts >= 3));
      for (const { left, state } of await rows()) expect([left >= 4, state]).toEqual([true, 'pending']);
      await release();
      await areDone(late);
    });
  });
});
