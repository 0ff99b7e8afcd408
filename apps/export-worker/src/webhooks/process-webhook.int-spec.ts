import { deriveDefaultSyncRules } from '@sync/domain';
import type { SystemCapability } from '@sync/records';
import { forEachQueueBackend, until } from '@sync/test-harness';
import Redis from 'ioredis';
import { deliverWebhooks, webhookTasks, type ProcessedWebhook, type SentWebhook } from '../testing/deliver-webhooks';
import { linkShop, type LinkedShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';
import { pagesDone } from '../testing/sync-watch';
import type { WorkerProcess } from '../testing/worker-process';

interface StoredRecord {
  source_id: string;
  deleted: boolean;
  updated_at: string;
}

const minute = (number: number): string => `2027-03-02T10:${String(number).padStart(2, '0')}:00`;
/** What a shop sends of a record of any kind, modified at that minute. */
const record = (id: number, at = 0, more: object = {}): object => ({
  id,
  email: 'erika@example.test',
  name: 'Green tea',
  status: 'publish',
  currency: 'EUR',
  total: '19.99',
  date_created: minute(0),
  date_created_gmt: minute(0),
  date_modified: minute(at),
  date_modified_gmt: minute(at),
  ...more,
});

/** Every key of a Redis with what it holds. */
async function everythingIn(url: string): Promise<unknown[]> {
  const client = new Redis(url);
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => client.get(key),
    hash: (key) => client.hgetall(key),
    list: (key) => client.lrange(key, 0, -1),
    set: (key) => client.smembers(key),
    zset: (key) => client.zrange(key, 0, -1),
    stream: (key) => client.xrange(key, '-', '+'),
  };
  const all: unknown[] = [];
  for (const key of await client.keys('*')) all.push([key, await readers[await client.type(key)]?.(key)]);
  client.disconnect();
  return all;
}

