import type { ServiceResponse } from '@sync/http-api/testing';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { initialise, link, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
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
const rowCounts = () => api.query(`select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`);

function expectProblem(response: ServiceResponse, ...statuses: number[]): void {
  expect(statuses).toContain(response.status);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(response.body).toMatchObject({
    type: expect.stringMatching(/^\/problems\/[a-z-]+$/) as string,
    title: expect.any(String) as string,
    status: response.status,
    detail: expect.any(String) as string,
    instance: expect.stringMatching(/^\/[^?]*$/) as string,
  });
  expect(response.text).not.toMatch(/ at .*\.(ts|mjs|js):|select |insert |Error:/);
}

interface Route {
  name: string;
  method: string;
  path: () => string;
  validBody: () => Record<string, unknown>;
  token?: () => string;
  textMembers: string[];
}

const connect = () => '/api/system-connections/connect';
const register = () => '/api/system-connections/register';
const connectionToken = `scc_${'A'.repeat(43)}`;
const routes: Route[] = [
  {
    name: 'connect A',
    method: 'POST',
    path: connect,
    validBody: () => ({ system_slug: 'mailing_platform', external_user_id: 'x' }),
    textMembers: ['system_slug', 'external_user_id'],
  },
  {
    name: 'connect C',
    method: 'POST',
    path: connect,
    validBody: () => ({ connection_token: connectionToken }),
    token: () => owner.token,
    textMembers: ['connection_token'],
  },
  { name: 'register A', method: 'POST', path: register, validBody: () => shop.registration, textMembers: ['system_slug', 'base_url'] },
  {
    name: 'register B',
    method: 'POST',
    path: register,
    validBody: () => ({ ...shop.registration, connection_token: connectionToken }),
    textMembers: ['system_slug', 'base_url', 'connection_token'],
  },
  {
    name: 'configuration',
    method: 'PATCH',
    path: () => '/api/widget/configuration',
    validBody: () => ({ configuration: { direction: 'both' } }),
    token: () => linked.widgetToken,
    textMembers: [],
  },
  {
    name: 'syncs',
    method: 'POST',
    path: () => `/api/system-connections/${linked.id}/syncs`,
    validBody: () => ({ capabilities: ['orders'], mode: 'full' }),
    token: () => owner.token,
    textMembers: ['mode'],
  },
];

/** Bodies that no route accepts. libs/service-runtime tests the reader itself; here every route proves that it is behind that reader. */
const unreadable: [string, statuses: number[], body: (valid: string) => string, headers?: Record<string, string>][] = [
  ...['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', '\u0000', '{}{}', '{"a":"\u0001"}', '<a/>'].map((text): (typeof unreadable)[number] => [
    `malformed JSON ${JSON.stringify(text)}`,
    [400],
    () => text,
  ]),
  ...['[]', 'null', '"x"', '1', 'true'].map((text): (typeof unreadable)[number] => [`${text} instead of an object`, [422], () => text]),
  ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'application/xml', 'nonsense'].map(
    (type): (typeof unreadable)[number] => [`content type ${type}`, [415], (valid) => valid, { 'content-type': type }],
  ),
  ['a content encoding', [415], (valid) => valid, { 'content-encoding': 'gzip' }],
  ['2 MB', [413], (valid) => valid.replace('{', `{"filler":"${'x'.repeat(2_000_000)}",`)],
  ['arrays nested 5,000 deep', [400, 422], () => `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ['objects nested 40 deep', [400, 422], () => `{"a":${'{"b":'.repeat(40)}1${'}'.repeat(40)}}`],
  ['10,001 members', [400, 422], () => JSON.stringify({ a: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 1])) })],
  ['__proto__', [400, 422], () => '{"__proto__":{"status":"active"}}'],
  ['constructor.prototype', [400, 422], () => '{"constructor":{"prototype":{"polluted":1}}}'],
  ['a nested __proto__', [400, 422], () => '{"a":{"__proto__":[]}}'],
];

const invalidTexts = [5, 1.5, true, {}, ['a'], [], 'a\u0000', '\ud800', 'x'.repeat(100_000)];

describe.each(routes)('$name', ({ method, path, validBody, token, textMembers }) => {
  const send = (body: unknown, headers?: Record<string, string>) => api.ask(method, path(), { token: token?.(), body, headers });

  it('rejects every unreadable body and every invalid text with a problem, and stores nothing', async () => {
    const before = await rowCounts();
    for (const [what, statuses, body, headers] of unreadable) {
      const response = await send(body(JSON.stringify(validBody())), headers);
      expect([what, statuses.includes(response.status)]).toEqual([what, true]);
      expectProblem(response, ...statuses);
    }
    for (const member of textMembers) for (const value of invalidTexts) expectProblem(await send({ ...validBody(), [member]: value }), 422);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await rowCounts()).toEqual(before);
  });
});

describe('paths', () => {
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
    const response = await api.ask(method, path);
    expectProblem(response, 405);
    expect(response.headers.get('allow')).toBe(allow);
  });

  it('HEAD is GET without a body', async () => {
    const head = await fetch(`${api.url}/api/system-connections`, { method: 'HEAD', headers: { authorization: `Bearer ${owner.token}` } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('400 for a path that cannot be decoded, 414 or 404 for one of 10,000 characters', async () => {
    expectProblem(await api.get('/api/system-connections/%zz', owner.token), 400);
    expectProblem(await api.get(`/api/system-connections/${'x'.repeat(10_000)}`, owner.token), 404, 414);
  });

  it('an error is application/problem+json for every Accept header, and does not repeat the query', async () => {
    for (const accept of ['text/html', 'application/xml', 'nothing/at-all', '*/*']) {
      const response = await api.get(`/api/unknown?token=${owner.token}`, undefined, { accept });
      expectProblem(response, 404);
      expect(response.body).toMatchObject({ instance: '/api/unknown' });
    }
  });
});

describe('a POST without a body needs no content type', () => {
  const post = async (body: string, headers: Record<string, string>): Promise<number | undefined> => {
    const outgoing = request(api.url + connect(), { method: 'POST', headers: { authorization: `Bearer ${owner.token}`, ...headers } });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  it.each([
    ['without a length', '', {}, 201],
    ['with length 0', '', { 'content-length': '0' }, 201],
    ['with zero chunks, as some proxies send it', '', { 'transfer-encoding': 'chunked' }, 201],
    ['of another type, as WordPress names it', '', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }, 201],
    ['of another type, with zero chunks', '', { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }, 201],
    ['a chunked body does', '{}', { 'transfer-encoding': 'chunked' }, 415],
    ['a body with a length does', '{}', { 'content-length': '2' }, 415],
  ])('%s', async (_, body, headers, status) => {
    expect(await post(body, headers)).toBe(status);
  });
});
