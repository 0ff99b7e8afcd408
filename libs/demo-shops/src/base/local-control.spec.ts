import { request as httpRequest } from 'node:http';
import { Script } from 'node:vm';
import { DemoShopA } from '../commerce-a/demo-shop-a';
import { DemoShopB } from '../commerce-b/demo-shop-b';
import { control } from '../testing/control';
import { Listener } from '../testing/listener';
import { shopOfATest } from '../testing/shop-of-a-test';

interface Options {
  name?: string;
  serviceUrl?: string;
}

describe.each([
  { platform: 'commerce_a', start: (options: Options) => DemoShopA.start(options) },
  { platform: 'commerce_b', start: (options: Options) => DemoShopB.start(options) },
])('local control of a demo shop of $platform', ({ platform, start }) => {
  const { begin, shop } = shopOfATest<Options, DemoShopA | DemoShopB>(start);

  it('has its own actions only, as POST of JSON', async () => {
    await begin();
    for (const name of ['nothing', 'constructor', '__proto__', 'toString']) expect((await control(shop(), name)).status).toBe(404);
    expect((await fetch(`${shop().url}/__control/totals`)).status).toBe(404);
    expect((await control(shop(), 'totals', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it.each([
    ['127.0.0.1', 200],
    ['localhost', 200],
    ['rebound.example', 404],
    ['localhost.rebound.example', 404],
    ['127.0.0.1.rebound.example:80', 404],
    ['127.0.0.1:80@rebound.example', 404],
  ])('exists under names of this machine, not under foreign ones that resolve to it: %s', async (host, status) => {
    await begin();
    const ask = (method: string, path: string) =>
      new Promise((resolve, reject) => {
        const headers = { host, 'content-type': 'application/json' };
        const asked = httpRequest(`${shop().url}/__control/${path}`, { method, headers }, ({ statusCode }) => resolve(statusCode));
        asked.on('error', reject).end(method === 'POST' ? '{}' : undefined);
      });
    expect(await Promise.all([ask('POST', 'totals'), ask('GET', '')])).toEqual([status, status]);
  });

  describe('its page', () => {
    const page = async (path = '') => {
      const response = await fetch(`${shop().url}/__control/${path}`);
      return { headers: response.headers, html: await response.text() };
    };

    it('runs only its own script and shows names as text', async () => {
      await begin({ name: '<script>alert(1)</script>', serviceUrl: '"><script>alert(2)</script>' });
      const { headers, html } = await page();
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'nonce-.*form-action 'none'/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(html).not.toContain('<script>');
      for (const name of [1, 2]) expect(html).toContain(`&lt;script&gt;alert(${name})`);
      expect(() => new Script(/<script nonce="[^"]+">(.*)<\/script>/s.exec(html)?.[1] ?? 'no script')).not.toThrow();
    });

    it('ignores the query of its address, keeps its fields out of addresses and holds no secret of the shop', async () => {
      await begin({ serviceUrl: 'http://127.0.0.1:8080' });
      const { html } = await page('?token=scc_canary&service=http://foreign.example');
      expect(html).toContain('value="http://127.0.0.1:8080"');
      expect(html).not.toMatch(/canary|foreign/);
      expect(html).not.toMatch(/<(input|select|textarea)\b[^>]*\bname=/);
      for (const form of html.match(/<form[^>]*>/g) ?? ['none']) expect(form).toContain('method="post"');
      for (const secret of Object.values(shop().credentials)) expect(html).not.toContain(secret);
      expect(html.includes('Set up webhooks')).toBe(platform === 'commerce_a');
    });
  });

  describe('its plugin', () => {
    let service: Listener;
    beforeEach(async () => {
      service = await Listener.start();
      await begin();
    });
    afterEach(() => service.stop());
    const plugin = async (action: string, input: object) => {
      const response = await control(shop(), action, input);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };

    it('registers, and finalises with a token: with the credentials of the shop, and no token in an address', async () => {
      service.respond = ({ path }) => ({ status: 201, body: path.includes('register') ? { connection_token: 'scc_1' } : '' });
      expect((await plugin('register', { service_url: service.url })).body).toEqual({ connection_token: 'scc_1' });
      await plugin('finalise', { service_url: `${service.url}/`, connection_token: 'scc_2' });
      const said = shop().described ?? undefined;
      const identity = { system_slug: platform, base_url: shop().url, credentials: shop().credentials, plugin: said };
      expect(service.registered).toEqual([identity, { connection_token: 'scc_2', ...identity }]);
      expect(service.heard.map(({ path }) => path).join()).not.toContain('scc_');
    });

    it('reports what the service refused', async () => {
      service.respond = () => ({ status: 422, body: { id: 'c1' } });
      const { status, body } = await plugin('finalise', { service_url: service.url, connection_token: 'bad' });
      expect(status).toBe(502);
      expect(body).toMatchObject({ status: 422, problem: { id: 'c1' } });
    });

    it('reports an address without the service', async () => {
      const noService = { status: 500, body: { error: `The service does not respond at ${service.url}.` } };
      service.respond = () => ({ status: 200, body: '<!DOCTYPE html>' });
      expect(await plugin('register', { service_url: service.url })).toEqual(noService);
      const { url } = service;
      await service.stop();
      expect(await plugin('register', { service_url: url })).toEqual(noService);
    });

    it.each([undefined, 7, '', 'service.example', 'file:///etc/passwd', 'http://', 'http://h/?x=1'])(
      'refuses the service address %j',
      async (url) => {
        for (const action of ['register', 'finalise']) {
          const { status, body } = await plugin(action, { service_url: url, connection_token: 'scc_canary' });
          expect([status, body.error]).toEqual([400, expect.stringContaining('service_url must be')]);
        }
      },
    );
  });
});
