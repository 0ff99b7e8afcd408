import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describedGateway, echo, type StartGateway } from './described-gateway';
import { rawConnection } from './raw-connection';

interface Forwarding {
  start: StartGateway;
  /** X-Forwarded-Proto. */
  protocol: 'http' | 'https';
  /** Host of a request that has none. */
  missingHost: string;
}

/** What every gateway must do with the requests that it forwards. Call it inside `describe`. */
export function describeForwarding({ start, protocol, missingHost }: Forwarding): void {
  const { app, begin, gateway, seen } = describedGateway(start);

  describe('forwarding', () => {
    it('forwards method, path, query and body, and returns the response', async () => {
      await begin({ 'connection-api': await app(echo) });
      const body = JSON.stringify({ system_slug: 'mailing_platform', text: 'ä€😀' });
      const got = await seen('/api/system-connections/connect?a=1&a=2', {
        method: 'POST',
        body,
        headers: { 'x-request-id': 'abc', 'content-type': 'application/json' },
      });
      expect(got).toMatchObject({ method: 'POST', url: '/api/system-connections/connect?a=1&a=2', body });
      expect(got.headers).toMatchObject({ 'x-request-id': 'abc', host: new URL(gateway().url).host });
    });

    it('forwards a webhook byte by byte, with its headers as sent', async () => {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, place) => place % 256));
      const arrived: { rawHeaders: string[]; body: Buffer; url?: string }[] = [];
      const port = await app((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          arrived.push({ rawHeaders: request.rawHeaders, body: Buffer.concat(chunks), url: request.url });
          response.end('{}');
        });
      });
      await begin({ 'webhook-ingress': port });
      const { port: gatewayPort } = new URL(gateway().url);
      const pairsSent = [
        ['Content-Type', 'nonsense; ä'],
        ['X-WC-Webhook-Signature', 'a+/='],
        ['X-WC-Webhook-Signature', 'b'],
        ['X-WC-Webhook-Delivery-ID', '5f0c'],
        ['Content-Encoding', 'identity'],
      ];
      const headers = [...pairsSent.flat(), 'Content-Length', String(bytes.length)];
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const outgoing = httpRequest(
          { port: gatewayPort, method: 'POST', path: '/api/webhooks/1?a=%2F', headers: ['Host', 'x', ...headers] },
          (response) => {
            response.resume().on('end', () => resolve(response.statusCode));
          },
        );
        outgoing.on('error', reject).end(bytes);
      });
      expect(status).toBe(200);
      expect(arrived[0]?.url).toBe('/api/webhooks/1?a=%2F');
      expect(arrived[0]?.body.equals(bytes)).toBe(true);
      const { rawHeaders = [] } = arrived[0] ?? {};
      const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []));
      expect(pairs.filter(([name = '']) => headers.includes(name) && name !== 'Content-Length')).toEqual(pairsSent);
    });

    it('returns the complete response of an app that responds before reading the body', async () => {
      const problem = JSON.stringify({ status: 413, detail: 'x'.repeat(500) });
      const port = await app((request, response) => {
        response.writeHead(413, { 'content-type': 'application/problem+json', 'content-length': problem.length }).write(problem);
        request.resume().on('end', () => response.end());
      });
      await begin({ 'webhook-ingress': port });
      const { port: gatewayPort } = new URL(gateway().url);
      for (let time = 0; time < 5; time += 1) {
        const response = await new Promise<string>((resolve, reject) => {
          const outgoing = httpRequest({ port: gatewayPort, method: 'POST', path: '/api/webhooks/1', agent: false }, (response) => {
            let text = '';
            response.on('data', (chunk: Buffer) => (text += chunk.toString()));
            response.on('end', () => resolve(`${response.statusCode} ${text}`)).on('error', reject);
          });
          outgoing.on('error', reject).end(Buffer.alloc(3_000_000));
        });
        expect(response).toBe(`413 ${problem}`);
      }
    });

    it('overwrites X-Forwarded-For with the real address, not an address that the client claims', async () => {
      await begin({ 'connection-api': await app(echo) });
      const claims = {
        'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
        Forwarded: 'for=6.6.6.6',
        'X-Real-IP': '6.6.6.6',
        'X-Forwarded-Proto': 'gopher',
        'Proxy-Authorization': 'Basic x',
      };
      const { headers } = await seen('/api/x', { headers: claims });
      expect(headers['x-forwarded-for']).toBe('127.0.0.1');
      expect(headers['x-forwarded-proto']).toBe(protocol);
      for (const name of ['forwarded', 'x-real-ip', 'proxy-authorization']) expect(headers[name]).toBeUndefined();
    });
  });

  describe('when an app is away', () => {
    it('responds with a 503 problem and Retry-After', async () => {
      await begin({ 'connection-api': 1 });
      for (const method of ['GET', 'POST']) {
        const response = await fetch(`${gateway().url}/api/x`, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(await response.json()).toMatchObject({ type: '/problems/service-unavailable', status: 503 });
      }
    });

    it('responds with 503 when the app disconnects before responding', async () => {
      await begin({ 'connection-api': await app((request) => request.socket.destroy()) });
      expect((await fetch(`${gateway().url}/api/x`, { method: 'POST', body: '{}' })).status).toBe(503);
    });
  });

  describe('streams', () => {
    it('a response reaches the client while the app is still writing it', async () => {
      let finish: () => void = () => undefined;
      const port = await app((_, response) => {
        response.write('first ');
        finish = () => response.end('last');
      });
      await begin({ 'connection-api': port });
      const reader = (await fetch(`${gateway().url}/api/x`)).body?.getReader();
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first ');
      finish();
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last');
    });

    it('a body reaches the app while the client is still sending it', async () => {
      const arrived: string[] = [];
      let begins: () => void = () => undefined;
      const hasBegun = new Promise<void>((resolve) => (begins = resolve));
      const port = await app((request, response) => {
        request.on('data', (chunk: Buffer) => {
          arrived.push(chunk.toString());
          begins();
        });
        request.on('end', () => response.end('done'));
      });
      await begin({ 'connection-api': port });
      const url = new URL(gateway().url);
      const outgoing = httpRequest({ host: url.hostname, port: url.port, path: '/api/x', method: 'POST' });
      const responding = once(outgoing, 'response');
      outgoing.write('one');
      await hasBegun;
      expect(arrived).toEqual(['one']);
      outgoing.end('two');
      const [response] = (await responding) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.resume();
    });

    it('the headers reach the app before any of the body', async () => {
      const port = await app((request, response) => response.writeHead(413).end(request.headers['content-length']));
      await begin({ 'connection-api': port });
      const { text } = await rawConnection(gateway().url, 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1234\r\n\r\n');
      expect(text).toMatch(/^HTTP\/1\.1 413 .*1234/s);
    });

    it('HTTP/1.0 without Host is forwarded with one that HTTP/1.1 accepts', async () => {
      await begin({ 'connection-api': await app(echo) });
      const { text } = await rawConnection(gateway().url, 'GET /api/x HTTP/1.0\r\n\r\n');
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ headers: { host: missingHost } });
    });

    it('a client that disconnects ends the request to the app', async () => {
      let gone: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (gone = resolve));
      const port = await app((_, response) => {
        response.write('x');
        response.on('close', gone);
      });
      await begin({ 'connection-api': port });
      const cancel = new AbortController();
      await fetch(`${gateway().url}/api/x`, { signal: cancel.signal });
      cancel.abort();
      await ended;
    });

    it('an app that disconnects mid-response aborts the response', async () => {
      const port = await app((_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.socket?.destroy());
      });
      await begin({ 'connection-api': port });
      const response = await fetch(`${gateway().url}/api/x`);
      await expect(response.text()).rejects.toThrow();
    });
  });

  describe('framing', () => {
    const raw = async (text: string) => (await rawConnection(gateway().url, text)).text;

    it('forwards a POST without a body, as `curl -X POST` sends it, without announcing one', async () => {
      await begin({ 'connection-api': await app(echo) });
      const response = await raw('POST /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(response).not.toMatch(/"transfer-encoding"|"content-length":"[^0]/);
    });

    it.each([
      ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      ['length and chunks', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ])('%s: 400', async (_, text) => {
      await begin({ 'connection-api': await app(echo) });
      const response = await raw(text);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain('application/problem+json');
    });
  });

  describe('a client that keeps sending after its response', () => {
    const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;

    // Without a cut-off they would send for more than a minute.
    it.each([
      ['an app', '/api/x', 413],
      ['the gateway', '/nothing', 404],
    ])('gets one response from %s and is cut off', async (_, path, status) => {
      await begin({ 'connection-api': await app((_request, response) => response.writeHead(413).end('{}')) });
      const received = await rawConnection(gateway().url, head(path), '1\r\nx\r\n', 100);
      expect(received.statuses).toEqual([status]);
      expect(received.seconds).toBeLessThan(8);
    });
  });
}
