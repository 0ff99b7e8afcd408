import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { once } from 'node:events';
import { freePort } from '@sync/embedded-services';
import { problemKinds, type ProblemKind } from '@sync/service-runtime';
import { describedGateway, echo, type Echoed } from './testing/described-gateway';
import { nameServer } from './testing/name-server';
import { checkConfiguration, type GatewaySettings } from './testing/public-gateway';
import { problemIn, rawConnection } from './testing/raw-connection';
import { TlsRelay } from './testing/tls-relay';

const end = 'X-Request-Id: abc-1\r\nConnection: close\r\n\r\n';

describe('the public gateway', () => {
  const { app, begin, gateway } = describedGateway();

  const statusOf = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, { redirect: 'manual', ...init });
    await response.arrayBuffer();
    return response.status;
  };
  const forwardedFor = async (url: string, claimed: string) => {
    const { headers } = (await (await fetch(`${url}/api/x`, { headers: { 'X-Forwarded-For': claimed } })).json()) as Echoed;
    return headers['x-forwarded-for'];
  };

  it('is a configuration that nginx accepts without a warning, with every setting', () => {
    const proxied = { GATEWAY_PROXY_PROTOCOL: 'on', GATEWAY_TRUSTED_PROXIES: '10.0.0.0/8 fd00::/8', GATEWAY_RESOLVERS: '[::1] 10.0.0.1' };
    const others = {
      GATEWAY_API_DOCS: 'closed',
      GATEWAY_UNLIMITED_CLIENTS: '10.0.0.0/8 fd00::/8',
      GATEWAY_TRUSTED_PROXIES: '10.0.0.1',
      GATEWAY_WORKER_PROCESSES: '2',
    };
    for (const settings of [{}, proxied, others] as GatewaySettings[]) {
      const { isValid, output } = checkConfiguration(settings);
      expect([isValid, output]).toEqual([true, expect.not.stringMatching(/\[(warn|emerg)\]/)]);
    }
    expect(() => checkConfiguration({ GATEWAY_SERVER_NAMES: '' })).toThrow('GATEWAY_SERVER_NAMES: is missing');
    expect(() => checkConfiguration({ GATEWAY_PROXY_PROTOCOL: 'on' })).toThrow('GATEWAY_TRUSTED_PROXIES: is missing');
  });

  it('has its settings with their defaults in docs/operations/gateway.md', () => {
    const settings = readFileSync('docker/gateway/settings.envsh', 'utf8').matchAll(/\$\{(GATEWAY_\w+):[?-]([^}]*)/g);
    const rows = readFileSync('docs/operations/gateway.md', 'utf8').split('\n');
    for (const [, name = '', value = ''] of settings) {
      const row = rows.find((line) => line.startsWith('|') && line.includes(`\`${name}\``)) ?? '';
      const isPlain = !value.startsWith('$(') && !value.startsWith('is missing');
      expect([name, row]).toEqual([name, expect.stringContaining(isPlain ? value : name)]);
    }
  });

  it('has the admin API and the panel on a listener of their own only, and metrics and health on none', async () => {
    const port = await app(echo);
    const apps = ['connection-api', 'webhook-ingress', 'admin-api', 'static-files'];
    await begin(Object.fromEntries(apps.map((name) => [name, port])));
    const paths: [path: string, publicly: number, forOperators: number][] = [
      ['/api/records/orders', 200, 404],
      ['/api/widget/configuration', 200, 200],
      ['/api/webhooks', 200, 404],
      ['/api/webhooks/1', 200, 404],
      ['/api/docs', 200, 404],
      ['/problems/not-found', 200, 200],
      ['/widgets/v1/widget.js', 200, 200],
      ['/docs', 308, 404],
      ['/docs/callers', 200, 404],
      ['/admin', 404, 308],
      ...['/admin/', '/admin/assets/x.js', '/api/admin/sessions', '/api/%61dmin/sessions', '/api/widget/../admin/sessions'].map(
        (path) => [path, 404, 200] as [string, number, number],
      ),
      ...['/', '/metrics', '/health/live', '/health/ready', '//health/live', '/api/x/..%2f..%2fmetrics', '/api/../health/ready'].map(
        (path) => [path, 404, 404] as [string, number, number],
      ),
    ];
    const status = async (url: string, path: string) =>
      (await rawConnection(url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).statuses[0];
    for (const [path, ...expected] of paths) {
      expect([path, await status(gateway().url, path), await status(gateway().adminUrl, path)]).toEqual([path, ...expected]);
    }
  });

  it('closes the API description on request, and nothing else with it', async () => {
    await begin({ 'connection-api': await app(echo) }, { GATEWAY_API_DOCS: 'closed' });
    const statuses = ['/api/docs', '/api/docs/', '/api/openapi.json', '/api/records/orders', '/problems/'].map((path) =>
      statusOf(gateway().url + path),
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 200, 200]);
  });

  it('redirects people who open a page over plain http, and never a webhook or a call', async () => {
    await begin({ 'connection-api': await app(echo), 'webhook-ingress': await app(echo) });
    const page = await fetch(`${gateway().plainUrl}/api/docs?x=1`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([308, 'https://127.0.0.1/api/docs?x=1']);
    const others = [
      ['POST', '/api/docs'],
      ['POST', '/api/webhooks/1'],
      ['GET', '/api/records/orders'],
      ['POST', '/api/system-connections/connect'],
    ] as const;
    for (const [method, path] of others) expect([path, await statusOf(gateway().plainUrl + path, { method })]).toEqual([path, 404]);
  });

  describe('the address of the client', () => {
    it('behind a trusted load balancer is the last one that is not trusted, whatever the client claims', async () => {
      await begin({ 'connection-api': await app(echo) }, { GATEWAY_TRUSTED_PROXIES: '127.0.0.0/8 10.0.0.0/8' });
      expect(await forwardedFor(gateway().url, '6.6.6.6, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7');
    });

    it('is that of the PROXY protocol where it is on', async () => {
      const settings = { GATEWAY_PROXY_PROTOCOL: 'on', GATEWAY_TRUSTED_PROXIES: '127.0.0.1' };
      await begin({ 'connection-api': await app(echo) }, settings);
      const balancer = await TlsRelay.start(gateway().tlsPort, 'PROXY TCP4 203.0.113.9 127.0.0.1 1234 8443\r\n');
      expect(await forwardedFor(balancer.url, '6.6.6.6')).toBe('203.0.113.9');
      balancer.cutOff();
    });
  });

  describe('its own problems', () => {
    const big = 'a'.repeat(20_000);
    const cases: [which: string, bytes: string, kind: ProblemKind, instance: string][] = [
      ['an unknown path', `GET /nothing?secret HTTP/1.1\r\nHost: x\r\n${end}`, 'not-found', '/nothing'],
      ['a path that JSON would have to escape', `GET /api/admin/a"b\\c HTTP/1.1\r\nHost: x\r\n${end}`, 'not-found', '/api/admin/a'],
      ['another host name', `GET /api/x?secret HTTP/1.1\r\nHost: other.example\r\n${end}`, 'not-found', '/api/x'],
      ['no Host', `GET /api/x?secret HTTP/1.1\r\n${end}`, 'malformed-request', '/api/x'],
      ['two Host headers', `GET /api/x?secret HTTP/1.1\r\nHost: x\r\nHost: x\r\n${end}`, 'malformed-request', '/api/x'],
      ['no HTTP', 'nonsense\r\n\r\n', 'malformed-request', '/'],
      ['a user in the target', `GET http://u:secret@x/api/x HTTP/1.1\r\nHost: x\r\n${end}`, 'malformed-request', '/'],
      ['unreadable chunks', `POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${end}x`, 'malformed-request', '/api/x'],
      [
        'two lengths',
        `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n${end}ab`,
        'malformed-request',
        '/api/x',
      ],
      [
        'a length and chunks',
        `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
        'malformed-request',
        '/api/x',
      ],
      ['headers beyond 16 KiB', `GET /api/x HTTP/1.1\r\nHost: x\r\nX-Long: ${big}\r\n${end}`, 'headers-too-large', '/api/x'],
      ['a target beyond 8 KiB', `GET /api/${big} HTTP/1.1\r\nHost: x\r\n${end}`, 'headers-too-large', '/'],
      ['a large body', `POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 131073\r\n${end}`, 'payload-too-large', '/api/x'],
      [
        'a large webhook',
        `POST /api/webhooks/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n${end}`,
        'payload-too-large',
        '/api/webhooks/1',
      ],
      ['an ingress that is away', `POST /api/webhooks/1?secret HTTP/1.1\r\nHost: x\r\n${end}`, 'service-unavailable', '/api/webhooks/1'],
    ];

    it('are those of the services, without queries', async () => {
      await begin({ 'connection-api': await app(echo) });
      await Promise.all(
        cases.map(async ([which, bytes, kind, instance]) => {
          const received = await rawConnection(gateway().url, bytes);
          const { headers, problem } = problemIn(received);
          const { status, title } = problemKinds[kind];
          const detail = expect.any(String) as string;
          expect([which, received.statuses]).toEqual([which, [status]]);
          expect([which, problem]).toEqual([which, { type: `/problems/${kind}`, title, status, detail, instance }]);
          expect(headers).toMatchObject({
            'content-type': 'application/problem+json; charset=utf-8',
            'x-content-type-options': 'nosniff',
            'x-request-id': expect.stringMatching(/^(abc-1|[0-9a-f-]{36})$/) as string,
          });
          expect([which, headers['cache-control']]).toEqual([which, instance.startsWith('/api/') ? 'no-store' : undefined]);
          expect([which, headers['retry-after']]).toEqual([which, kind === 'service-unavailable' ? '2' : undefined]);
          expect(received.text).not.toContain('secret');
        }),
      );
      expect(gateway().output).toContain('"status":503');
      expect(gateway().output).not.toContain('secret');
    });

    it('have CORS headers where pages of other origins may call', async () => {
      await begin({});
      const response = await fetch(`${gateway().url}/api/widget/configuration`, {
        method: 'PATCH',
        headers: { origin: 'https://page.example' },
        body: 'a'.repeat(200_000),
      });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([413, 'https://page.example']);
    });

    it('never replace a response of a service', async () => {
      await begin({ 'webhook-ingress': await app((_, response) => response.writeHead(502, { 'Retry-After': '7' }).end('own')) });
      const response = await fetch(`${gateway().url}/api/webhooks/1`, { method: 'POST' });
      expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([502, '7', 'own']);
    });
  });

  it('passes on a well-formed request id, makes one otherwise, and returns it once', async () => {
    await begin({ 'connection-api': await app((request, response) => echo(request, response.setHeader('X-Request-Id', 'of-the-app'))) });
    for (const [sent, expected] of [
      ['abc:1_2.3-4', /^abc:1_2\.3-4$/],
      ['no id', /^[0-9a-f-]{36}$/],
      ['a'.repeat(129), /^[0-9a-f-]{36}$/],
    ] as const) {
      const response = await fetch(`${gateway().url}/api/x`, { headers: { 'X-Request-Id': sent } });
      const returned = response.headers.get('x-request-id');
      expect(returned).toMatch(expected);
      expect(((await response.json()) as Echoed).headers['x-request-id']).toBe(returned);
    }
  });

  it('speaks HTTP/2', async () => {
    await begin({ 'connection-api': await app(echo) });
    const session = connectHttp2(`https://127.0.0.1:${gateway().tlsPort}`, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/api/x', ':method': 'POST' });
    stream.end('body');
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    session.close();
    expect(JSON.parse(text)).toMatchObject({ body: 'body', headers: { 'x-forwarded-for': '127.0.0.1' } });
  });

  describe('with several instances behind a name', () => {
    const servers: Server[] = [];
    /** An instance at each address, all at the port of the first. */
    const instance = async (address: string, port: number, handler: Parameters<typeof createServer>[1]) => {
      const server = createServer(handler).listen(port, address);
      servers.push(server);
      await once(server, 'listening');
    };
    afterEach(() => {
      for (const server of servers.splice(0)) server.close().closeAllConnections();
    });

    it('sends a webhook to another one if the connection fails, and to no other once it was sent', async () => {
      const [port, names] = [await freePort(), await nameServer(['127.0.0.2', '127.0.0.3'])];
      const arrived: string[] = [];
      await instance('127.0.0.2', port, (request, response) => {
        arrived.push(request.url ?? '');
        if (request.url === '/api/webhooks/crash') request.socket.destroy();
        else response.end('{}');
      });
      await begin({}, { GATEWAY_WEBHOOK_INGRESS: `ingress.internal:${port}`, GATEWAY_RESOLVERS: names.address });
      const post = (path: string) => statusOf(gateway().url + path, { method: 'POST', body: 'x' });
      for (let time = 0; time < 6; time += 1) expect(await post('/api/webhooks/1')).toBe(200);
      expect(arrived).toHaveLength(6);
      await instance('127.0.0.3', port, (request, response) => {
        arrived.push(request.url ?? '');
        if (request.url === '/api/webhooks/crash') request.socket.destroy();
        else response.end('{}');
      });
      for (let time = 0; time < 6; time += 1) expect(await post('/api/webhooks/crash')).toBe(503);
      expect(arrived.slice(6)).toEqual(Array.from({ length: 6 }, () => '/api/webhooks/crash'));
      names.close();
    });
  });
});
