import { createHash } from 'node:crypto';
import { connectionStatuses } from '@sync/domain';
import { until } from '@sync/test-harness';
import { accepted, ignored, IngressScene, problem } from '../testing/ingress-scene';
import { send, signature, signedDelivery, WebhookIngressUnderTest } from '../testing/webhook-ingress-under-test';

const scene = new IngressScene();
const order = '{"id":517,"status":"processing"}';

describe('an accepted webhook', () => {
  it('is one pending task that holds the unchanged body, its hash, topic and delivery id', async () => {
    const body = '{"name":"\\u00e4 \\/ ä€😀","amount":1.10}\n';
    const response = await scene.deliver(body, [
      ['X-WC-Webhook-Topic', 'order.created'],
      ['X-WC-Webhook-Delivery-ID', '5f0c'],
      ['X-Request-Id', 'request-1'],
    ]);
    expect(response).toEqual(accepted);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': 'request-1',
    });
    expect(await scene.ingress.kept(scene.shop)).toMatchObject([
      {
        topic: 'order.created',
        delivery_id: '5f0c',
        body,
        body_hash: createHash('sha256').update(body).digest(),
        queue: 'webhooks',
        name: 'process-webhook',
        payload: {},
        state: 'pending',
        attempts: 0,
        max_attempts: 5,
        request_id: 'request-1',
      },
    ]);
  });

  it('rings for a worker after the commit', async () => {
    const rings = () => scene.ingress.rows<{ data: string }>(`select data::text from queues.job where id = 'ring' and queue = 'webhooks'`);
    await scene.ingress.rows(`delete from queues.job`);
    await scene.deliver(order);
    await until(async () => (await rings()).length === 1);
    expect(await rings()).toEqual([{ data: '{}' }]);
  });

  it.each([
    ['X-Webhook-Signature', 'base64', ''],
    ['X-Store-Webhook-Signature', 'hex', ''],
    ['X-WC-Webhook-Signature', 'base64', 'sha256='],
    ['x-webhook-signature', 'hex', 'sha256='],
  ] as const)('may be signed by %s in %s with the prefix %j', async (name, encoding, prefix) => {
    expect(await scene.deliver(order, [[name, prefix + signature(order, scene.shop.secret, encoding)]])).toEqual(accepted);
  });

  it.each(['a.b', 'a, b', `{"a'\\}`, 'NULL'])('may have the id %j', async (text) => {
    expect(await scene.deliver(order, [['X-Webhook-Id', text]])).toEqual(accepted);
    expect(await scene.ingress.kept(scene.shop)).toMatchObject([{ topic: null, delivery_id: text }]);
  });

  it.each(['ä', 'x'.repeat(9_000)])('may have an id with other characters and of any length', async (text) => {
    expect(await scene.deliver(order, [['X-Webhook-Id', text]])).toEqual(accepted);
    expect(await scene.bodies()).toEqual([order]);
  });
});

describe('the topic', () => {
  it.each(['order.restored', ' Product.Deleted '])('%j is known: accepted', async (topic) => {
    expect(await scene.deliver(order, [['X-WC-Webhook-Topic', topic]])).toEqual(accepted);
  });

  it.each(['coupon.created', 'action.woocommerce_payment_complete', 'order', 'NULL', 'ä', 'x'.repeat(4_000)])(
    'is unknown to every integration: the webhook is ignored and nothing is stored',
    async (topic) => {
      expect(await scene.deliver(order, [['X-WC-Webhook-Topic', topic]])).toEqual(ignored);
      expect(await scene.bodies()).toEqual([]);
    },
  );
});

describe('the platform’s ping when a webhook is created', () => {
  it('unsigned and form-encoded, a body of exactly `webhook_id=<digits>` is ignored with 200', async () => {
    const before = await scene.ingress.count();
    const ping = { headers: [['Content-Type', 'application/x-www-form-urlencoded']], body: 'webhook_id=15' } as const;
    expect(await scene.post(ping)).toEqual(ignored);
    expect(await scene.post({ ...ping, path: '/api/webhooks/01960000-0000-7000-8000-00000000dead' })).toEqual(ignored);
    expect(await scene.ingress.count()).toBe(before);
  });
});