forEachQueueBackend((backend) => {
  let scene: SyncScene;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 2_000 });
  });
  afterAll(() => scene.strike());

  const withRules = async (linked: LinkedShop): Promise<LinkedShop> => {
    await deriveDefaultSyncRules(scene.database.dataSource, linked.tenantId);
    return linked;
  };
  const link = async (system?: string) => withRules(await scene.link(system));
  const deliver = ({ connectionId }: LinkedShop, webhooks: readonly SentWebhook[]) =>
    deliverWebhooks(scene.database.dataSource, scene.queues, connectionId, webhooks);
  const tasksOf = (taskIds: readonly string[]) => webhookTasks(scene.database.dataSource, taskIds);
  const ended = async (taskIds: readonly string[]): Promise<ProcessedWebhook[]> => {
    await until(async () => (await tasksOf(taskIds)).every(({ state }) => state !== 'pending'));
    return tasksOf(taskIds);
  };
  /** One after the other. */
  const process = async (linked: LinkedShop, webhooks: readonly SentWebhook[]): Promise<ProcessedWebhook[]> => {
    const processed: ProcessedWebhook[] = [];
    for (const webhook of webhooks) processed.push(...(await ended(await deliver(linked, [webhook]))));
    return processed;
  };
  const stored = ({ connectionId }: LinkedShop, table: SystemCapability): Promise<StoredRecord[]> =>
    scene.database.dataSource.query(
      `select source_id, deleted_at is not null as deleted, updated_at from ${table} where system_connection_id = $1 and feed_position >= 0 order by source_id`,
      [connectionId],
    );
  const done = { state: 'done', attempts: 1, last_error: null, body: null };

  describe('a running worker', () => {
    let worker: WorkerProcess;

    beforeAll(async () => {
      worker = await scene.startWorker();
    });
    afterEach(() => scene.calmShop());
    afterAll(() => scene.clear());

    describe.each<[string, SystemCapability]>([
      ['customer', 'customers'],
      ['order', 'orders'],
      ['product', 'products'],
    ])('commerce_a handles %s', (resource, table) => {
      it('are stored when created, updated, deleted and restored, and done tasks keep no body', async () => {
        const linked = await link();
        expect(
          await process(linked, [
            { topic: `${resource}.created`, body: record(1, 1) },
            { topic: `${resource}.updated`, body: record(1, 2) },
          ]),
        ).toEqual([done, done]);
        expect(await stored(linked, table)).toEqual([{ source_id: '1', deleted: false, updated_at: minute(2) }]);
        await process(linked, [{ topic: `${resource}.deleted`, body: { id: 1 } }]);
        expect(await stored(linked, table)).toEqual([{ source_id: '1', deleted: true, updated_at: minute(2) }]);
        await process(linked, [{ topic: `${resource}.restored`, body: record(1, 3) }]);
        expect(await stored(linked, table)).toEqual([{ source_id: '1', deleted: false, updated_at: minute(3) }]);
      });

      it('may come in any order: delete before create, update of an unknown id, a payload older than the stored record', async () => {
        const linked = await link();
        const webhooks = [
          { topic: `${resource}.deleted`, body: { id: 1 } },
          { topic: `${resource}.created`, body: record(1, 1) },
          { topic: `${resource}.updated`, body: record(2, 5) },
          { topic: `${resource}.updated`, body: record(2, 4) },
        ];
        expect(await process(linked, webhooks)).toEqual([done, done, done, done]);
        expect(await stored(linked, table)).toEqual([{ source_id: '2', deleted: false, updated_at: minute(5) }]);
      });
    });

    it('processes a redelivered webhook once (20 concurrent copies)', async () => {
      const linked = await link();
      await ended(
        await deliver(
          linked,
          Array.from({ length: 20 }, () => ({ topic: 'order.created', body: record(1) })),
        ),
      );
      expect(await stored(linked, 'orders')).toHaveLength(1);
      const logged = (what: string) => worker.linesAbout(linked, `webhook: record ${what}`).length;
      // A copy processed again, because its completion was not committed, counts as unchanged once more.
      await until(() => logged('unchanged') >= 19 && logged('written') > 0);
      expect(logged('written')).toBe(1);
    });

    it('processes two bodies with one delivery id', async () => {
      const linked = await link();
      const deliveryId = 'b88b33f01d32e85c00155761b64a3bad';
      await ended(
        await deliver(
          linked,
          [1, 2].map((id) => ({ topic: 'order.created', body: record(id), deliveryId })),
        ),
      );
      expect(await stored(linked, 'orders')).toMatchObject([{ source_id: '1' }, { source_id: '2' }]);
    });

    it('logs and completes webhooks about other things', async () => {
      const linked = await link();
      const webhooks = ['coupon.created', 'action.woocommerce_payment_complete'].map((topic) => ({ topic, body: record(1) }));
      expect(await process(linked, webhooks)).toEqual([done, done]);
      await until(() => worker.linesAbout(linked, 'webhook: about no record').some((line) => line.includes('"topic":"coupon.created"')));
    });

    it('records a failure once, with its reason, and keeps the body for a retry', async () => {
      const linked = await link();
      const error = { code: 'woocommerce_rest_invalid_shop_order_id', message: 'Invalid ID.', data: { status: 404 } };
      const cases: [string | null, unknown, RegExp][] = [
        ['order.updated', 'null', /^The webhook holds no record: /],
        ['order.deleted', '[]', /^The webhook does not say which record was deleted/],
        ['customer.updated', '"x"', /^The webhook holds no record: /],
        ['product.created', '1', /^The webhook holds no record: /],
        ['order.updated', '', /^The webhook cannot be read: an empty body\.$/],
        ['order.updated', '{"id":5', /^The webhook cannot be read: a body that is not JSON\.$/],
        ['order.updated', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, /^The webhook cannot be read: too deeply nested JSON\.$/],
        [null, record(1), /topic header is missing/],
        ['order.updated', error, /^The shop sent an error/],
        ['order.updated', record(1, 0, { currency: null }), /^The webhook holds no record: the order has no known currency\.$/],
      ];
      const processed = await process(
        linked,
        cases.map(([topic, body]) => ({ topic, body })),
      );
      const failed = cases.map(([, body, reason]) => ({
        state: 'failed',
        attempts: 1,
        last_error: expect.stringMatching(reason) as string,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }));
      expect(processed).toEqual(failed);
      expect(await stored(linked, 'orders')).toEqual([]);
    });

    it('fails a webhook whose driver has no integration, and processes others', async () => {
      const [without, linked] = [await link('mailing_platform'), await link()];
      expect(await process(without, [{ topic: 'order.created', body: record(1) }])).toMatchObject([
        { state: 'failed', attempts: 1, last_error: 'No integration is registered for the driver mailing_platform.' },
      ]);
      expect(await process(linked, [{ topic: 'order.created', body: record(1) }])).toEqual([done]);
    });

    it('failing webhooks neither open the export breaker nor stop good webhooks', async () => {
      const linked = await link();
      await ended(
        await deliver(
          linked,
          Array.from({ length: 20 }, () => ({ topic: 'order.updated', body: null })),
        ),
      );
      expect(await process(linked, [{ topic: 'order.updated', body: record(999_999) }])).toEqual([done]);
      expect(await scene.ended(await scene.request(linked, ['customers']))).toMatchObject([{ status: 'succeeded', records_written: 60 }]);
      expect(await scene.statusOf(linked)).toBe('active');
    });

    it.each(['inactive', 'disconnected', 'pending'])('drops a webhook of a connection that became %s, with its body', async (status) => {
      const linked = await link();
      await scene.database.dataSource.query(
        `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
        [linked.connectionId, status],
      );
      expect(await process(linked, [{ topic: 'order.created', body: record(1) }])).toEqual([done]);
      expect(await stored(linked, 'orders')).toEqual([]);
    });

    it('processes webhooks of a connection in error', async () => {
      const linked = await link();
      await scene.database.dataSource.query(`update system_connections set status = 'error' where id = $1`, [linked.connectionId]);
      expect(await process(linked, [{ topic: 'order.created', body: record(1) }])).toEqual([done]);
      expect(await stored(linked, 'orders')).toHaveLength(1);
      expect(await scene.statusOf(linked)).toBe('error');
    });

    it('stores nothing the connection may not pull in, but deletes what was stored before', async () => {
      const linked = await link();
      await process(linked, [{ topic: 'order.created', body: record(1, 1) }]);
      await scene.database.dataSource.query(`update system_connections set configuration = '{"data_types": ["customers"]}' where id = $1`, [
        linked.connectionId,
      ]);
      const webhooks = [
        { topic: 'order.updated', body: record(1, 2) },
        { topic: 'order.created', body: record(2, 2) },
        { topic: 'order.deleted', body: { id: 1 } },
        { topic: 'customer.created', body: record(3) },
      ];
      expect(await process(linked, webhooks)).toEqual([done, done, done, done]);
      expect(await stored(linked, 'orders')).toEqual([{ source_id: '1', deleted: true, updated_at: minute(1) }]);
      expect(await stored(linked, 'customers')).toHaveLength(1);
      await until(() => worker.linesAbout(linked, 'webhook: not to be pulled in').length === 2);
    });

    it('is not overwritten by a concurrent export, which does not bring back deleted records either', async () => {
      const { linked, goOn } = await scene.linkHeld();
      const runIds = await scene.request(linked, ['orders']);
      await until(async () => (await pagesDone(scene.database.dataSource, linked.connectionId)) >= 2);
      const ids = scene.shop.ids('orders');
      const body = (id: number, more: object) => ({ ...scene.shop.record('orders', id), ...more });
      const changed = ids.filter((_id, index) => index % 100 === 0);
      const deleted = ids.filter((_id, index) => index % 100 === 50);
      const taskIds = await deliver(linked, [
        ...changed.map((id) => ({ topic: 'order.updated', body: body(id, { date_modified: minute(9), date_modified_gmt: minute(9) }) })),
        ...deleted.map((id) => ({ topic: 'order.deleted', body: { id } })),
      ]);
      expect((await ended(taskIds)).every(({ state }) => state === 'done')).toBe(true);
      goOn();
      expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40, records_fetched: 2_000 }]);
      const orders = new Map((await stored(linked, 'orders')).map((order) => [order.source_id, order]));
      for (const id of changed) expect(orders.get(String(id))).toMatchObject({ updated_at: minute(9), deleted: false });
      for (const id of deleted) expect(orders.get(String(id))?.deleted ?? true).toBe(true);
      const [count] = await scene.database.dataSource.query<{ alive: number }[]>(
        'select count(*)::int as alive from orders where system_connection_id = $1 and deleted_at is null',
        [linked.connectionId],
      );
      expect(count?.alive).toBe(2_000 - deleted.length);
    });
  });

  describe('workers that start and stop', () => {
    afterEach(() => scene.clear());

    it('leak no secret and no payload into the log, other columns or the queue, even when webhooks fail', async () => {
      const worker = await scene.startWorker({ LOG_LEVEL: 'trace' });
      const shop = { url: scene.shop.url, credentials: { ...scene.shop.credentials, webhook_secret: 'canary-webhook-secret' } };
      const linked = await withRules(await linkShop(scene.database.dataSource, shop));
      const canaries = {
        email: 'canary@mail.example',
        first_name: 'canary-name',
        status: 'canary-status',
        'canary-member': 'canary-value',
      };
      const processed = await process(linked, [
        { topic: 'customer.updated', body: record(1, 0, canaries) },
        { topic: 'customer.updated', body: record(1, 0, { ...canaries, email: null }) },
        { topic: 'order.updated', body: record(1, 0, { ...canaries, currency: 'canary-currency' }) },
        { topic: 'order.updated', body: { code: 'canary-code', message: 'canary-message' } },
        { topic: 'canary.topic with "quotes"', body: canaries },
        { topic: 'order.deleted', body: { id: ['canary-id'] } },
        { topic: 'order.updated', body: '{"canary-cut":' },
      ]);
      expect(processed.map(({ state }) => state)).toEqual(['done', 'failed', 'failed', 'failed', 'done', 'failed', 'failed']);
      const tasks = await scene.database.dataSource.query<object[]>(`select to_jsonb(tasks) - 'topic' - 'body' as task from tasks`);
      const jobs = scene.redis
        ? await everythingIn(scene.redis.url)
        : await scene.database.dataSource.query<object[]>('select * from queues.job');
      const secrets = [...Object.values(shop.credentials), 'canary'];
      for (const secret of secrets) {
        expect(worker.log).not.toContain(secret);
        expect(JSON.stringify(tasks)).not.toContain(secret);
        expect(JSON.stringify(jobs)).not.toContain(secret);
      }
    });

    it('skip webhooks that were deleted with their connection', async () => {
      const linked = await link();
      const taskIds = await deliver(linked, [{ topic: 'order.created', body: record(1) }]);
      await scene.database.dataSource.query('delete from system_connections where id = $1', [linked.connectionId]);
      const worker = await scene.startWorker();
      const other = await link();
      await process(other, [{ topic: 'order.created', body: record(1) }]);
      expect(await tasksOf(taskIds)).toEqual([]);
      expect(worker.log).not.toContain('task failed');
    });

    it('lose nothing by kill -9: the rows equal those of an undisturbed run', async () => {
      const story = Array.from({ length: 300 }, (_, index) => {
        const id = (index * 7) % 60;
        const event = ['created', 'updated', 'updated', 'deleted', 'restored'][index % 5];
        return { topic: `order.${event}`, body: event === 'deleted' ? { id } : record(id, index % 50, { status: `status-${index}` }) };
      });
      const rows = ({ connectionId }: LinkedShop) =>
        scene.database.dataSource.query(
          `select source_id, content_hash, deleted_at is not null as deleted, source_modified_at from orders where system_connection_id = $1 order by source_id`,
          [connectionId],
        );
      const [undisturbed, disturbed] = [await link(), await link()];
      await scene.startWorker();
      await ended(await deliver(undisturbed, story));
      const taskIds = await deliver(disturbed, story);
      for (let kill = 1; kill <= 3; kill += 1) {
        await until(async () => (await tasksOf(taskIds)).filter(({ state }) => state !== 'pending').length >= kill * 40);
        await scene.clear();
        await scene.startWorker();
      }
      const processed = await ended(taskIds);
      expect(processed.map(({ state }) => state)).toEqual(story.map(() => 'done'));
      expect(await rows(disturbed)).toEqual(await rows(undisturbed));
    });
  });
});
