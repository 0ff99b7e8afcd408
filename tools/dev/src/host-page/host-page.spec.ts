import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Gateway } from '../gateway/gateway';
import { hostPage, type DemoShopAddress } from './host-page';

describe('the demo host page', () => {
  const registration = { connection_token: 'scc_1', expires_at: '2026-01-01T00:00:00.000Z', widget_token: 'sca_1', more: 'not passed on' };
  const seen: { url: string | undefined; body: string }[] = [];
  const servers: Server[] = [];
  let gateway: Gateway;

  /** The control API of a shop. */
  const shopAnswering = async (status: number): Promise<DemoShopAddress> => {
    const server = createServer(async (request, response) => {
      seen.push({ url: request.url, body: await text(request) });
      response.writeHead(status).end(JSON.stringify(registration));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { name: 'demo-shop-a', platform: 'commerce_a', title: 'Demo Shop A', url: `http://127.0.0.1:${port}` };
  };
  const start = async (...demoShops: DemoShopAddress[]) => {
    const about = () => ({
      Addresses: [{ label: 'API', text: 'http://127.0.0.1/api?<b>' }],
      Running: [{ label: 'database', text: 'embedded' }],
    });
    const pages = [hostPage({ serviceUrl: () => gateway.url, demoShops, about })];
    gateway = await Gateway.start({ host: '127.0.0.1', port: 0, appPorts: new Map(), pages });
  };
  const register = (headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/demo/shops/demo-shop-a/register`, { method: 'POST', headers });

  afterEach(async () => {
    gateway.cutOff();
    for (const server of servers.splice(0)) server.close().closeAllConnections();
    await gateway.drain();
  });
  beforeEach(() => seen.splice(0));

  it('has a strict policy: own files only, nothing inline, not framed', async () => {
    await start();
    const response = await fetch(`${gateway.url}/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    const parts = [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "frame-ancestors 'none'",
    ];
    expect(policy.split('; ')).toEqual(expect.arrayContaining(parts));
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
    const own = [...html.matchAll(/(?:src|href)="(\/[^"#]*)"/g)]
      .map(([, path]) => path ?? '')
      .filter((path) => !path.startsWith('/api/') && !path.startsWith('/widgets/'));
    expect(own.length).toBeGreaterThan(2);
    for (const path of own) expect([path, (await fetch(gateway.url + path)).status]).toEqual([path, 200]);
  });

  it('revalidates its files on every load', async () => {
    await start();
    const first = await fetch(`${gateway.url}/`);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const again = await fetch(`${gateway.url}/`, { headers });
    expect(again.status).toBe(304);
  });

  it('/about lists addresses and processes, escaped', async () => {
    await start();
    const response = await fetch(`${gateway.url}/about`);
    const html = await response.text();
    expect(html).toContain('embedded');
    expect(html).not.toContain('<b>');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('lists its demo shops', async () => {
    const shop = await shopAnswering(200);
    await start(shop);
    expect(await (await fetch(`${gateway.url}/demo/shops`)).json()).toEqual([shop]);
  });

  it('lists none without demo shops', async () => {
    await start();
    expect(await (await fetch(`${gateway.url}/demo/shops`)).json()).toEqual([]);
    expect((await register()).status).toBe(404);
  });

  it('makes a demo shop register with this service', async () => {
    await start(await shopAnswering(200));
    const response = await register({ origin: gateway.url });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { more: _more, ...passedOn } = registration;
    expect(await response.json()).toEqual(passedOn);
    expect(seen).toEqual([{ url: '/__control/register', body: JSON.stringify({ service_url: gateway.url }) }]);
  });

  it('does not disclose why a registration failed', async () => {
    await start(await shopAnswering(502));
    const response = await register();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ type: '/problems/service-unavailable', detail: 'Demo Shop A could not be registered.' });
  });

  it('rejects registration from other origins and host names', async () => {
    await start(await shopAnswering(200));
    expect((await register({ origin: 'http://elsewhere.example' })).status).toBe(404);
    expect((await register({ origin: 'null' })).status).toBe(404);
    const { port } = new URL(gateway.url);
    const renamed = await new Promise<number | undefined>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        path: '/demo/shops/demo-shop-a/register',
        method: 'POST',
        headers: { host: 'rebound.example' },
      };
      httpRequest(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(renamed).toBe(404);
    expect(seen).toEqual([]);
  });
});
