import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { IntegrationRequestException, InvalidIntegrationResponseException, RequestNotSentException } from '@sync/integration-contract';
import { meterRequests } from './request-meter';
import type { ShopCall } from './shop-call';
import { HttpScene } from './testing/http-scene';

let scene: HttpScene;

beforeEach(async () => {
  scene = await HttpScene.start();
});

afterEach(() => scene.stop());

function drip(socket: Socket, bytes: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(bytes), everyMs);
  socket.on('close', () => clearInterval(timer));
}

function endlessHeaders(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  drip(socket, `X-Drip: ${'x'.repeat(1_000)}\r\n`, 5);
}

function longHeader(socket: Socket): void {
  socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\nContent-Length: 2\r\n\r\n[]`);
}

function drippingBody(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n');
  drip(socket, ' ', 20);
}

describe('StoreHttp', () => {
  it('tells of each request for a stored connection how it went, and no value of it', async () => {
    const calls: ShopCall[] = [];
    const client = scene.client({ onCall: (call) => calls.push(call) });
    const request = scene.page({ headers: { 'x-key': 'canary' } });
    scene.shop.respondWithBody('[]', {});
    await client.send(request);
    await client.send({ ...request, connectionId: 'shop' });
    scene.shop.respondWithBody('canary', {}, 503);
    await client.send({ ...request, connectionId: 'shop', path: 'orders/17?search=erika', body: { name: 'erika' } });
    const baseUrl = await scene.rawServer((socket) => socket.destroy());
    await client.send({ ...request, connectionId: 'shop', baseUrl }).catch(() => undefined);
    const went = { connectionId: 'shop', tookMs: expect.any(Number) as number };
    expect(calls).toEqual([
      { ...went, what: 'GET orders?page', outcome: '200', hasFailed: false, bytes: 2 },
      { ...went, what: 'POST orders/{id}?search', outcome: '503', hasFailed: true, bytes: 6 },
      { ...went, what: 'GET orders?page', outcome: 'ECONNRESET', hasFailed: true, bytes: 0 },
    ]);
  });

  const bomb = Buffer.alloc(50 * 2 ** 20, ' ');

  it.each([
    ['50 MB from 49 kB of gzip', { 'Content-Encoding': 'gzip' }, gzipSync(bomb)],
    ['50 MB from brotli', { 'Content-Encoding': 'br' }, brotliCompressSync(bomb)],
    ['11 MiB, uncompressed', {}, bomb.subarray(0, 11 * 2 ** 20)],
  ])('rejects a response of %s', async (_name, headers, body) => {
    scene.shop.respondWithBody(body, headers as Record<string, string>);
    const error = await scene.rejection();
    expect(error).toBeInstanceOf(IntegrationRequestException);
    expect(error.message).toBe("The shop's response to orders page 1 is too large.");
  });

  it('reads a response in one-byte pieces, up to a limit', async () => {
    const inPieces = (bytes: number) => (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write(`1\r\n[\r\n${'1\r\n \r\n'.repeat(bytes)}1\r\n]\r\n0\r\n\r\n`);
    };
    expect((await scene.client().send(scene.page({ baseUrl: await scene.rawServer(inPieces(20_000)) }))).rows()).toEqual([]);
    const error = await scene.rejection({ baseUrl: await scene.rawServer(inPieces(70_000)) });
    expect(error.message).toBe("The shop's response to orders page 1 is too large.");
  });

  it.each([
    ['double', gzipSync(gzipSync('[]'))],
    ['broken', Buffer.from('not gzip at all')],
  ])('rejects %s gzip', async (_name, body) => {
    scene.shop.respondWithBody(body, { 'Content-Encoding': 'gzip' });
    expect(await scene.rejection()).toBeInstanceOf(InvalidIntegrationResponseException);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('reads a response in %s', async (encoding, compress) => {
    scene.shop.respondWithBody(compress('[{"id":1}]'), { 'Content-Encoding': encoding });
    expect((await scene.client().send(scene.page())).rows()).toEqual([{ id: 1 }]);
  });

  it.each([['endless headers', endlessHeaders] as const, ['a header of 20 kB', longHeader] as const])(
    'rejects %s',
    async (_name, onConnection) => {
      const error = await scene.rejection({ baseUrl: await scene.rawServer(onConnection) });
      expect(error.message).toMatch(/is not valid HTTP \(HPE_HEADER_OVERFLOW\)/);
    },
  );

  it.each([
    ['never responds', () => undefined],
    ['drips its body', drippingBody],
  ])('gives up at the deadline on a shop that %s', async (_name, onConnection) => {
    const error = await scene.rejection({ baseUrl: await scene.rawServer(onConnection), deadlineMs: 300 });
    expect(error.message).toBe('The shop did not respond to orders page 1 in full within 0.3 seconds.');
    expect(error.status).toBeNull();
  });

  it('gives up connecting at a shorter timeout, which includes the name', async () => {
    const http = scene.client({ connectTimeoutMs: 50, resolveHost: () => new Promise(() => undefined) });
    const error = await scene.rejection({ baseUrl: 'https://shop.example' }, http);
    expect(error).toBeInstanceOf(RequestNotSentException);
    expect(error.message).toBe('The request for orders page 1 was not sent: the name of the shop could not be looked up (ETIMEOUT).');
  });

  it('blames itself, not the shop, if it has no file descriptors left', async () => {
    const http = scene.client({ resolveHost: () => Promise.reject(Object.assign(new Error('secret'), { code: 'EMFILE' })) });
    const error = await scene.rejection({ baseUrl: 'https://shop.example' }, http);
    expect(error).toBeInstanceOf(RequestNotSentException);
    expect(error.message).toBe('The request for orders page 1 was not sent: this service has no resources left (EMFILE).');
  });

  it('spreads what follows bulk requests to slow shops over a tenth of the time they took, whether they fail or not, and no others', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.9);
    const milliseconds = async (response: string, isBulk = true) => {
      const baseUrl = await scene.rawServer((socket) => void setTimeout(() => socket.end(response), 1_050));
      const startedAt = performance.now();
      await scene
        .client()
        .send(scene.page({ baseUrl, isBulk }))
        .catch(() => undefined);
      return performance.now() - startedAt;
    };
    const page = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]';
    const [slow, failed] = await Promise.all([milliseconds(page), milliseconds('')]);
    expect(slow).toBeGreaterThan(1_140);
    expect(failed).toBeGreaterThan(1_140);
    random.mockClear();
    await milliseconds(page, false);
    expect(random).not.toHaveBeenCalled();
    random.mockRestore();
  });

  it('fails if the connection is cut within the body', async () => {
    const baseUrl = await scene.rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n[{"id"'),
    );
    expect(await scene.rejection({ baseUrl })).toBeInstanceOf(IntegrationRequestException);
  });

  it('fails if nothing listens', async () => {
    const { baseUrl } = scene.shop;
    await scene.shop.stop();
    expect(await scene.rejection({ baseUrl })).toMatchObject({
      message: 'The shop could not be reached for orders page 1 (ECONNREFUSED).',
      status: null,
      code: 'ECONNREFUSED',
    });
  });

  it.each<[status: number, header: string | undefined, retryAfterSeconds: number | null]>([
    ...[400, 401, 403, 404, 429, 500, 502, 503].map((status): [number, undefined, null] => [status, undefined, null]),
    [429, '120', 120],
    [503, '600', 600],
    [429, '99999999', 3600],
    [503, '-1', null],
    [429, 'soon', null],
    [500, '120', null],
  ])('passes on the status %i with Retry-After %s', async (status, header, retryAfterSeconds) => {
    scene.shop.respondWithBody('{"message":"<p>upstream</p>"}', header ? { 'Retry-After': header } : {}, status);
    expect(await scene.rejection()).toMatchObject({
      status,
      retryAfterSeconds,
      message: `The shop responded to orders page 1 with ${status}.`,
    });
  });

  it.each<[name: string, type: string, body: string, found: string, status?: number]>([
    ['HTML', 'text/html; charset=UTF-8', '<html>secret</html>', 'HTML instead of JSON'],
    ['XML', 'application/xml', '<!DOCTYPE lolz [<!ENTITY a "b">]><lolz>&a;</lolz>', 'XML instead of JSON'],
    ['a notice before the JSON', 'application/json', 'Notice: secret in x.php\n[]', 'a body that is not JSON'],
    ['an object instead of a list', 'application/json', '{}', 'something other than a list'],
    ['an empty text', 'application/json', '""', 'something other than a list'],
    ['nothing', 'application/json', '', 'an empty body'],
    ['a 204', 'application/json', '', 'an empty body', 204],
  ])('calls %s unreadable without quoting it', async (_name, type, body, found, status = 200) => {
    scene.shop.respondWithBody(body, { 'Content-Type': type }, status);
    const error = await scene.rejection();
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect(error.message).toBe(`The shop responded to orders page 1 with ${found} (status ${status}).`);
  });
});

describe('connections', () => {
  it('are reused', async () => {
    scene.shop.respondWithRows([]);
    const http = scene.client();
    for (let round = 0; round < 5; round += 1) await http.send(scene.page());
    expect(scene.shop.connections).toBe(1);
  });

  it('are replaced if the shop closed them', async () => {
    const http = scene.client();
    let connections = 0;
    const baseUrl = await scene.rawServer((socket) => {
      connections += 1;
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        // The second request on a connection finds it closed, like after a keep-alive timeout.
        if (requests > 1) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]');
      });
    });
    for (let round = 0; round < 3; round += 1) expect((await http.send(scene.page({ baseUrl }))).rows()).toEqual([]);
    expect(connections).toBe(3);
  });

  it('do not share a deadline between calls', async () => {
    const http = scene.client();
    scene.shop.respond = () => undefined;
    await scene.rejection({ deadlineMs: 50 }, http);
    scene.shop.respondWithRows([2]);
    expect((await http.send(scene.page())).rows()).toEqual([2]);
  });

  it('are counted, with the decompressed bytes of their responses, for the work that makes them', async () => {
    scene.shop.respondWithRows([1, 2]);
    const http = scene.client();
    const [load, other] = [
      { requests: 0, bytes: 0 },
      { requests: 0, bytes: 0 },
    ];
    await Promise.all([
      meterRequests(load, async () => {
        await http.send(scene.page());
        await http.send(scene.page());
      }),
      meterRequests(other, () => http.send(scene.page())),
      http.send(scene.page()),
    ]);
    expect(load).toEqual({ requests: 2, bytes: 2 * other.bytes });
    expect(other).toEqual({ requests: 1, bytes: '[1,2]'.length });
  });

  it('send a user agent, and credentials only on demand', async () => {
    scene.shop.respondWithRows([]);
    await scene.client({ contactAddress: 'shops@sync.example' }).send(scene.page({ auth: { user: 'ck_é', password: 'cs:1' } }));
    await scene.client().send(scene.page());
    expect(scene.shop.requests[0]?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^connection-sync\/\d+\.\d+\.\d+ \(\+shops@sync\.example\)$/) as string,
      authorization: `Basic ${Buffer.from('ck_é:cs:1').toString('base64')}`,
    });
    expect(scene.shop.requests[1]?.headers).not.toHaveProperty('authorization');
  });
});
