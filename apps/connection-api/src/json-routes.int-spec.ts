import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { initialise, link, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest, type ServiceResponse } from './testing/connection-api-under-test';
import { Shop } from './testing/shop';

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let linked: { id: string; widgetToken: string };

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  shop = await Shop.start();
  owner = await initialise(api);
  linked = await link(api, owner, shop);
});
afterAll(async () => {
  await shop.stop();
  await api.stop();
});

const tables = ['tenants', 'system_connections', 'access_tokens', 'connection_tokens', 'tasks', 'sync_runs'];
const rows = () => api.query(`select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`);

function expectProblem(answer: ServiceResponse, ...statuses: number[]): void {
  expect(statuses).toContain(answer.status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^\/problems\/[a-z-]+$/) as string,
    title: expect.any(String) as string,
    status: answer.status,
    detail: expect.any(String) as string,
    instance: expect.stringMatching(/^\/[^?]*$/) as string,
  });
  expect(answer.text).not.toMatch(/ at .*\.(ts|mjs|js):|select |insert |Error:/);
}

interface Route {
  name: string;
  method: string;
  path: () => string;
  /** A good body. */
  body: () => Record<string, unknown>;
  token?: () => string;
  /** Text members. */
  texts: string[];
}

const routes: Route[] = [
  {
    name: 'connect A',
    method: 'POST',
    path: () => '/api/system-connections/connect',
    body: () => ({ system_slug: 'mailing_platform', external_user_id: 'x' }),
    texts: ['system_slug', 'external_user_id'],
  },
  {
    name: 'connect C',
    method: 'POST',
    path: () => '/api/system-connections/connect',
    body: () => ({ connection_token: `scc_${'A'.repeat(43)}` }),
    token: () => owner.token,
    texts: ['connection_token'],
  },
  {
    name: 'register A',
    method: 'POST',
    path: () => '/api/system-connections/register',
    body: () => ({ ...shop.registration }),
    texts: ['system_slug', 'base_url'],
  },
  {
    name: 'register B',
    method: 'POST',
    path: () => '/api/system-connections/register',
    body: () => ({ ...shop.registration, connection_token: `scc_${'A'.repeat(43)}` }),
    texts: ['system_slug', 'base_url', 'connection_token'],
  },
  {
    name: 'configuration',
    method: 'PATCH',
    path: () => '/api/widget/configuration',
    body: () => ({ configuration: { direction: 'both' } }),
    token: () => linked.widgetToken,
    texts: [],
  },
  {
    name: 'syncs',
    method: 'POST',
    path: () => `/api/system-connections/${linked.id}/syncs`,
    body: () => ({ capabilities: ['orders'], mode: 'full' }),
    token: () => owner.token,
    texts: ['mode'],
  },
];

