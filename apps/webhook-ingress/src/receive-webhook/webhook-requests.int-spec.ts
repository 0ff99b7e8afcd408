import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { accepted, IngressScene, problem } from '../testing/ingress-scene';
import { signature } from '../testing/webhook-ingress-under-test';

const scene = new IngressScene();
const order = '{"id":517,"status":"processing"}';
const invalid = problem(422, 'validation-failed');

describe('the content type', () => {
  it.each(['application/json', 'application/json; charset=UTF-8', 'application/x-www-form-urlencoded', 'nonsense', '', null])(
    'may be %j',
    async (type) => {
      const signed = ['X-Webhook-Signature', signature(order, scene.shop.secret)] as const;
      const headers = type === null ? [signed] : [['Content-Type', type] as const, signed];
      expect(await scene.post({ headers, body: order })).toEqual(accepted);
      expect(await scene.bodies()).toEqual([order]);
    },
  );
});

describe('a correctly signed body', () => {
  it.each(['null', '{"id":5,"id":6}', '"\\u0000"', '"\\ud83d"', '{"__proto__":{"a":1}}', `\ufeff${order}`])(
    '%j is JSON and stored as it is',
    async (body) => {
      expect(await scene.deliver(body)).toEqual(accepted);
      expect(await scene.bodies()).toEqual([body]);
    },
  );

  it('may be signed with the plain text of a secret that is stored with HTML entities', async () => {
    const one = await scene.ingress.connect({ credentials: { webhook_secret: 'a&amp;b&#039;c' } });
    for (const secret of ['a&amp;b&#039;c', `a&b'c`]) expect(await scene.deliver(order, [], { ...one, secret })).toEqual(accepted);
    expect(await scene.deliver(order, [], { ...one, secret: `a&b&#039;c` })).toEqual(problem(401, 'invalid-signature'));
  });

  it.each(['', '{"id":', Buffer.from([0x22, 0xff, 0x22]), '['.repeat(200_000) + ']'.repeat(200_000)])(
    '%j is not JSON: 422 and nothing stored',
    async (body) => {
      expect(await scene.deliver(body)).toEqual(invalid);
      expect(await scene.bodies()).toEqual([]);
    },
  );

  it('that is missing: 422', async () => {
    expect(await scene.post({ headers: [['X-Webhook-Signature', signature('', scene.shop.secret)]] })).toEqual(invalid);
  });

  it('of an order with many lines is accepted', async () => {
    const meta_data = Array.from({ length: 8 }, (_, key) => ({ id: key, key: `k${key}`, value: 'v' }));
    const line_items = Array.from({ length: 600 }, (_, id) => ({ id, meta_data }));
    expect(await scene.deliver(JSON.stringify({ id: 1, line_items }))).toEqual(accepted);
  });
});

describe('the content coding', () => {
  it.each([
    ['gzip', gzipSync(order)],
    ['br', brotliCompressSync(order)],
    ['deflate', deflateSync(order)],
    ['gzip', gzipSync(Buffer.alloc(30_000_000, 0x20))],
    ['GZIP, identity', gzipSync(order)],
    ['nonsense', Buffer.from(order)],
  ])('%s: 415 and nothing is inflated', async (coding, body) => {
    expect(await scene.deliver(body, [['Content-Encoding', coding]])).toEqual(problem(415, 'unsupported-media-type'));
  });

  it.each(['identity', 'Identity', ''])('%j is accepted', async (coding) => {
    expect(await scene.deliver(order, [['Content-Encoding', coding]])).toEqual(accepted);
  });
});

describe('the size', () => {
  const sized = (bytes: number) => `{"pad":"${'x'.repeat(bytes - 10)}"}`;

  it('of 1 MiB is accepted, one byte more is 413', async () => {
    expect(await scene.deliver(sized(1_048_576))).toEqual(accepted);
    expect(await scene.deliver(sized(1_048_577))).toEqual(problem(413, 'payload-too-large'));
    expect((await scene.bodies()).map(({ length }) => length)).toEqual([1_048_576]);
  });

  it('of many bodies at once may be large', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => scene.deliver(sized(1_000_000))))).toEqual(Array(20).fill(accepted));
    expect(await scene.bodies()).toHaveLength(20);
  });
});

describe('the path', () => {
  it.each(['x', '%00', '..%2f', '%2e%2e%2fhealth', '7f0f7a5e', 'undefined', 'null', '01960000000070008000000000000000', '1%27--'])(
    'with %s instead of a connection id: the same 401',
    async (name) => {
      expect(await scene.redirect(`/api/webhooks/${name}`, order)).toEqual(problem(401, 'invalid-signature'));
    },
  );

  it.each(['', '/', `/${'x'.repeat(10_000)}`, '/a/b', '//'])('with %j after webhooks: 404, or 401', async (rest) => {
    expect([401, 404, 414]).toContain((await scene.redirect(`/api/webhooks${rest}`, order)).status);
  });

  it.each([`/api/webhooks/{id}/`, `//api/webhooks/{id}`, `/API/webhooks/{id}`, '/', '/api'])(
    '%s is 404, never a redirect',
    async (path) => {
      const response = await scene.redirect(path.replace('{id}', scene.shop.id), order);
      expect(response).toEqual(problem(404, 'not-found'));
      expect(response.headers.location).toBeUndefined();
    },
  );
});

describe('the method', () => {
  const named = (response: { headers: object }, pattern: RegExp) => Object.keys(response.headers).filter((name) => pattern.test(name));

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('%s is 405 without CORS headers or redirect', async (method) => {
    const headers = [
      ['Origin', 'https://shop.example'],
      ['Access-Control-Request-Method', 'POST'],
    ] as const;
    const response = await scene.post({ method, headers });
    expect(response).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(named(response, /^access-control|^location$/)).toEqual([]);
  });

  it('POST from a page gets no CORS headers', async () => {
    expect(named(await scene.deliver(order, [['Origin', 'https://shop.example']]), /^access-control/)).toEqual([]);
  });
});
