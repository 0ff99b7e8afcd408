import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { initialise, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';

interface Refused {
  errors: { pointer: string; detail: string }[];
}

let api: ConnectionApiUnderTest;
let owner: EmbeddingSystem;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  owner = await initialise(api);
});
afterAll(() => api.stop());

it('401 for two Authorization headers, even if both are valid', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = ['host', '127.0.0.1', 'authorization', `Bearer ${owner.token}`, 'authorization', `Bearer ${owner.token}`];
    const outgoing = request(`${api.url}/api/system-connections`, { headers, setHost: false }, (response) =>
      resolve(response.resume().statusCode),
    );
    outgoing.on('error', reject).end();
  });
  expect(status).toBe(401);
});

it('HEAD is GET without a body', async () => {
  const head = await fetch(`${api.url}/api/system-connections`, { method: 'HEAD', headers: { authorization: `Bearer ${owner.token}` } });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

describe('an unknown query parameter is 422 and names the nearest known one', () => {
  const at = '/api/system-connections';
  const none = 'There is no parameter of this name.';

  it.each<[string, string, Record<string, string>]>([
    ['GET', '/api/records/orders?updated_sinse=2026-01-01', { '/updated_sinse': `${none} Did you mean updated_since?` }],
    ['GET', `${at}?limit=5&Cursor=x&satus=active`, { '/Cursor': `${none} Did you mean cursor?`, '/satus': `${none} Did you mean status?` }],
    ['GET', `${at}/:id/syncs?mode=full`, { '/mode': `${none} This address takes cursor, limit.` }],
    ['GET', `${at}?__proto__=1`, { '/__proto__': `${none} This address takes cursor, limit, status, system.` }],
    ['GET', `${at}/:id?fields=id`, { '/fields': `${none} This address takes none.` }],
    ['POST', `${at}/:id/syncs?mode=full`, { '/mode': `${none} This address takes none.` }],
  ])('%s %s', async (method, path, expected) => {
    const body = method === 'POST' ? {} : undefined;
    const response = await api.ask<Refused>(method, path.replace(':id', owner.connectionId), { token: owner.token, body });
    expect(response.status).toBe(422);
    expect(Object.fromEntries(response.body.errors.map(({ pointer, detail }) => [pointer, detail]))).toEqual(expected);
  });

  it('only to a known bearer', async () => {
    expect((await api.ask('GET', `${at}?limmit=5`)).status).toBe(401);
  });

  it('but not on health probes', async () => {
    expect((await api.get('/health/live?probe=1')).status).toBe(200);
  });
});

describe('a POST without a body needs no content type', () => {
  const post = async (body: string, headers: Record<string, string>): Promise<number | undefined> => {
    const outgoing = request(`${api.url}/api/system-connections/connect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, ...headers },
    });
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
