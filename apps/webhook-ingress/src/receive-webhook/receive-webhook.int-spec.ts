import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { connectionStatuses } from '@sync/domain';
import { until } from '@sync/test-harness';
import {
  send,
  signature,
  signedDelivery,
  WebhookIngressUnderTest,
  type Response,
  type Sent,
  type Shop,
} from '../testing/webhook-ingress-under-test';

let ingress: WebhookIngressUnderTest;
let shop: Shop;
beforeAll(async () => {
  ingress = await WebhookIngressUnderTest.start();
});
beforeEach(async () => {
  shop = await ingress.connect();
});
afterAll(() => ingress.stop());

const order = '{"id":517,"status":"processing"}';
const deliver = (body: string | Buffer, headers?: Sent['headers'], to = shop) => ingress.deliver(to, body, headers);
const bodies = async (of = shop) => (await ingress.kept(of)).map(({ body }) => body);
const problem = (status: number, kind: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ type: `/problems/${kind}`, status }) as unknown }) as Response;
const accepted = expect.objectContaining({ status: 200, text: '{"status":"accepted"}' }) as Response;
const ignored = expect.objectContaining({ status: 200, text: '{"status":"ignored"}' }) as Response;

describe('an accepted webhook', () => {
  it('is one pending task that holds the unchanged body, its hash, topic and delivery id', async () => {
    const body = '{"name":"\\u00e4 \\/ ä€😀","amount":1.10}\n';
    const headers = [
      ['X-WC-Webhook-Topic', 'order.created'],
      ['X-WC-Webhook-Delivery-ID', '5f0c'],
      ['X-Request-Id', 'request-1'],
    ] as const;
    const response = await deliver(body, headers);
    expect(response).toEqual(accepted);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': 'request-1',
    });
    const [webhook] = await ingress.kept(shop);
    expect(webhook).toMatchObject({
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
    });
  });

  it('is queued after the commit', async () => {
    await deliver(order);
    const [delivery] = await ingress.kept(shop);
    const waiting = () => ingress.rows('select data from queues.job where data::text like $1', [`%${delivery?.id}%`]);
    await until(async () => (await waiting()).length === 1);
  });

  it.each([
    ['application/json'],
    ['application/json; charset=UTF-8'],
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/octet-stream'],
    ['nonsense'],
    [''],
  ])('may have any content type (%j)', async (type) => {
    const headers = [
      ['Content-Type', type],
      ['X-Webhook-Signature', signature(order, shop.secret)],
    ] as const;
    expect(await send(ingress.url, { path: `/api/webhooks/${shop.id}`, headers, body: order })).toEqual(accepted);
    expect(await bodies()).toEqual([order]);
  });

  it('may have none', async () => {
    const headers = [['X-Webhook-Signature', signature(order, shop.secret)]] as const;
    expect(await send(ingress.url, { path: `/api/webhooks/${shop.id}`, headers, body: order })).toEqual(accepted);
  });

  it.each([
    ['X-Webhook-Signature', 'base64', ''],
    ['X-Store-Webhook-Signature', 'hex', ''],
    ['X-WC-Webhook-Signature', 'base64', 'sha256='],
    ['x-webhook-signature', 'hex', 'sha256='],
  ] as const)('may be signed by %s in %s with the prefix %j', async (name, encoding, prefix) => {
    expect(await deliver(order, [[name, prefix + signature(order, shop.secret, encoding)]])).toEqual(accepted);
  });

  it('may have an id and a topic with any characters and of any length', async () => {
    const odd = ['a.b', 'a, b', `{"a'\\}`, 'ä', 'NULL', 'x'.repeat(9_000)];
    for (const text of odd) {
      expect(
        await deliver(order, [
          ['X-Webhook-Id', text],
          ['X-Webhook-Topic', text.slice(0, 4_000)],
        ]),
      ).toEqual(accepted);
    }
    const kept = await ingress.kept(shop);
    expect(kept.slice(0, 3).map(({ topic, delivery_id }) => [topic, delivery_id])).toEqual(odd.slice(0, 3).map((text) => [text, text]));
    expect(kept).toHaveLength(odd.length);
  });
});

describe('the platform’s ping when a webhook is created', () => {
  it('unsigned and form-encoded, a body of exactly `webhook_id=<digits>` is ignored with 200', async () => {
    const before = await ingress.count();
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    for (const id of [shop.id, '01960000-0000-7000-8000-00000000dead']) {
      expect(await send(ingress.url, { path: `/api/webhooks/${id}`, headers, body: 'webhook_id=15' })).toEqual(ignored);
    }
    expect(await ingress.count()).toBe(before);
  });

  it('with any other byte it is a webhook: 401 without a signature', async () => {
    expect(await send(ingress.url, { path: `/api/webhooks/${shop.id}`, body: 'webhook_id=15&a=b' })).toEqual(
      problem(401, 'invalid-signature'),
    );
  });
});

