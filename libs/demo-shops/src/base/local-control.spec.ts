import { request as httpRequest } from 'node:http';
import { Script } from 'node:vm';
import { DemoShopA } from '../commerce-a/demo-shop-a';
import { DemoShopB } from '../commerce-b/demo-shop-b';
import { control } from '../testing/control';
import { PluginListener } from '../testing/plugin-listener';
import { shopOfATest } from '../testing/shop-of-a-test';

type Json = Record<string, unknown>;
interface Options {
  name?: string;
  serviceUrl?: string;
}

const platforms = [
  { platform: 'commerce_a', title: 'A', start: (options: Options) => DemoShopA.start(options) },
  { platform: 'commerce_b', title: 'B', start: (options: Options) => DemoShopB.start(options) },
];

describe.each(platforms)('local control of demo shop $title', ({ platform, start }) => {
  const { begin, shop } = shopOfATest<Options, DemoShopA | DemoShopB>(start);

  it('has its own actions only, as POST of JSON', async () => {
    await begin();
    for (const name of ['nothing', 'constructor', '__proto__', 'toString']) expect((await control(shop(), name)).status).toBe(404);
    expect((await fetch(`${shop().url}/__control/totals`)).status).toBe(404);
    expect((await control(shop(), 'latency', { ms: 'x' })).status).toBe(400);
    expect((await control(shop(), 'totals', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it.each(['rebound.example', 'localhost.rebound.example', '127.0.0.1.rebound.example:80', '127.0.0.1:80@rebound.example'])(
    'does not exist under the foreign name %j that resolves to this machine',
    async (host) => {
      await begin();
      const ask = (method: string, path: string) =>
        new Promise((resolve, reject) => {
          const headers = { host, 'content-type': 'application/json' };
          const asked = httpRequest(`${shop().url}/__control/${path}`, { method, headers }, ({ statusCode }) => resolve(statusCode));
          asked.on('error', reject).end(method === 'POST' ? '{}' : undefined);
        });
      expect(await Promise.all([ask('POST', 'totals'), ask('GET', '')])).toEqual([404, 404]);
    },
  );

  it('exists under the names of this machine', async () => {
    await begin();
    for (const host of ['127.0.0.1', 'localhost']) expect((await fetch(`http://${host}:${shop().port}/__control/`)).status).toBe(200);
  });

  describe('its page', () => {
    const page = async (path = '') => {
      const response = await fetch(`${shop().url}/__control/${path}`);
      return { headers: response.headers, html: await response.text() };
    };

    it('runs only its own script and shows names as text', async () => {
      await begin({ name: '<script>alert(1)</script>', serviceUrl: '"><script>alert(2)</script>' });
      const { headers, html } = await page();
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'nonce-/);
      expect(html).not.toContain('<script>');
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).toContain('&lt;script&gt;alert(2)');
      expect(html).toContain('color-scheme: light dark');
      expect(() => new Script(/<script nonce="[^"]+">(.*)<\/script>/s.exec(html)?.[1] ?? 'no script')).not.toThrow();
    });

    it('ignores the query of its address', async () => {
      await begin({ serviceUrl: 'http://127.0.0.1:8080' });
      const { html } = await page('?token=scc_canary&service=http://foreign.example');
      expect(html).toContain('value="http://127.0.0.1:8080"');
      expect(html).not.toMatch(/canary|foreign/);
    });

    it('keeps its fields out of addresses and holds no secret of the shop', async () => {
      await begin();
      const { html, headers } = await page();
      expect(headers.get('content-security-policy')).toContain("form-action 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(html).not.toMatch(/<(input|select|textarea)\b[^>]*\bname=/);
      for (const form of html.match(/<form[^>]*>/g) ?? ['none']) expect(form).toContain('method="post"');
      for (const secret of Object.values(shop().credentials)) expect(html).not.toContain(secret);
    });

    it('sets up webhooks where the shop has any', async () => {
      await begin();
      expect((await page()).html.includes('Set up webhooks')).toBe(platform === 'commerce_a');
    });
  });

  describe('its plugin', () => {
    let service: PluginListener;
    beforeEach(async () => {
      service = await PluginListener.start();
      service.respond = ({ connection_token: token }) =>
        token === 'bad' ? { status: 422, body: { id: 'c1' } } : { status: 201, body: token ? { id: 'c1' } : { connection_token: 'scc_1' } };
    });
    afterEach(() => service.stop());
    const plugin = async (action: string, input: Json) => {
      const response = await control(shop(), action, input);
      return { status: response.status, body: (await response.json()) as Json };
    };

    it('registers, and finalises with a token: with the credentials of the shop', async () => {
      await begin();
      expect((await plugin('register', { service_url: service.url })).body).toEqual({ connection_token: 'scc_1' });
      const finalised = await plugin('finalise', { service_url: `${service.url}/`, connection_token: 'scc_2' });
      expect(finalised.body).toEqual({ id: 'c1' });
      const identity = { system_slug: platform, base_url: shop().url, credentials: shop().credentials };
      expect(service.registered).toEqual([identity, { connection_token: 'scc_2', ...identity }]);
    });

    it('reports what the service refused', async () => {
      await begin();
      const { status, body } = await plugin('finalise', { service_url: service.url, connection_token: 'bad' });
      expect(status).toBe(502);
      expect(body).toMatchObject({ status: 422, problem: { id: 'c1' } });
    });

    it('reports an address without the service', async () => {
      await begin();
      service.respond = () => ({ status: 200, body: '<!DOCTYPE html>' });
      expect(await plugin('register', { service_url: service.url })).toEqual({
        status: 500,
        body: { error: `The service does not respond at ${service.url}.` },
      });
      service.stop();
      expect((await plugin('register', { service_url: service.url })).body.error).toContain('does not respond');
    });

    it.each([undefined, 7, '', 'service.example', 'file:///etc/passwd', 'http://', 'http://h/?x=1'])(
      'refuses the service address %j',
      async (url) => {
        await begin();
        const input = { service_url: url, connection_token: 'scc_canary' };
        for (const action of ['register', 'finalise']) {
          const { status, body } = await plugin(action, input);
          expect([status, body.error]).toEqual([400, expect.stringContaining('service_url must be')]);
        }
      },
    );

    it('keeps tokens out of addresses and of its output', async () => {
      const written: string[] = [];
      const spies = [process.stdout, process.stderr].map((stream) =>
        jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0),
      );
      await begin();
      await plugin('finalise', { service_url: service.url, connection_token: 'scc_canary' });
      await plugin('register', { service_url: service.url });
      process.stdout.write('the spy hears');
      for (const spy of spies) spy.mockRestore();
      expect(service.registered[0]).toMatchObject({ connection_token: 'scc_canary' });
      expect(service.heard.map(({ path }) => path).join()).not.toContain('scc_');
      expect(written.join()).toContain('the spy hears');
      expect(written.join()).not.toContain('scc_');
    });
  });
});
