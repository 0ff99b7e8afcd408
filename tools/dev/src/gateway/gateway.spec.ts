import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Gateway } from './gateway';

describe('the gateway of npm start', () => {
  const servers: Server[] = [];
  let gateway: Gateway;

  /** Starts an app and returns its port. */
  const app = async (handler: RequestListener) => {
    const server = createServer(handler).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const begin = async (ports: Record<string, number>) => {
    gateway = await Gateway.start({ host: '127.0.0.1', port: 0, appPorts: new Map(Object.entries(ports)) });
  };
  const get = async (path: string) => {
    const response = await fetch(gateway.url + path);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as unknown };
  };
  afterEach(async () => {
    gateway.cutOff();
    for (const server of servers.splice(0)) server.close().closeAllConnections();
    await gateway.drain();
  });

  it('forwards each path to its app, and responds with a 404 problem to all others', async () => {
    const names = ['connection-api', 'webhook-ingress', 'admin-api'];
    const ports = names.map(async (name) => [name, await app((_, response) => response.end(JSON.stringify(name)))] as const);
    await begin(Object.fromEntries(await Promise.all(ports)));
    const routed: [path: string, app: string | null][] = [
      ['/api/records/orders?limit=5', 'connection-api'],
      ['/api/docs', 'connection-api'],
      ['/problems/not-found', 'connection-api'],
      ['/api/webhooks/7f0f7a5e', 'webhook-ingress'],
      ['/api/webhooks-else', 'connection-api'],
      ['/api/admin/sessions', 'admin-api'],
      ['/api/administrators', 'connection-api'],
      ['/apinot', null],
      ['/elsewhere?x=/api/docs', null],
    ];
    for (const [path, name] of routed) {
      const { status, body } = await get(path);
      if (name !== null) expect([path, status, body]).toEqual([path, 200, name]);
      else expect({ status, body }).toMatchObject({ status: 404, body: { type: '/problems/not-found', instance: path.split('?')[0] } });
    }
  });

  it('passes on method, path, query and bytes as sent, and of the client what it knows itself', async () => {
    const echo: RequestListener = async (request, response) => {
      const { method, url, headers } = request;
      response.end(JSON.stringify({ method, url, headers, body: (await buffer(request)).toString('base64') }));
    };
    await begin({ 'webhook-ingress': await app(echo) });
    const body = Buffer.from(Array.from({ length: 70_000 }, (_, place) => place % 256));
    const claims = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'elsewhere.example' };
    const headers = { ...claims, 'content-type': 'text/plain', 'x-webhook-signature': 'a+/=' };
    const response = await fetch(`${gateway.url}/api/webhooks/1?a=%2F&a=2`, { method: 'POST', body, headers });
    const { host } = new URL(gateway.url);
    expect(await response.json()).toMatchObject({
      method: 'POST',
      url: '/api/webhooks/1?a=%2F&a=2',
      body: body.toString('base64'),
      headers: {
        host,
        'x-webhook-signature': 'a+/=',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': host,
      },
    });
  });

  it('responds in place of an app that is away with a 503 problem, and repeats no request', async () => {
    let requests = 0;
    const port = await app((_, response) => {
      requests += 1;
      response.writeHead(503, { 'retry-after': '1' }).end('{}');
    });
    await begin({ 'connection-api': 1, 'admin-api': port });
    expect(await get('/api/x')).toMatchObject({ status: 503, retryAfter: '2', body: { type: '/problems/service-unavailable' } });
    expect(await get('/api/admin/x')).toEqual({ status: 503, retryAfter: '1', body: {} });
    expect(requests).toBe(1);
  });

  it('returns the refusal of an app to a client that sends a large body', async () => {
    await begin({
      'webhook-ingress': await app((request, response) => request.resume().on('end', () => response.writeHead(413).end('{}'))),
    });
    const response = await fetch(`${gateway.url}/api/webhooks/1`, { method: 'POST', body: 'x'.repeat(3_000_000) });
    expect(response.status).toBe(413);
  });

  it('is live, but not ready until all apps are', async () => {
    let isUp = false;
    const ready: RequestListener = (_, response) => response.end('{}');
    const starting: RequestListener = (_, response) => response.writeHead(isUp ? 200 : 503).end();
    await begin({ 'connection-api': await app(ready), 'export-worker': await app(starting) });
    expect(await get('/health/ready')).toMatchObject({ status: 503, body: { detail: 'Not ready: export-worker.' } });
    expect((await get('/health/live')).status).toBe(200);
    isUp = true;
    expect(await get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('draining: fails readiness at once and serves until the notice period ends', async () => {
    await begin({ 'connection-api': await app((_, response) => response.end('{}')) });
    const stopped = gateway.drain(3_000);
    expect((await get('/health/ready')).status).toBe(503);
    expect((await get('/api/x')).status).toBe(200);
    await stopped;
    await expect(get('/health/live')).rejects.toThrow();
  });
});