describe('a copy: the same connection, delivery id and body', () => {
  const id = [['X-WC-Webhook-Delivery-ID', 'same']] as const;

  it('gets 200 and is not stored again', async () => {
    for (let time = 0; time < 3; time += 1) expect(await deliver(order, id)).toEqual(accepted);
    expect(await bodies()).toEqual([order]);
  });

  it('is stored once (20 concurrent copies)', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => deliver(order, id)))).toEqual(Array(20).fill(accepted));
    expect(await bodies()).toEqual([order]);
  });

  it('is not a different body with the same delivery id', async () => {
    await Promise.all(['{"id":1}', '{"id":2}'].map((body) => deliver(body, id)));
    expect((await bodies()).sort()).toEqual(['{"id":1}', '{"id":2}']);
  });

  it('is not the same body with another delivery id, of another connection, or without an id', async () => {
    const other = await ingress.connect();
    await deliver(order, [['X-Webhook-Id', 'one']]);
    await deliver(order, [['X-Webhook-Id', 'two']]);
    await deliver(order, [['X-Webhook-Id', 'one']], other);
    await deliver(order);
    await deliver(order);
    expect([(await bodies()).length, (await bodies(other)).length]).toEqual([4, 1]);
  });

  it('is recognised after the first was processed', async () => {
    await deliver(order, id);
    await ingress.rows(`update tasks set state = 'done', body = null, finished_at = now() where system_connection_id = $1`, [shop.id]);
    expect(await deliver(order, id)).toEqual(accepted);
    expect(await bodies()).toHaveLength(1);
  });

  it('never deadlocks: many at once, in opposite orders, from two processes', async () => {
    const second = await WebhookIngressUnderTest.besides(ingress);
    const ids = Array.from({ length: 40 }, (_, place) => `${place}`);
    const all = await Promise.all(
      [ids, ids.toReversed()].flatMap((some, place) =>
        some.map((deliveryId) => send(place === 0 ? ingress.url : second.url, signedDelivery(shop, order, [['X-Webhook-Id', deliveryId]]))),
      ),
    );
    expect(all).toEqual(Array(80).fill(accepted));
    expect(await bodies()).toHaveLength(40);
    await second.close();
  });
});

describe('a valid signature of a connection that is', () => {
  it.each(connectionStatuses)('%s', async (status) => {
    const one = await ingress.connect({ status });
    const takes = status === 'active' || status === 'error';
    expect(await deliver(order, [], one)).toEqual(takes ? accepted : ignored);
    expect(await bodies(one)).toEqual(takes ? [order] : []);
  });

  it('soft-deleted: the same 401 as for an unknown connection', async () => {
    const one = await ingress.connect({ deleted: true });
    expect(await deliver(order, [], one)).toEqual(problem(401, 'invalid-signature'));
    expect(await bodies(one)).toEqual([]);
  });

  it('neither active nor in error: ignored even if the body is not JSON', async () => {
    const one = await ingress.connect({ status: 'disconnected' });
    expect(await deliver('no JSON', [], one)).toEqual(ignored);
  });
});

describe('a correctly signed body', () => {
  it.each(['null', '[]', '"x"', '1', '{"id":5,"id":6}', '"\\u0000"', '"\\ud83d"', '{"__proto__":{"a":1}}'])(
    '%s is JSON and stored',
    async (body) => {
      expect(await deliver(body)).toEqual(accepted);
      expect(await bodies()).toEqual([body]);
    },
  );

  it.each(['', '{"id":', 'id=5', Buffer.from([0x22, 0xff, 0x22]), `"\0"`])('%j is not JSON: 422 and nothing stored', async (body) => {
    expect(await deliver(body)).toEqual(problem(422, 'validation-failed'));
    expect(await bodies()).toEqual([]);
  });

  it('that is missing: 422', async () => {
    const { path, headers = [] } = signedDelivery(shop, '');
    expect(await send(ingress.url, { path, headers: headers.filter(([name]) => name !== 'Content-Type') })).toEqual(
      problem(422, 'validation-failed'),
    );
  });

  it.each([33, 5_000, 200_000])('nested %d levels deep: 422', async (depth) => {
    expect(await deliver('['.repeat(depth) + ']'.repeat(depth))).toEqual(problem(422, 'validation-failed'));
  });

  it('of an order with many lines is accepted', async () => {
    const lines = Array.from({ length: 600 }, (_, id) => ({
      id,
      meta_data: Array.from({ length: 8 }, (__, key) => ({ id: key, key: `k${key}`, value: 'v' })),
    }));
    expect(await deliver(JSON.stringify({ id: 1, line_items: lines }))).toEqual(accepted);
  });
});

