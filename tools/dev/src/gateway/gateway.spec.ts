import { request as httpRequest } from 'node:http';
import { describeForwarding } from './testing/describe-forwarding';
import { describedGateway, echo, startDevelopmentGateway } from './testing/described-gateway';

describe('gateway', () => {
  const { app, begin, gateway } = describedGateway(startDevelopmentGateway);

  describeForwarding({ start: startDevelopmentGateway, protocol: 'http', missingHost: '' });

  describe('routes', () => {
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
