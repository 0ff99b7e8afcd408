import { expectProblem } from '@sync/http-api/testing';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { initialise, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';

let api: ConnectionApiUnderTest;
let owner: EmbeddingSystem;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  owner = await initialise(api);
});
afterAll(() => api.stop());

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
