import { createServer as createTlsServer } from 'node:https';
import type { IntegrationRequestException } from '@sync/integration-contract';
import { ReplayingShop } from '../testing/replaying-shop';
import { selfSignedCertificate } from '../testing/self-signed-certificate';
import { HostAllowlist } from './host-allowlist';
import type { StoreHttpSettings } from './store-http';
import { HttpScene } from './testing/http-scene';

let scene: HttpScene;

beforeEach(async () => {
  scene = await HttpScene.start();
});

afterEach(() => scene.stop());

describe('StoreHttp never calls private addresses', () => {
  const closed = new HostAllowlist();
  const trap = async (baseUrl: string, settings: Partial<StoreHttpSettings> = {}): Promise<IntegrationRequestException> => {
    const error = await scene.rejection({ baseUrl }, scene.client({ allowlist: closed, ...settings }));
    expect(scene.shop.connections).toBe(0);
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
    expect((await trap(`${host}:${scene.shop.port}`)).message).toMatch(/^The shop's address must/);
  });

  it.each([
    [['127.0.0.1'], []],
    [['93.184.216.34', '::1'], []],
    [['169.254.169.254'], []],
    [[], []],
    [['10.9.9.9', '127.0.0.1'], ['10.9.9.9']],
  ])('a public name that resolves to %j, with %j on the allowlist', async (addresses, allowed) => {
    const error = await trap(`https://shop.example:${scene.shop.port}`, {
      allowlist: new HostAllowlist(allowed),
      resolveHost: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
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
    const resolveHost: StoreHttpSettings['resolveHost'] = async () => [{ address: addresses[asked++] ?? '10.0.0.1', family: 4 }];
    const named = new HostAllowlist(['127.0.0.0/8', 'other.example']);
    const http = scene.client({ allowlist: named, resolveHost });
    scene.shop.respond = (_request, response) => response.writeHead(200, { Connection: 'close' }).end('[]');
    const secure = await scene.rejection({ baseUrl: `https://rebinding.example:${scene.shop.port}` }, http);
    expect(secure.message).not.toBe("The shop's address does not lead to the public internet.");
    expect(scene.shop.connections).toBe(1);
    const rebound = await scene.rejection({ baseUrl: `https://rebinding.example:${scene.shop.port}` }, http);
    expect(rebound.message).toBe("The shop's address does not lead to the public internet.");
    expect([asked, scene.shop.connections]).toEqual([2, 1]);
  });

  it('a name that resolves to a private address (1,000 calls)', async () => {
    const http = scene.client({ allowlist: closed, resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] });
    for (let round = 0; round < 1_000; round += 1) await scene.rejection({ baseUrl: `https://shop.example:${scene.shop.port}` }, http);
    expect(scene.shop.connections).toBe(0);
  });

  it('except those of an allow-listed name', async () => {
    scene.shop.respondWithRows([1]);
    const http = scene.client({ allowlist: new HostAllowlist(['shop-a']), resolveHost: async () => [{ address: '127.0.0.1', family: 4 }] });
    expect((await http.send(scene.page({ baseUrl: `http://shop-a:${scene.shop.port}` }))).rows()).toEqual([1]);
  });

  it.each([301, 302, 303, 307, 308])('through a redirect (%i), which is an error', async (status) => {
    scene.shop.respond = (_request, response) => response.writeHead(status, { Location: '/elsewhere' }).end();
    for (const body of [undefined, { connection_token: 'secret' }]) {
      expect(await scene.rejection({ body })).toMatchObject({
        status,
        message: `The shop responded to orders page 1 with ${status}, a redirect.`,
      });
    }
    expect(scene.shop.requests).toHaveLength(2);
  });

  it('through a proxy from the environment', async () => {
    const proxy = await ReplayingShop.start();
    process.env.HTTP_PROXY = process.env.http_proxy = proxy.baseUrl;
    try {
      scene.shop.respondWithRows([]);
      expect((await scene.client().send(scene.page())).rows()).toEqual([]);
      expect(proxy.connections).toBe(0);
    } finally {
      delete process.env.HTTP_PROXY;
      delete process.env.http_proxy;
      await proxy.stop();
    }
  });

  it('behind a self-signed certificate, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const server = createTlsServer(selfSignedCertificate(), (_request, response) => response.end('[]'));
    const port = await scene.listen(server);
    // Node warns on stderr of what this variable does.
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const error = await scene.rejection({ baseUrl: `https://127.0.0.1:${port}` });
      expect(error.message).toBe('A secure connection to the shop could not be made (DEPTH_ZERO_SELF_SIGNED_CERT).');
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      warn.mockRestore();
    }
  });
});
