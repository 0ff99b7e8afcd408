import { request as httpRequest } from 'node:http';
import { describedGateway, echo } from './testing/described-gateway';

describe('gateway', () => {
  const { app, begin, gateway, seen } = describedGateway();

  describe('routes', () => {
    it('passes method, path, query and body on and the answer back', async () => {
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

    it('what nobody answers is 404 application/problem+json', async () => {
      await begin({ 'connection-api': await app(echo) });
      for (const path of ['/api/admin/me', '/api/webhooks/x', '/nothing']) {
        const answer = await fetch(`${gateway().url}${path}`);
        expect(answer.status).toBe(404);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(await answer.json()).toMatchObject({ type: '/problems/not-found', status: 404, instance: path });
      }
    });

    it('/ lists addresses and what runs, escaped', async () => {
      await begin({ 'connection-api': await app(echo) });
      const answer = await fetch(`${gateway().url}/`);
      const html = await answer.text();
      expect(html).toContain('embedded');
      expect(html).not.toContain('<b>');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    });
  });

  describe('tells the app who the client is', () => {
    it('overwrites X-Forwarded-For with the real address: what a client claims does not count', async () => {
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

    it('drops what belongs to one connection only, also when the Connection header names it', async () => {
      await begin({ 'connection-api': await app(echo) });
      const { port } = new URL(gateway().url);
      const headers = { Connection: 'close, X-Hop', 'X-Hop': '1', 'Proxy-Authorization': 'Basic x', 'X-Kept': '2' };
      const got = await new Promise<string>((resolve, reject) => {
        const outgoing = httpRequest({ host: '127.0.0.1', port, path: '/api/x', headers }, (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
          answer.on('end', () => resolve(text));
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
