import type { SystemCapability } from '@sync/records';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import type { SyncScene } from '../testing/sync-scene';
import { done, minute, record, WebhookScene } from '../testing/webhook-scene';
import { linesAbout } from '../testing/worker-process';

onPostgresQueues((backend) => {
  let webhooks: WebhookScene;
  let scene: SyncScene;
  let worker: AppProcess;

  beforeAll(async () => {
    webhooks = await WebhookScene.set(backend);
    scene = webhooks.scene;
    worker = await scene.startWorker();
  });
  afterEach(() => scene.calmShop());
  afterAll(() => scene.strike());

  describe.each<[string, SystemCapability]>([
    ['customer', 'customers'],
    ['order', 'orders'],
    ['product', 'products'],
  ])('commerce_a handles %s', (resource, table) => {
    it('are stored when created, updated, deleted and restored, and done tasks keep no body', async () => {
      const linked = await webhooks.link();
      expect(
        await webhooks.process(linked, [
          { topic: `${resource}.created`, body: record(1, 1) },
          { topic: `${resource}.updated`, body: record(1, 2) },
        ]),
      ).toEqual([done, done]);
      expect(await webhooks.stored(linked, table)).toEqual([{ source_id: '1', deleted: false, updated_at: minute(2) }]);
      await webhooks.process(linked, [{ topic: `${resource}.deleted`, body: { id: 1 } }]);
      expect(await webhooks.stored(linked, table)).toEqual([{ source_id: '1', deleted: true, updated_at: minute(2) }]);
      await webhooks.process(linked, [{ topic: `${resource}.restored`, body: record(1, 3) }]);
      expect(await webhooks.stored(linked, table)).toEqual([{ source_id: '1', deleted: false, updated_at: minute(3) }]);
    });

    it('may come in any order: delete before create, update of an unknown id, a payload older than the stored record', async () => {
      const linked = await webhooks.link();
      const sent = [
        { topic: `${resource}.deleted`, body: { id: 1 } },
        { topic: `${resource}.created`, body: record(1, 1) },
        { topic: `${resource}.updated`, body: record(2, 5) },
        { topic: `${resource}.updated`, body: record(2, 4) },
      ];
      expect(await webhooks.process(linked, sent)).toEqual([done, done, done, done]);
      expect(await webhooks.stored(linked, table)).toEqual([{ source_id: '2', deleted: false, updated_at: minute(5) }]);
    });
  });

  it('logs and completes webhooks about other things', async () => {
    const linked = await webhooks.link();
    const sent = ['coupon.created', 'action.woocommerce_payment_complete'].map((topic) => ({ topic, body: record(1) }));
    expect(await webhooks.process(linked, sent)).toEqual([done, done]);
    await until(() => linesAbout(worker, linked, 'webhook: about no record').some((line) => line.includes('"topic":"coupon.created"')));
  });

  it('brings what the export would bring: no drafts of the checkout, no staff, no trashed product, the parent of a variation', async () => {
    const linked = await webhooks.link();
    const [parent = 0] = scene.shop.ids('products');
    const variation = (id: number) => ({ topic: 'product.updated', body: record(id, 1, { type: 'variation', parent_id: parent }) });
    const gone = { code: 'wc_user_invalid_id', message: 'Invalid ID.', data: { status: 404 } };
    const sent = [
      { topic: 'product.created', body: record(7, 1) },
      { topic: 'product.deleted', body: { id: 7 } },
      { topic: 'product.updated', body: record(7, 2, { status: 'trash' }) },
      { topic: 'product.updated', body: record(8, 2, { status: 'trash' }) },
      { topic: 'order.created', body: record(1, 1, { status: 'checkout-draft' }) },
      { topic: 'customer.updated', body: record(1, 1, { role: 'administrator' }) },
      { topic: 'customer.updated', body: gone },
      variation(1_000_001),
      variation(1_000_002),
    ];
    expect(await webhooks.process(linked, sent)).toEqual(sent.map(() => done));
    await until(async () => (await webhooks.stored(linked, 'products')).length > 1);
    expect(await webhooks.stored(linked, 'products')).toMatchObject([
      { source_id: '7', deleted: true },
      { source_id: String(parent), deleted: false },
    ]);
    expect([await webhooks.stored(linked, 'orders'), await webhooks.stored(linked, 'customers')]).toEqual([[], []]);
  });

  it('asks the shop about a deletion that holds more than the id: the body may be that of an update', async () => {
    const linked = await webhooks.link();
    const [there = 0] = scene.shop.ids('orders');
    const [kept, gone] = [scene.shop.record('orders', there) as object, record(999_999, 1)];
    const bodies = [kept, gone];
    expect(
      await webhooks.process(
        linked,
        bodies.map((body) => ({ topic: 'order.updated', body })),
      ),
    ).toEqual([done, done]);
    await webhooks.process(
      linked,
      bodies.map((body) => ({ topic: 'order.deleted', body })),
    );
    const readAgain = `select state from tasks where name = 'refetch-records' and system_connection_id = $1`;
    await until(async () => {
      const tasks = await scene.sql<{ state: string }>(readAgain, [linked.connectionId]);
      return tasks.length === 2 && tasks.every(({ state }) => state === 'done');
    });
    expect(await webhooks.stored(linked, 'orders')).toMatchObject([
      { source_id: String(there), deleted: false },
      { source_id: '999999', deleted: true },
    ]);
  });

  it("reads what a message of the shop's plugin names, on either platform, with one request for all orders", async () => {
    const linked = await webhooks.link();
    const orders = scene.shop.ids('orders').slice(0, 60).map(String);
    const [gone = ''] = scene.shop.ids('products').map(String);
    await webhooks.process(linked, [{ topic: 'product.updated', body: record(999_999, 1) }]);
    const body = { changed: { orders, products: [gone] }, deleted: { products: ['999999'], orders: [] } };
    expect(await webhooks.process(linked, [{ topic: 'Records.changed', body }])).toEqual([done]);
    await until(async () => (await webhooks.stored(linked, 'products')).some(({ deleted }) => deleted));
    await until(async () => (await webhooks.stored(linked, 'orders')).length === orders.length);
    expect((await webhooks.stored(linked, 'orders')).map(({ source_id: id }) => id).sort()).toEqual([...orders].sort());
    expect(await webhooks.stored(linked, 'products')).toMatchObject([
      { source_id: gone, deleted: false },
      { source_id: '999999', deleted: true },
    ]);
  });

  it('retries an unusable webhook like any failure, then records it with its reason, and keeps the body', async () => {
    const linked = await webhooks.link();
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
    const tasks = await webhooks.deliver(
      linked,
      cases.map(([topic, body]) => ({ topic, body })),
    );
    const processed = await webhooks.ended(tasks);
    const failed = cases.map(([, body, reason]) => ({
      state: 'failed',
      // A body that is no JSON fails every attempt.
      attempts: reason.source.includes('cannot be read') ? 1 : 5,
      last_error: expect.stringMatching(reason) as string,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }));
    expect(processed).toEqual(failed);
    expect(await webhooks.stored(linked, 'orders')).toEqual([]);
  });

  it('fails a webhook whose driver has no integration, and processes others', async () => {
    const [without, linked] = [await webhooks.link('mailing_platform'), await webhooks.link()];
    expect(await webhooks.process(without, [{ topic: 'order.created', body: record(1) }])).toMatchObject([
      { state: 'failed', attempts: 1, last_error: 'No integration is registered for the driver mailing_platform.' },
    ]);
    expect(await webhooks.process(linked, [{ topic: 'order.created', body: record(1) }])).toEqual([done]);
  });

  it.each([
    ['inactive', 0],
    ['disconnected', 0],
    ['pending', 0],
    ['error', 1],
  ])('of a connection that became %s: stores %i of it, and keeps no body', async (status, count) => {
    const linked = await webhooks.link();
    await scene.sql(
      `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
      [linked.connectionId, status],
    );
    expect(await webhooks.process(linked, [{ topic: 'order.created', body: record(1) }])).toEqual([done]);
    expect(await webhooks.stored(linked, 'orders')).toHaveLength(count);
    expect(await scene.statusOf(linked)).toBe(status);
  });

  it('stores nothing the connection may not pull in, but deletes what was stored before', async () => {
    const linked = await webhooks.link();
    await webhooks.process(linked, [{ topic: 'order.created', body: record(1, 1) }]);
    await scene.sql(`update system_connections set configuration = '{"data_types": ["customers"]}' where id = $1`, [linked.connectionId]);
    const sent = [
      { topic: 'order.updated', body: record(1, 2) },
      { topic: 'order.created', body: record(2, 2) },
      { topic: 'order.deleted', body: { id: 1 } },
      { topic: 'customer.created', body: record(3) },
    ];
    expect(await webhooks.process(linked, sent)).toEqual([done, done, done, done]);
    expect(await webhooks.stored(linked, 'orders')).toEqual([{ source_id: '1', deleted: true, updated_at: minute(1) }]);
    expect(await webhooks.stored(linked, 'customers')).toHaveLength(1);
    await until(() => linesAbout(worker, linked, 'webhook: not to be pulled in').length === 2);
  });
});
