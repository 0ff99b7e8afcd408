import { request as httpRequest } from 'node:http';
import { Script } from 'node:vm';
import { DemoShopA } from './commerce-a/demo-shop-a';
import { DemoShopB } from './commerce-b/demo-shop-b';
import { control } from './testing/control';
import { PluginListener } from './testing/plugin-listener';
import { shopOfATest } from './testing/shop-of-a-test';

type Json = Record<string, unknown>;
interface Options {
  name?: string;
  serviceUrl?: string;
}

const platforms = [
  { platform: 'commerce_a', title: 'A', start: (options: Options) => DemoShopA.start(options) },
  { platform: 'commerce_b', title: 'B', start: (options: Options) => DemoShopB.start(options) },
];

describe.each(platforms)('demo shop $title is controlled from the same machine', ({ platform, start }) => {
  const { begin, shop } = shopOfATest<Options, DemoShopA | DemoShopB>(start);

  it('by what it has a control for, not by what every object has', async () => {
    await begin();
    for (const name of ['nothing', 'constructor', '__proto__', 'toString']) expect((await control(shop(), name)).status).toBe(404);
    expect((await fetch(`${shop().url}/__control/totals`)).status).toBe(404);
    expect((await control(shop(), 'latency', { ms: 'x' })).status).toBe(400);
    expect((await control(shop(), 'totals', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it.each(['rebound.example', 'localhost.rebound.example', '127.0.0.1.rebound.example:80', '127.0.0.1:80@rebound.example'])(
    'is not there under the name %j of another host that leads to this machine',
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

  it('is there under the names of this machine', async () => {
    await begin();
    for (const host of ['127.0.0.1', 'localhost']) expect((await fetch(`http://${host}:${shop().port}/__control/`)).status).toBe(200);
  });

  describe('by a page', () => {
    const page = async (path = '') => {
      const response = await fetch(`${shop().url}/__control/${path}`);
      return { headers: response.headers, html: await response.text() };
    };

    it('that runs nothing but its own script and shows names as text', async () => {
      await begin({ name: '<script>alert(1)</script>', serviceUrl: '"><script>alert(2)</script>' });
      const { headers, html } = await page();
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'nonce-/);
      expect(html).not.toContain('<script>');
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).toContain('&lt;script&gt;alert(2)');
      expect(html).toContain('color-scheme: light dark');
      expect(() => new Script(/<script nonce="[^"]+">(.*)<\/script>/s.exec(html)?.[1] ?? 'no script')).not.toThrow();
    });

    it('that is there whatever query stands behind its address, and takes nothing from it', async () => {
      await begin({ serviceUrl: 'http://127.0.0.1:8080' });
      const { html } = await page('?token=scc_canary&service=http://foreign.example');
      expect(html).toContain('value="http://127.0.0.1:8080"');
      expect(html).not.toMatch(/canary|foreign/);
    });

    it('whose fields no browser can put into an address, and which names no secret of the shop', async () => {
      await begin();
      const { html, headers } = await page();
      expect(headers.get('content-security-policy')).toContain("form-action 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(html).not.toMatch(/<(input|select|textarea)\b[^>]*\bname=/);
      for (const form of html.match(/<form[^>]*>/g) ?? ['none']) expect(form).toContain('method="post"');
      for (const secret of Object.values(shop().credentials)) expect(html).not.toContain(secret);
    });

    it('that sets up webhooks where the shop has any', async () => {
      await begin();
      expect((await page()).html.includes('Set up webhooks')).toBe(platform === 'commerce_a');
    });
  });

  describe('its plugin', () => {
    let service: PluginListener;
    beforeEach(async () => {
      service = await PluginListener.start();
      service.answer = ({ connection_token: token }) =>
        token === 'bad' ? { status: 422, body: { id: 'c1' } } : { status: 201, body: token ? { id: 'c1' } : { connection_token: 'scc_1' } };
    });
    afterEach(() => service.stop());
    const plugin = async (action: string, input: Json) => {
      const response = await control(shop(), action, input);
      return { status: response.status, answer: (await response.json()) as Json };
    };

    it('registers, and finalises with a token: with the credentials of the shop', async () => {
      await begin();
      expect((await plugin('register', { service_url: service.url })).answer).toEqual({ connection_token: 'scc_1' });
      const finalised = await plugin('finalise', { service_url: `${service.url}/`, connection_token: 'scc_2' });
      expect(finalised.answer).toEqual({ id: 'c1' });
      const identity = { system_slug: platform, base_url: shop().url, credentials: shop().credentials };
      expect(service.registered).toEqual([identity, { connection_token: 'scc_2', ...identity }]);
    });

    it('says what the service refused', async () => {
      await begin();
      const { status, answer } = await plugin('finalise', { service_url: service.url, connection_token: 'bad' });
      expect(status).toBe(502);
      expect(answer).toMatchObject({ status: 422, problem: { id: 'c1' } });
    });

    it('says that nothing answers there, or nothing that could be the service', async () => {
      await begin();
      service.answer = () => ({ status: 200, body: '<!DOCTYPE html>' });
      expect(await plugin('register', { service_url: service.url })).toEqual({
        status: 500,
        answer: { error: `There is no answer of the service at ${service.url}.` },
      });
      service.stop();
      expect((await plugin('register', { service_url: service.url })).answer.error).toContain('no answer of the service');
    });

    it.each([undefined, 7, '', 'service.example', 'file:///etc/passwd', 'http://', 'http://h/?x=1'])(
      'refuses %j for its address',
      async (url) => {
        await begin();
        const input = { service_url: url, connection_token: 'scc_canary' };
        for (const action of ['register', 'finalise']) {
          const { status, answer } = await plugin(action, input);
          expect([status, answer.error]).toEqual([400, expect.stringContaining('service_url must be')]);
        }
      },
    );

    it('a token stands in no address and in nothing that the shop writes', async () => {
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
