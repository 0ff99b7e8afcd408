import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { failureOf } from '../testing/connections';
import { ReplayingShop } from '../testing/replaying-shop';
import { selfSignedCertificate } from '../testing/self-signed-certificate';
import { HostAllowlist } from './host-allowlist';
import { StoreHttp, type StoreHttpSettings, type StoreRequest } from './store-http';

const allowlist = new HostAllowlist(['127.0.0.1']);
const clients: StoreHttp[] = [];
const servers: Server[] = [];
let shop: ReplayingShop;

beforeEach(async () => {
  shop = await ReplayingShop.start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) server.close();
  await shop.stop();
});

function client(settings: Partial<StoreHttpSettings> = {}): StoreHttp {
  const http = new StoreHttp({ allowlist, ...settings });
  clients.push(http);
  return http;
}

function page(parts: Partial<StoreRequest> = {}): StoreRequest {
  return { baseUrl: shop.baseUrl, path: 'orders?page=1', what: 'orders page 1', deadlineMs: 60_000, ...parts };
}

async function rejection(request: Partial<StoreRequest> = {}, http = client()): Promise<IntegrationRequestException> {
  return (await failureOf(http.send(page(request)).then((reply) => reply.requireSuccess().rows()))) as IntegrationRequestException;
}

/** A server of raw bytes. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('StoreHttp never calls private addresses', () => {
  const closed = new HostAllowlist();
  const trap = async (baseUrl: string, settings: Partial<StoreHttpSettings> = {}): Promise<IntegrationRequestException> => {
    const error = await rejection({ baseUrl }, client({ allowlist: closed, ...settings }));
    expect(shop.connections).toBe(0);
    return error;
  };

  it.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::127.0.0.1]',
    'https://localhost',
  ])('%s', async (host) => {
    expect((await trap(`${host}:${shop.port}`)).message).toMatch(/^The shop's address must/);
  });

  it.each([
    [[{ address: '127.0.0.1', family: 4 }]],
    [
      [
        { address: '93.184.216.34', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    [[{ address: '169.254.169.254', family: 4 }]],
    [[]],
  ])('a public name that resolves to %j', async (addresses) => {
    const error = await trap(`https://shop.example:${shop.port}`, { resolveHost: async () => addresses });
    expect(error.message).toBe("The shop's address does not lead to the public internet.");
  });

  it('a name with an allow-listed and another private address', async () => {
    const resolveHost = async (): Promise<{ address: string; family: number }[]> => [
      { address: '10.9.9.9', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const error = await trap(`https://shop.example:${shop.port}`, { allowlist: new HostAllowlist(['10.9.9.9']), resolveHost });
    expect(error.message).toBe("The shop's address does not lead to the public internet.");
  });

  it('a name that does not resolve', async () => {
    const error = await trap('https://shop.example', {
      resolveHost: () => Promise.reject(Object.assign(new Error('secret'), { code: 'ENOTFOUND' })),
    });
    expect(error.message).toBe('The shop could not be reached for orders page 1 (ENOTFOUND).');
  });

  it('a name that is rebound between two connects', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1'];
    let asked = 0;
    const resolveHost = async (): Promise<{ address: string; family: number }[]> => [
      { address: addresses[asked++] ?? '10.0.0.1', family: 4 },
    ];
    const named = new HostAllowlist(['127.0.0.0/8', 'other.example']);
    const http = client({ allowlist: named, resolveHost });
    shop.respond = (_request, response) => response.writeHead(200, { Connection: 'close' }).end('[]');
    const secure = await rejection({ baseUrl: `https://rebinding.example:${shop.port}` }, http);
    expect(secure.message).not.toBe("The shop's address does not lead to the public internet.");
    expect(shop.connections).toBe(1);
    const rebound = await rejection({ baseUrl: `https://rebinding.example:${shop.port}` }, http);
    expect(rebound.message).toBe("The shop's address does not lead to the public internet.");
    expect([asked, shop.connections]).toEqual([2, 1]);
  });

  it('a name that resolves to a private address (1,000 calls)', async () => {
    const http = client({ allowlist: closed, resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] });
    for (let round = 0; round < 1_000; round += 1) await rejection({ baseUrl: `https://shop.example:${shop.port}` }, http);
    expect(shop.connections).toBe(0);
  });

  it('except those of an allow-listed name', async () => {
    shop.respondWithRows([1]);
    const http = client({ allowlist: new HostAllowlist(['shop-a']), resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] });
    expect((await http.send(page({ baseUrl: `http://shop-a:${shop.port}` }))).rows()).toEqual([1]);
  });

  it.each([301, 302, 303, 307, 308])('through a redirect (%i), which is an error', async (status) => {
    shop.respond = (_request, response) => response.writeHead(status, { Location: '/elsewhere' }).end();
    for (const body of [undefined, { connection_token: 'secret' }]) {
      expect(await rejection({ body })).toMatchObject({
        status,
        message: `The shop responded to orders page 1 with ${status}, a redirect.`,
      });
    }
    expect(shop.requests).toHaveLength(2);
  });

  it('through a proxy from the environment', async () => {
    const proxy = await ReplayingShop.start();
    process.env.HTTP_PROXY = process.env.http_proxy = proxy.baseUrl;
    try {
      shop.respondWithRows([]);
      expect((await client().send(page())).rows()).toEqual([]);
      expect(proxy.connections).toBe(0);
    } finally {
      delete process.env.HTTP_PROXY;
      delete process.env.http_proxy;
      await proxy.stop();
    }
  });

  it('behind a self-signed certificate, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const server = createTlsServer(selfSignedCertificate(), (_request, response) => response.end('[]'));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const error = await rejection({ baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });
      expect(error.message).toBe('A secure connection to the shop could not be made (DEPTH_ZERO_SELF_SIGNED_CERT).');
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});

describe('StoreHttp', () => {
  const bomb = Buffer.alloc(50 * 2 ** 20, ' ');

  it.each([
    ['50 MB from 49 kB of gzip', { 'Content-Encoding': 'gzip' }, gzipSync(bomb)],
    ['50 MB from brotli', { 'Content-Encoding': 'br' }, brotliCompressSync(bomb)],
    ['11 MiB, uncompressed', {}, bomb.subarray(0, 11 * 2 ** 20)],
  ])('rejects a response of %s', async (_name, headers, body) => {
    shop.respondWithBody(body, headers as Record<string, string>);
    const error = await rejection();
    expect(error).toBeInstanceOf(IntegrationRequestException);
    expect(error.message).toBe("The shop's response to orders page 1 is too large.");
  });

  it('reads a response in one-byte pieces, up to a limit', async () => {
    const inPieces = (bytes: number) => (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write(`1\r\n[\r\n${'1\r\n \r\n'.repeat(bytes)}1\r\n]\r\n0\r\n\r\n`);
    };
    expect((await client().send(page({ baseUrl: await rawServer(inPieces(20_000)) }))).rows()).toEqual([]);
    const error = await rejection({ baseUrl: await rawServer(inPieces(70_000)) });
    expect(error.message).toBe("The shop's response to orders page 1 is too large.");
  });

  it('rejects double gzip', async () => {
    shop.respondWithBody(gzipSync(gzipSync('[]')), { 'Content-Encoding': 'gzip' });
    expect(await rejection()).toBeInstanceOf(InvalidIntegrationResponseException);
  });

  it('rejects a broken gzip stream', async () => {
    shop.respondWithBody(Buffer.from('not gzip at all'), { 'Content-Encoding': 'gzip' });
    expect(await rejection()).toBeInstanceOf(InvalidIntegrationResponseException);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('reads a response in %s', async (encoding, compress) => {
    shop.respondWithBody(compress('[{"id":1}]'), { 'Content-Encoding': encoding });
    expect((await client().send(page())).rows()).toEqual([{ id: 1 }]);
  });

  it('rejects endless headers', async () => {
    const baseUrl = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write(`X-Drip: ${'x'.repeat(1_000)}\r\n`), 5);
      socket.on('close', () => clearInterval(drip));
    });
    expect((await rejection({ baseUrl })).message).toMatch(/is not valid HTTP \(HPE_HEADER_OVERFLOW\)/);
  });

  it('rejects a header of 20 kB', async () => {
    shop.respondWithRows([], { 'X-Long': 'x'.repeat(20_000) });
    expect((await rejection()).message).toMatch(/HPE_HEADER_OVERFLOW/);
  });

  it.each([
    ['never responds', (): void => undefined],
    [
      'drips its body',
      (socket: Socket): void => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n');
        const drip = setInterval(() => socket.write(' '), 20);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ])('gives up at the deadline on a shop that %s', async (_name, onConnection) => {
    const error = await rejection({ baseUrl: await rawServer(onConnection), deadlineMs: 300 });
    expect(error.message).toBe('The shop did not respond to orders page 1 in full within 0.3 seconds.');
    expect(error.status).toBeNull();
  });

  it('gives up connecting at a shorter timeout', async () => {
    const http = client({ connectTimeoutMs: 50, resolveHost: () => new Promise(() => undefined) });
    const error = await rejection({ baseUrl: 'https://shop.example' }, http);
    expect(error.message).toBe('The shop could not be reached: connecting took too long.');
  });

  it('fails if the connection is cut within the body', async () => {
    const baseUrl = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n[{"id"'),
    );
    expect(await rejection({ baseUrl })).toBeInstanceOf(IntegrationRequestException);
  });

  it('fails if nothing listens', async () => {
    const { baseUrl } = shop;
    await shop.stop();
    expect(await rejection({ baseUrl })).toMatchObject({
      message: 'The shop could not be reached for orders page 1 (ECONNREFUSED).',
      status: null,
      code: 'ECONNREFUSED',
    });
    shop = await ReplayingShop.start();
  });

  it.each([400, 401, 403, 404, 429, 500, 502, 503])('passes on the status %i', async (status) => {
    shop.respondWithBody('{"message":"<p>upstream</p>"}', {}, status);
    expect(await rejection()).toMatchObject({
      status,
      retryAfterSeconds: null,
      message: `The shop responded to orders page 1 with ${status}.`,
    });
  });

  it.each([
    [429, '120', 120],
    [503, '600', 600],
    [429, '99999999', 3600],
    [503, '-1', null],
    [429, 'soon', null],
    [500, '120', null],
  ])('reads Retry-After of a %i: %s', async (status, header, retryAfterSeconds) => {
    shop.respondWithBody('', { 'Retry-After': header }, status);
    expect(await rejection()).toMatchObject({ status, retryAfterSeconds });
  });

  it.each([
    ['HTML', 'text/html; charset=UTF-8', '<html>secret</html>', 'HTML instead of JSON'],
    ['XML', 'application/xml', '<!DOCTYPE lolz [<!ENTITY a "b">]><lolz>&a;</lolz>', 'XML instead of JSON'],
    ['a notice before the JSON', 'application/json', 'Notice: secret in x.php\n[]', 'a body that is not JSON'],
    ['an object instead of a list', 'application/json', '{}', 'something other than a list'],
    ['an empty text', 'application/json', '""', 'something other than a list'],
    ['nothing', 'application/json', '', 'an empty body'],
  ])('calls %s unreadable without quoting it', async (_name, type, body, found) => {
    shop.respondWithBody(body, { 'Content-Type': type });
    const error = await rejection();
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect(error.message).toBe(`The shop responded to orders page 1 with ${found} (status 200).`);
  });

  it('calls a 204 unreadable', async () => {
    shop.respondWithBody('', {}, 204);
    expect((await rejection()).message).toBe('The shop responded to orders page 1 with an empty body (status 204).');
  });
});

describe('connections', () => {
  it('are reused', async () => {
    shop.respondWithRows([]);
    const http = client();
    for (let round = 0; round < 5; round += 1) await http.send(page());
    expect(shop.connections).toBe(1);
  });

  it('are replaced if the shop closed them', async () => {
    const http = client();
    let connections = 0;
    const baseUrl = await rawServer((socket) => {
      connections += 1;
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        // The second request on a connection finds it closed, like after a keep-alive timeout.
        if (requests > 1) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]');
      });
    });
    for (let round = 0; round < 3; round += 1) expect((await http.send(page({ baseUrl }))).rows()).toEqual([]);
    expect(connections).toBe(3);
  });

  it('do not share a deadline between calls', async () => {
    const http = client();
    shop.respond = () => undefined;
    await rejection({ deadlineMs: 50 }, http);
    shop.respondWithRows([2]);
    expect((await http.send(page())).rows()).toEqual([2]);
  });

  it('send a user agent, and credentials only on demand', async () => {
    shop.respondWithRows([]);
    await client({ userAgent: 'sync-test/1' }).send(page({ auth: { user: 'ck_é', password: 'cs:1' } }));
    await client().send(page());
    expect(shop.requests[0]?.headers).toMatchObject({
      'user-agent': 'sync-test/1',
      authorization: `Basic ${Buffer.from('ck_é:cs:1').toString('base64')}`,
    });
    expect(shop.requests[1]?.headers).not.toHaveProperty('authorization');
  });
});