describe('content codings', () => {
  const bomb = Buffer.alloc(30_000_000, 0x20);
  it.each([
    ['gzip', gzipSync(order)],
    ['br', brotliCompressSync(order)],
    ['deflate', deflateSync(order)],
    ['gzip', gzipSync(bomb)],
    ['GZIP, identity', gzipSync(order)],
    ['nonsense', Buffer.from(order)],
  ])('%s: 415 and nothing is inflated', async (coding, body) => {
    expect(await deliver(body, [['Content-Encoding', coding]])).toEqual(problem(415, 'unsupported-media-type'));
  });

  it.each(['identity', 'Identity', ''])('%j is accepted', async (coding) => {
    expect(await deliver(order, [['Content-Encoding', coding]])).toEqual(accepted);
  });
});

describe('size', () => {
  const sized = (bytes: number) => `{"pad":"${'x'.repeat(bytes - 10)}"}`;

  it('1 MiB is accepted, one byte more is 413', async () => {
    expect(await deliver(sized(1_048_576))).toEqual(accepted);
    expect(await deliver(sized(1_048_577))).toEqual(problem(413, 'payload-too-large'));
    expect((await bodies()).map(({ length }) => length)).toEqual([1_048_576]);
  });

  it('many large bodies at once are accepted', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => deliver(sized(1_000_000))))).toEqual(Array(20).fill(accepted));
    expect(await bodies()).toHaveLength(20);
  });
});

describe('a path without a valid connection id', () => {
  it.each(['x', '%00', '..%2f', '%2e%2e%2fhealth', '7f0f7a5e', 'undefined', 'null', '01960000000070008000000000000000', '1%27--'])(
    '%s: the same 401',
    async (name) => {
      const response = await send(ingress.url, { ...signedDelivery(shop, order), path: `/api/webhooks/${name}` });
      expect(response).toEqual(problem(401, 'invalid-signature'));
    },
  );

  it.each([
    ['nothing', ''],
    ['a slash', '/'],
    ['10 kB', `/${'x'.repeat(10_000)}`],
    ['two parts', '/a/b'],
    ['two slashes', '//'],
  ])('%s: 404, or 401', async (_, rest) => {
    expect([401, 404, 414]).toContain((await send(ingress.url, { ...signedDelivery(shop, order), path: `/api/webhooks${rest}` })).status);
  });
});

describe('methods and paths', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s is 405 without CORS headers or redirect', async (method) => {
    const headers = [
      ['Origin', 'https://shop.example'],
      ['Access-Control-Request-Method', 'POST'],
    ] as const;
    const response = await send(ingress.url, { method, path: `/api/webhooks/${shop.id}`, headers });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('POST');
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control') || name === 'location')).toEqual([]);
  });

  it('a POST from a page gets no CORS headers', async () => {
    const response = await deliver(order, [['Origin', 'https://shop.example']]);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([`/api/webhooks/{id}/`, `//api/webhooks/{id}`, `/API/webhooks/{id}`, '/', '/api'])(
    '%s is 404, never a redirect',
    async (path) => {
      const response = await send(ingress.url, { ...signedDelivery(shop, order), path: path.replace('{id}', shop.id) });
      expect(response).toEqual(problem(404, 'not-found'));
      expect(response.headers.location).toBeUndefined();
    },
  );
});

describe('a body for one connection posted to another', () => {
  it('is accepted there if both have the same secret, and refused otherwise', async () => {
    const [twin, other] = [await ingress.connect({ secret: shop.secret }), await ingress.connect()];
    const posted = (to: Shop) => send(ingress.url, { ...signedDelivery(shop, order), path: `/api/webhooks/${to.id}` });
    expect(await posted(twin)).toEqual(accepted);
    expect(await posted(other)).toEqual(problem(401, 'invalid-signature'));
    expect([await bodies(), await bodies(twin), await bodies(other)]).toEqual([[], [order], []]);
  });
});

it('WEBHOOK_MAX_BYTES and COMMERCE_A_SIGNATURE_HEADER apply', async () => {
  const other = await WebhookIngressUnderTest.start({ WEBHOOK_MAX_BYTES: '100', COMMERCE_A_SIGNATURE_HEADER: 'X-Shop-Signature' });
  const one = await other.connect();
  expect(await other.deliver(one, order, [['X-Shop-Signature', signature(order, one.secret)]])).toEqual(accepted);
  expect(await other.deliver(one, order)).toEqual(problem(401, 'invalid-signature'));
  expect(await other.deliver(one, `"${'x'.repeat(99)}"`)).toEqual(problem(413, 'payload-too-large'));
  await other.stop();
});