describe('a copy: the same connection, delivery id and body', () => {
  const id = [['X-WC-Webhook-Delivery-ID', 'same']] as const;

  it('gets 200 and is not stored again', async () => {
    for (let time = 0; time < 3; time += 1) expect(await scene.deliver(order, id)).toEqual(accepted);
    expect(await scene.bodies()).toEqual([order]);
  });

  it('is stored once (20 concurrent copies)', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => scene.deliver(order, id)))).toEqual(Array(20).fill(accepted));
    expect(await scene.bodies()).toEqual([order]);
  });

  it('is not another body, another delivery id, another connection or a body without an id', async () => {
    const other = await scene.ingress.connect();
    await Promise.all(['{"id":1}', '{"id":2}'].map((body) => scene.deliver(body, id)));
    await scene.deliver(order, [['X-Webhook-Id', 'one']]);
    await scene.deliver(order, [['X-Webhook-Id', 'two']]);
    await scene.deliver(order, [['X-Webhook-Id', 'one']], other);
    await scene.deliver(order);
    await scene.deliver(order);
    expect((await scene.bodies()).sort()).toEqual(['{"id":1}', '{"id":2}', order, order, order, order]);
    expect(await scene.bodies(other)).toEqual([order]);
  });

  it('is recognised after the first was processed', async () => {
    await scene.deliver(order, id);
    await scene.ingress.rows(`update tasks set state = 'done', body = null, finished_at = now() where system_connection_id = $1`, [
      scene.shop.id,
    ]);
    expect(await scene.deliver(order, id)).toEqual(accepted);
    expect(await scene.bodies()).toHaveLength(1);
  });

  it('never deadlocks: many at once, in opposite orders, from two processes', async () => {
    const second = await WebhookIngressUnderTest.besides(scene.ingress);
    const ids = Array.from({ length: 40 }, (_, place) => `${place}`);
    const deliverAll = (url: string, some: string[]) =>
      some.map((deliveryId) => send(url, signedDelivery(scene.shop, order, [['X-Webhook-Id', deliveryId]])));
    expect(await Promise.all([...deliverAll(scene.ingress.url, ids), ...deliverAll(second.url, ids.toReversed())])).toEqual(
      Array(80).fill(accepted),
    );
    expect(await scene.bodies()).toHaveLength(40);
    await second.close();
  });
});

describe('a valid signature of a connection that is', () => {
  it.each(connectionStatuses)('%s', async (status) => {
    const one = await scene.ingress.connect({ status });
    const takes = status === 'active' || status === 'error';
    expect(await scene.deliver(order, [], one)).toEqual(takes ? accepted : ignored);
    expect(await scene.bodies(one)).toEqual(takes ? [order] : []);
  });

  it('soft-deleted: the same 401 as for an unknown connection', async () => {
    const one = await scene.ingress.connect({ deleted: true });
    expect(await scene.deliver(order, [], one)).toEqual(problem(401, 'invalid-signature'));
    expect(await scene.bodies(one)).toEqual([]);
  });

  it('neither active nor in error: ignored even if the body is not JSON', async () => {
    expect(await scene.deliver('no JSON', [], await scene.ingress.connect({ status: 'disconnected' }))).toEqual(ignored);
  });
});

it('a body for one connection posted to another is accepted there only if both have the same secret', async () => {
  const [twin, other] = [await scene.ingress.connect({ secret: scene.shop.secret }), await scene.ingress.connect()];
  expect(await scene.redirect(`/api/webhooks/${twin.id}`, order)).toEqual(accepted);
  expect(await scene.redirect(`/api/webhooks/${other.id}`, order)).toEqual(problem(401, 'invalid-signature'));
  expect([await scene.bodies(), await scene.bodies(twin), await scene.bodies(other)]).toEqual([[], [order], []]);
});

it('WEBHOOK_MAX_BYTES and COMMERCE_A_SIGNATURE_HEADER apply', async () => {
  const other = await WebhookIngressUnderTest.start({ WEBHOOK_MAX_BYTES: '100', COMMERCE_A_SIGNATURE_HEADER: 'X-Shop-Signature' });
  const one = await other.connect();
  expect(await other.deliver(one, order, [['X-Shop-Signature', signature(order, one.secret)]])).toEqual(accepted);
  expect(await other.deliver(one, order)).toEqual(problem(401, 'invalid-signature'));
  expect(await other.deliver(one, `"${'x'.repeat(99)}"`)).toEqual(problem(413, 'payload-too-large'));
  await other.stop();
});
