import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { failure, startProbeService } from '../testing/probe-service';

let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  app = await startProbeService();
  url = await app.getUrl();
});
afterAll(() => app.close());

const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  path = '/api/things',
) => fetch(url + path, { method: 'POST', body, headers });

/** Sends raw bytes, then `part` repeatedly if given, and reads until the connection is fully closed. */
const raw = (bytes: string, part?: string) =>
  new Promise<string>((resolve) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    const sending = setInterval(() => part !== undefined && socket.writable && socket.write(part), 100);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => part === undefined && socket.end()).on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(sending);
      resolve(text);
    });
    socket.write(bytes);
  });

async function problem(pending: Response | Promise<Response>): Promise<Record<string, unknown>> {
  const response = await pending;
  const body = (await response.json()) as Record<string, unknown>;
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({
    type: expect.stringMatching(/^\/problems\/[a-z-]+$/) as string,
    title: expect.any(String) as string,
    status: response.status,
    detail: expect.any(String) as string,
  });
  expect(Object.keys(body).sort()).toEqual(['detail', 'instance', 'status', 'title', 'type', ...(body.errors ? ['errors'] : [])].sort());
  return body;
}

describe('every error is application/problem+json', () => {
  it('400 for malformed JSON', async () => {
    expect(await problem(post('{"name":'))).toMatchObject({ status: 400, type: '/problems/malformed-request', instance: '/api/things' });
  });

  it('404 for an unknown path, also to a client that wants HTML; the query is not repeated', async () => {
    const response = fetch(`${url}/api/nothing?secret=1`, { headers: { accept: 'text/html' } });
    expect(await problem(response)).toMatchObject({ status: 404, instance: '/api/nothing' });
  });

  it.each(['/api/things/1/', '/api//things/1', '/API/things/1'])('404 for %s: paths match exactly', async (path) => {
    expect((await problem(fetch(url + path))).status).toBe(404);
  });

  it('405 with Allow for a known path', async () => {
    const response = await fetch(`${url}/api/things`, { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('POST');
    expect(await problem(response)).toMatchObject({ status: 405, type: '/problems/method-not-allowed' });
    const other = await fetch(`${url}/api/things/5`, { method: 'PUT' });
    expect(other.headers.get('allow')).toBe('GET, HEAD');
  });

  it('413 for a body that is too large', async () => {
    expect((await problem(post(JSON.stringify({ name: 'x'.repeat(200_000), size: 1 })))).status).toBe(413);
  });

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
  ])('415 for %p', async (headers) => {
    expect((await problem(post('name=a', headers))).status).toBe(415);
  });

  it.each(['gzip', 'br', 'x', 'identity, gzip'])('415 for a content encoding (%s), without reading the body', async (encoding) => {
    for (const body of ['{"name":"a","size":1}', new Uint8Array(gzipSync('{"name":"a","size":1}'))]) {
      const response = await post(body, { 'content-type': 'application/json', 'content-encoding': encoding });
      expect(response.headers.get('connection')).toBe('close');
      expect((await problem(response)).status).toBe(415);
    }
  });

  it('accepts identity, and any encoding on a request without a body', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    expect((await post('{"name":"a","size":1}', headers)).status).toBe(201);
    expect((await fetch(`${url}/api/things/5`, { headers: { 'content-encoding': 'gzip' } })).status).toBe(200);
  });

  it('422 with a pointer to each invalid value', async () => {
    expect(await problem(post('{"name": 5}'))).toMatchObject({
      status: 422,
      errors: [
        { pointer: '/name', detail: 'name must be a text' },
        { pointer: '/size', detail: 'size must be a whole number' },
      ],
    });
  });

  it.each(['[]', '"x"', '1', 'null', 'true'])('422 for a body that is not an object: %s', async (body) => {
    expect(await problem(post(body))).toMatchObject({ status: 422, errors: [{ pointer: '' }] });
  });

  it('an empty body counts as an empty object', async () => {
    expect((await problem(post(''))).status).toBe(422);
  });

  it.each([
    ['NUL', '{"name":"a\\u0000b","size":1}', '/name'],
    ['a lone surrogate', '{"name":"\\ud83d","size":1}', '/name'],
    ['__proto__', '{"__proto__":{"name":"a"},"name":"a","size":1}', '/__proto__'],
    ['constructor', '{"name":"a","size":1,"constructor":{"prototype":{}}}', '/constructor'],
  ])('422 for %s', async (_, body, pointer) => {
    expect(await problem(post(body))).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('accepts text in any script and emoji', async () => {
    const response = await post(JSON.stringify({ name: 'Ünï ‮مرحبا 🛒', size: 1 }));
    expect(await response.json()).toEqual({ name: 'Ünï ‮مرحبا 🛒', size: 1 });
  });

  it('drops unknown members', async () => {
    expect(await (await post('{"name":"a","size":1,"tenant_id":"x"}')).json()).toEqual({ name: 'a', size: 1 });
  });

  it('400 for a body nested 5,000 deep, without a stack overflow', async () => {
    expect((await problem(post(`{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`))).status).toBe(400);
  });

  it('400 for a body of more than 10,000 members', async () => {
    expect((await problem(post(JSON.stringify({ list: Array.from({ length: 10_001 }, () => 1) })))).status).toBe(400);
  });

  it('400 for a name of more than 200 characters', async () => {
    expect((await problem(post(JSON.stringify({ list: [{ ['x'.repeat(201)]: 1 }] })))).status).toBe(400);
  });

  it('names at most 20 invalid values, each by a pointer of at most 500 characters', async () => {
    const deep = (levels: number): unknown => (levels === 0 ? Array(9_000).fill('\0') : { ['\x01'.repeat(200)]: deep(levels - 1) });
    const { status, errors } = await problem(post(JSON.stringify({ name: 'a', size: 1, deep: deep(30) })));
    const lengths = (errors as { pointer: string }[]).map(({ pointer }) => pointer.length);
    expect({ status, lengths }).toEqual({ status: 422, lengths: Array(20).fill(500) });
  });

  it('400 for a path that cannot be decoded', async () => {
    expect((await problem(fetch(`${url}/api/things/%zz`))).status).toBe(400);
  });

  it.each([
    ['a RangeError', new RangeError('Maximum call stack size exceeded'), 400],
    ['invalid text for Postgres', Object.assign(new Error('invalid byte sequence'), { driverError: { code: '22021' } }), 422],
    ['an id that is not a UUID', Object.assign(new Error('invalid input syntax'), { code: '22P02' }), 422],
    ['a lost race', Object.assign(new Error('duplicate key'), { driverError: { code: '23505' } }), 409],
    ['a serialisation failure', Object.assign(new Error('could not serialize'), { code: '40001' }), 409],
    ['Postgres shutting down', Object.assign(new Error('terminating connection'), { driverError: { code: '57P01' } }), 503],
    ['Postgres unreachable', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect'), 503],
    ['a connection timeout', new Error('timeout expired'), 503],
    ['a closed connection', new Error('Client was closed and is not queryable'), 503],
    ['anything else', new Error('select secret from canary'), 500],
    ['a thrown string', 'canary', 500],
  ])('%s: %p becomes a problem that discloses nothing', async (_, error, status) => {
    failure.error = error;
    const response = await fetch(`${url}/api/fail`);
    if (status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const body = await problem(response);
    expect(body.status).toBe(status);
    expect(JSON.stringify(body)).not.toMatch(/canary|stack|select|duplicate|syntax|ECONN/);
  });

  it('400 for bytes that are not HTTP, and the connection closes', async () => {
    const response = await raw('NONSENSE\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 .*content-type: application\/problem\+json.*"type":"\/problems\/malformed-request"/is);
  });
});

describe('a client that keeps sending after its response', () => {
  const head = 'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

  it('gets one response and is cut off', async () => {
    expect(statuses(await raw(`${head}Content-Length: 10000000000\r\n\r\n`, 'x'))).toEqual(['413']);
  });

  it('gets no second response to any further bytes', async () => {
    const tooLarge = `30000\r\n${'x'.repeat(0x30000)}\r\n`;
    expect(statuses(await raw(`${head}Transfer-Encoding: chunked\r\n\r\n${tooLarge}`, 'nonsense\r\n'))).toEqual(['413']);
  });
});

describe('a request rejected before routing', () => {
  it.each([
    ['a path that cannot be decoded', 'GET', '/api/things/%zz', 'Host: x\r\nConnection: close\r\n\r\n'],
    ['an unsupported expectation', 'GET', '/api/things/1', 'Host: x\r\nExpect: foo\r\n\r\n'],
    ['HTTP/1.1 without Host', 'GET', '/api/things/1', 'Connection: close\r\n\r\n'],
    ['two Host headers', 'GET', '/api/things/1', 'Host: x\r\nhost: x\r\nConnection: close\r\n\r\n'],
    ['an unreadable body', 'POST', '/api/things', 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense'],
  ])('%s: a problem with its path and the usual headers', async (_, method, path, rest) => {
    const text = await raw(`${method} ${path}?secret HTTP/1.1\r\nX-Request-Id: abc-9\r\nContent-Type: application/json\r\n${rest}`);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    for (const header of [/x-request-id: abc-9/i, /x-content-type-options: nosniff/i, /cache-control: no-store/i])
      expect(text).toMatch(header);
    const body = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as object;
    expect(body).toMatchObject({ type: '/problems/malformed-request', instance: path });
  });
});

describe('X-Request-Id', () => {
  it('is accepted, returned and available while the request is handled', async () => {
    const response = await fetch(`${url}/api/things/1`, { headers: { 'x-request-id': 'abc-123' } });
    expect(response.headers.get('x-request-id')).toBe('abc-123');
    expect(await response.json()).toEqual({ request_id: 'abc-123' });
  });

  it.each([undefined, '', 'a b', 'x'.repeat(200), 'äö'])('is generated when it is %p', async (given) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': encodeURI(given) };
    const id = (await fetch(`${url}/api/nothing`, { headers })).headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  });
});

it('API responses forbid caching and content sniffing', async () => {
  const { headers } = await fetch(`${url}/api/things/1`);
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
});
