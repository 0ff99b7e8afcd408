import { once } from 'node:events';
import { connect } from 'node:net';
import { describedGateway, echo, type Handler } from './testing/described-gateway';

describe('gateway', () => {
  const { app, begin, gateway } = describedGateway();

  const ready: Handler = (_, response) => response.end('{}');
  /** Nobody listens there, and nobody who takes a free port gets it. */
  const downPort = 1;

  describe('when an app is down', () => {
    it('answers 503 application/problem+json with Retry-After', async () => {
      await begin({ 'connection-api': downPort });
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${gateway().url}/api/x`, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(await answer.json()).toMatchObject({ type: '/problems/service-unavailable', status: 503 });
      }
    });

    it('answers 503 when the app breaks off before it answers', async () => {
      await begin({ 'connection-api': await app((request) => request.socket.destroy()) });
      expect((await fetch(`${gateway().url}/api/x`, { method: 'POST', body: '{}' })).status).toBe(503);
    });

    it('is ready only when all apps are; alive in any case', async () => {
      let isUp = false;
      const starting: Handler = (request, response) => (isUp ? ready(request, response) : request.socket.destroy());
      await begin({ 'connection-api': await app(ready), 'export-worker': await app(starting) });
      const answer = await fetch(`${gateway().url}/health/ready`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ status: 503, not_ready: ['export-worker'] });
      expect((await fetch(`${gateway().url}/health/live`)).status).toBe(200);
      isUp = true;
      expect((await fetch(`${gateway().url}/health/ready`)).status).toBe(200);
      expect((await fetch(`${gateway().url}/health/ready`, { method: 'DELETE' })).status).toBe(405);
    });

    it('an app that answers 503 to /health/ready is not ready', async () => {
      await begin({ 'connection-api': await app((_, response) => response.writeHead(503).end()) });
      expect((await fetch(`${gateway().url}/health/ready`)).status).toBe(503);
    });
  });

  describe('refuses what it cannot read', () => {
    const raw = async (text: string) => {
      const { port } = new URL(gateway().url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(text);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      await once(socket, 'close');
      return answer;
    };

    it('headers beyond 16 KiB: 431', async () => {
      await begin({ 'connection-api': await app(echo) });
      const answer = await raw(`GET /api/x HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expect(answer).toContain('application/problem+json');
    });

    it('a POST that tells no body, as `curl -X POST` sends it, reaches the app as one of no length', async () => {
      await begin({ 'connection-api': await app(echo) });
      const answer = await raw('POST /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain('"content-length":"0"');
      expect(answer).not.toContain('"transfer-encoding"');
    });

    it.each([
      ['no HTTP at all', 'nonsense\r\n\r\n'],
      ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      ['length and chunks', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
      ['an absolute address', 'GET http://elsewhere/api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ])('%s: 400', async (_, text) => {
      await begin({ 'connection-api': await app(echo) });
      const answer = await raw(text);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('application/problem+json');
    });
  });
});