describe.each(routes)('$name', ({ method, path, body, token, texts }) => {
  const send = (text: unknown, headers?: Record<string, string>) => api.ask(method, path(), { token: token?.(), body: text, headers });
  let before: unknown;
  beforeEach(async () => {
    before = await rows();
  });
  afterEach(async () => {
    expect(await rows()).toEqual(before);
  });

  it.each(['{', '{"a":', '{"a":1,}', "{'a':1}", '{"a":1e}', '{"a":NaN}', '\u0000', '{}{}', '{"a":"\u0001"}', '<a/>'])(
    '400 malformed JSON: %p',
    async (text) => {
      expectProblem(await send(text), 400);
    },
  );

  it.each(['gzip', 'br'])('415 for a body that says it is coded with %s', async (coding) => {
    const answer = await send(JSON.stringify(body()), { 'content-encoding': coding });
    expectProblem(answer, 415);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it.each(['[]', 'null', '"x"', '1', 'true', '[{}]'])('422 for JSON that is no object: %s', async (text) => {
    expectProblem(await send(text), 422);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/html',
    'application/xml',
    'nonsense',
  ])('415 for a body of %s', async (type) => {
    expectProblem(await send(JSON.stringify(body()), { 'content-type': type }), 415);
  });

  it('413 for a body of more than the limit, whatever its Content-Length says', async () => {
    expectProblem(await send(JSON.stringify({ ...body(), filler: 'x'.repeat(2_000_000) })), 413);
  });

  it('a small body that is nested deeply or has many members is refused, not a crash', async () => {
    expectProblem(await send(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`), 400, 422);
    expectProblem(await send(`{"a":${'{"b":'.repeat(40)}1${'}'.repeat(40)}}`), 400, 422);
    expectProblem(
      await send(JSON.stringify({ a: Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`k${index}`, 1])) })),
      400,
      422,
    );
  });

  it('prototype keys do no harm', async () => {
    for (const text of ['{"__proto__":{"status":"active"}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"a":{"__proto__":[]}}']) {
      expectProblem(await send(text), 400, 422);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('text members: a wrong type, NUL, half a surrogate pair or a text without end is 422, nothing is stored', async () => {
    for (const member of texts) await spoil(member);
  });

  const spoil = async (member: string) => {
    for (const value of [5, 1.5, true, {}, ['a'], [], 'a\u0000', '\ud800', 'x'.repeat(100_000)]) {
      expectProblem(await send({ ...body(), [member]: value }), 422);
    }
  };
});

describe('addresses', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/'],
    ['GET', '/api/unknown'],
    ['GET', '/api/system-connections/'],
    ['GET', '/api//system-connections'],
    ['GET', '/API/system-connections'],
    ['GET', '/api/system-connections/x/y/z'],
    ['GET', '/api/../package.json'],
    ['GET', '/.env'],
    ['POST', '/api/widget/unknown'],
  ])('%s %s: 404', async (method, path) => {
    expectProblem(await api.ask(method, path), 404);
  });

  it.each([
    ['DELETE', '/api/system-connections/connect', 'POST'],
    ['GET', '/api/system-connections/register', 'POST'],
    ['PUT', '/api/widget/configuration', 'GET, HEAD, PATCH'],
    ['POST', '/api/records/orders', 'GET, HEAD'],
    ['PATCH', '/api/system-connections', 'GET, HEAD'],
    ['OPTIONS', '/api/system-connections', 'GET, HEAD'],
  ])('%s %s: 405 with Allow: %s', async (method, path, allow) => {
    const answer = await api.ask(method, path);
    expectProblem(answer, 405);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('HEAD is GET without a body', async () => {
    const head = await fetch(`${api.url}/api/system-connections`, { method: 'HEAD', headers: { authorization: `Bearer ${owner.token}` } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('400 for an address that cannot be decoded, 414 or 404 for one without end', async () => {
    expectProblem(await api.get('/api/system-connections/%zz', owner.token), 400);
    expectProblem(await api.get(`/api/system-connections/${'x'.repeat(10_000)}`, owner.token), 404, 414);
  });

  it('an error is application/problem+json whatever is accepted', async () => {
    for (const accept of ['text/html', 'application/xml', 'nothing/at-all', '*/*'])
      expectProblem(await api.get('/api/unknown', undefined, { accept }), 404);
  });

  it('instance is the path without the query', async () => {
    expect((await api.get(`/api/unknown?token=${owner.token}`)).body).toMatchObject({ instance: '/api/unknown' });
  });
});

describe('X-Request-Id', () => {
  it('is taken or made, and returned', async () => {
    expect((await api.get('/api/unknown', undefined, { 'x-request-id': 'mine-1' })).headers.get('x-request-id')).toBe('mine-1');
    expect((await api.get('/api/unknown', undefined, { 'x-request-id': 'bad id\t' })).headers.get('x-request-id')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });
});

describe('a POST without a body needs no content type', () => {
  const post = async (body: string, headers: Record<string, string>): Promise<number | undefined> => {
    const asked = request(`${api.url}/api/system-connections/connect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, ...headers },
    });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  it.each([
    ['tells no length', {}],
    ['is of length 0', { 'content-length': '0' }],
    ['came in no chunks, as some proxies pass it on', { 'transfer-encoding': 'chunked' }],
  ])('one that %s', async (_, headers) => {
    expect(await post('', headers)).toBe(201);
  });

  it('with a body it is 415', async () => {
    expect(await post('{}', { 'transfer-encoding': 'chunked' })).toBe(415);
    expect(await post('{}', { 'content-length': '2' })).toBe(415);
  });
});
