import { request as httpRequest } from 'node:http';
import { describedGateway, echo } from './testing/described-gateway';

describe('gateway', () => {
  const { app, begin, gateway, seen } = describedGateway();

  describe('routes', () => {
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
      const headers = [
        ['Content-Type', 'nonsense; ä'],
        ['X-WC-Webhook-Signature', 'a+/='],
        ['X-WC-Webhook-Signature', 'b'],
        ['X-WC-Webhook-Delivery-ID', '5f0c'],
        ['Content-Encoding', 'identity'],
        ['Content-Length', String(bytes.length)],
      ].flat();
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
      expect(arrived[0]?.rawHeaders.slice(2, 2 + headers.length)).toEqual(headers);
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

    it('responds with a 404 problem on unknown paths', async () => {
      await begin({ 'connection-api': await app(echo) });
      for (const path of ['/api/admin/me', '/api/webhooks/x', '/widgets/x', '/nothing']) {
        const response = await fetch(`${gateway().url}${path}`);
        expect(response.status).toBe(404);
        expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(await response.json()).toMatchObject({ type: '/problems/not-found', status: 404, instance: path });
      }
    });
  });

  describe('client headers', () => {
    it('overwrites X-Forwarded-For with the real address, not an address that the client claims', async () => {
      await begin({ 'connection-api': await app(echo) });
      const claims = {
        'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
        Forwarded: 'for=6.6.6.6',
        'X-Real-IP': '6.6.6.6',
        'X-Forwarded-Proto': 'https',
      };
      const { headers } = await seen('/api/x', { headers: claims });
      expect(headers['x-forwarded-for']).toBe('127.0.0.1');
      expect(headers['x-forwarded-proto']).toBe('http');
      expect(headers.forwarded).toBeUndefined();
      expect(headers['x-real-ip']).toBeUndefined();
    });

    it('drops hop-by-hop headers, including those named by Connection', async () => {
      await begin({ 'connection-api': await app(echo) });
      const { port } = new URL(gateway().url);
      const headers = { Connection: 'close, X-Hop', 'X-Hop': '1', 'Proxy-Authorization': 'Basic x', 'X-Kept': '2' };
      const got = await new Promise<string>((resolve, reject) => {
        const outgoing = httpRequest({ host: '127.0.0.1', port, path: '/api/x', headers }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve(text));
        });
        outgoing.on('error', reject).end();
      });
      const { headers: arrived } = JSON.parse(got) as { headers: Record<string, string> };
      expect(arrived['x-kept']).toBe('2');
      expect(arrived['x-hop']).toBeUndefined();
      expect(arrived['proxy-authorization']).toBeUndefined();
    });
  });
});
