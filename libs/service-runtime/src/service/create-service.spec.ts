import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { problemKinds } from '../problems/problem-kinds';
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

/** Goes on sending the part, if there is one, until the connection is closed altogether. */
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

async function problem(answer: Response | Promise<Response>): Promise<Record<string, unknown>> {
  const response = await answer;
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
  it('400 malformed JSON', async () => {
    expect(await problem(post('{"name":'))).toMatchObject({ status: 400, type: '/problems/malformed-request', instance: '/api/things' });
  });

  it('404 not there, also when HTML is asked for, and without the query', async () => {
    const answer = fetch(`${url}/api/nothing?secret=1`, { headers: { accept: 'text/html' } });
    expect(await problem(answer)).toMatchObject({ status: 404, instance: '/api/nothing' });
  });

  it.each(['/api/things/1/', '/api//things/1', '/API/things/1'])('404 for %s: one address, one spelling', async (path) => {
    expect((await problem(fetch(url + path))).status).toBe(404);
  });

  it('405 with Allow for a known address', async () => {
    const answer = await fetch(`${url}/api/things`, { method: 'DELETE' });
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await problem(answer)).toMatchObject({ status: 405, type: '/problems/method-not-allowed' });
    const other = await fetch(`${url}/api/things/5`, { method: 'PUT' });
    expect(other.headers.get('allow')).toBe('GET, HEAD');
  });

  it('413 too large', async () => {
    expect((await problem(post(JSON.stringify({ name: 'x'.repeat(200_000), size: 1 })))).status).toBe(413);
  });

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
  ])('415 for %p', async (headers) => {
    expect((await problem(post('name=a', headers))).status).toBe(415);
  });

  it.each(['gzip', 'br', 'x', 'identity, gzip'])('415 for a body that is coded or says so (%s), read no further', async (coding) => {
    for (const body of ['{"name":"a","size":1}', new Uint8Array(gzipSync('{"name":"a","size":1}'))]) {
      const answer = await post(body, { 'content-type': 'application/json', 'content-encoding': coding });
      expect(answer.headers.get('connection')).toBe('close');
      expect((await problem(answer)).status).toBe(415);
    }
  });

  it('identity is no coding, and where there is no body there is none', async () => {
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

  it.each(['[]', '"x"', '1', 'null', 'true'])('422 for a body that is no object: %s', async (body) => {
    expect(await problem(post(body))).toMatchObject({ status: 422, errors: [{ pointer: '' }] });
  });

  it('an empty body is an empty object', async () => {
    expect((await problem(post(''))).status).toBe(422);
  });

  it.each([
    ['NUL', '{"name":"a\\u0000b","size":1}', '/name'],
    ['half of a surrogate pair', '{"name":"\\ud83d","size":1}', '/name'],
    ['__proto__', '{"__proto__":{"name":"a"},"name":"a","size":1}', '/__proto__'],
    ['constructor', '{"name":"a","size":1,"constructor":{"prototype":{}}}', '/constructor'],
  ])('422 for %s', async (_, body, pointer) => {
    expect(await problem(post(body))).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('text in any script and emoji pass', async () => {
    const answer = await post(JSON.stringify({ name: 'Ünï ‮مرحبا 🛒', size: 1 }));
    expect(await answer.json()).toEqual({ name: 'Ünï ‮مرحبا 🛒', size: 1 });
  });

  it('members that nobody asked for are left out', async () => {
    expect(await (await post('{"name":"a","size":1,"tenant_id":"x"}')).json()).toEqual({ name: 'a', size: 1 });
  });

  it('400 for a body nested 5,000 deep, without a stack overflow', async () => {
    expect((await problem(post(`{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`))).status).toBe(400);
  });

  it('400 for a body of more than 10,000 members', async () => {
    expect((await problem(post(JSON.stringify({ list: Array.from({ length: 10_001 }, () => 1) })))).status).toBe(400);
  });

  it('400 for an address that cannot be decoded', async () => {
    expect((await problem(fetch(`${url}/api/things/%zz`))).status).toBe(400);
  });

  it.each([
    ['a RangeError', new RangeError('Maximum call stack size exceeded'), 400],
    ['invalid text for Postgres', Object.assign(new Error('invalid byte sequence'), { driverError: { code: '22021' } }), 422],
    ['an id that is no UUID', Object.assign(new Error('invalid input syntax'), { code: '22P02' }), 422],
    ['a lost race', Object.assign(new Error('duplicate key'), { driverError: { code: '23505' } }), 409],
    ['a serialisation failure', Object.assign(new Error('could not serialize'), { code: '40001' }), 409],
    ['Postgres shutting down', Object.assign(new Error('terminating connection'), { driverError: { code: '57P01' } }), 503],
    ['Postgres away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503],
    ['no connection to be had', new Error('timeout exceeded when trying to connect'), 503],
    ['none within its own time', new Error('timeout expired'), 503],
    ['one that has ended', new Error('Client was closed and is not queryable'), 503],
    ['anything else', new Error('select secret from canary'), 500],
    ['no error at all', 'canary', 500],
  ])('%s: %p is answered as such and tells nothing', async (_, error, status) => {
    failure.error = error;
    const answer = await fetch(`${url}/api/fail`);
    if (status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const body = await problem(answer);
    expect(body.status).toBe(status);
    expect(JSON.stringify(body)).not.toMatch(/canary|stack|select|duplicate|syntax|ECONN/);
  });

  it('nonsense instead of HTTP is answered with 400 and the connection closed', async () => {
    const answer = await raw('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*content-type: application\/problem\+json.*"type":"\/problems\/malformed-request"/is);
  });
});

describe('who sends on after an answer', () => {
  const head = 'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

  it('has that one answer and is cut', async () => {
    expect(statuses(await raw(`${head}Content-Length: 10000000000\r\n\r\n`, 'x'))).toEqual(['413']);
  });

  it('has no second answer, whatever comes then', async () => {
    const tooLarge = `30000\r\n${'x'.repeat(0x30000)}\r\n`;
    expect(statuses(await raw(`${head}Transfer-Encoding: chunked\r\n\r\n${tooLarge}`, 'nonsense\r\n'))).toEqual(['413']);
  });
});

describe('what is answered before any route is found', () => {
  it.each([
    ['an address that cannot be decoded', 'GET', '/api/things/%zz', 'Host: x\r\nConnection: close\r\n\r\n'],
    ['an expectation that nobody knows', 'GET', '/api/things/1', 'Host: x\r\nExpect: foo\r\n\r\n'],
    ['HTTP/1.1 without Host', 'GET', '/api/things/1', 'Connection: close\r\n\r\n'],
    ['a body that cannot be read', 'POST', '/api/things', 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense'],
  ])('%s: as a problem with its path, and with the headers of every other', async (_, method, path, rest) => {
    const text = await raw(`${method} ${path}?secret HTTP/1.1\r\nX-Request-Id: abc-9\r\nContent-Type: application/json\r\n${rest}`);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    for (const header of [/x-request-id: abc-9/i, /x-content-type-options: nosniff/i, /cache-control: no-store/i])
      expect(text).toMatch(header);
    const body = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as object;
    expect(body).toMatchObject({ type: '/problems/malformed-request', instance: path });
  });
});

describe('X-Request-Id', () => {
  it('is taken, returned and known while the request is answered', async () => {
    const answer = await fetch(`${url}/api/things/1`, { headers: { 'x-request-id': 'abc-123' } });
    expect(answer.headers.get('x-request-id')).toBe('abc-123');
    expect(await answer.json()).toEqual({ request_id: 'abc-123' });
  });

  it.each([undefined, '', 'a b', 'x'.repeat(200), 'äö'])('is made when it is %p', async (given) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'x-request-id': encodeURI(given) };
    const id = (await fetch(`${url}/api/nothing`, { headers })).headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  });
});

it('answers of the API are neither stored by a cache nor guessed at by a browser', async () => {
  const { headers } = await fetch(`${url}/api/things/1`);
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
});

it('each status of a kind is one that HTTP knows', () => {
  for (const { status } of Object.values(problemKinds)) expect(status).toBeGreaterThanOrEqual(400);
});
