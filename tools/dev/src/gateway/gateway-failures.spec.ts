import { describedGateway, echo, type Handler } from './testing/described-gateway';
import { rawConnection } from './testing/raw-connection';

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
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
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
      expect(await answer.json()).toMatchObject({ status: 503, detail: 'Not ready: export-worker.' });
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

  it('told to stop, it is not ready and answers as before for as long as the notice says', async () => {
    await begin({ 'connection-api': await app(echo) });
    const stopped = gateway().drain(3_000);
    expect((await fetch(`${gateway().url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${gateway().url}/health/live`)).status).toBe(200);
    expect((await fetch(`${gateway().url}/api/x`)).status).toBe(200);
    await stopped;
    await expect(fetch(`${gateway().url}/health/live`)).rejects.toThrow();
  });

  describe('who is answered while it still sends', () => {
    const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;

    // Left to themselves they would send for a minute and longer.
    it.each([
      ['an app', '/api/x', 413],
      ['the gateway', '/nothing', 404],
    ])('by %s, gets that one answer and is cut', async (_, path, status) => {
      await begin({ 'connection-api': await app((_request, response) => response.writeHead(413).end('{}')) });
      const received = await rawConnection(gateway().url, head(path), '1\r\nx\r\n', 100);
      expect(received.statuses).toEqual([status]);
      expect(received.seconds).toBeLessThan(8);
    });

    it('keeps its connection when it comes to an end in time', async () => {
      await begin({});
      const next = `GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const received = await rawConnection(gateway().url, head('/nothing'), `1\r\nx\r\n0\r\n\r\n${next}`, 200);
      expect(received.statuses).toEqual([404, 200]);
    });
  });

  describe('refuses what it cannot read', () => {
    const raw = async (text: string) => (await rawConnection(gateway().url, text)).text;

    it('a POST that tells no body, as `curl -X POST` sends it, reaches the app as one of no length', async () => {
      await begin({ 'connection-api': await app(echo) });
      const answer = await raw('POST /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain('"content-length":"0"');
      expect(answer).not.toContain('"transfer-encoding"');
    });

    it.each([
      ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      ['length and chunks', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ])('%s: 400', async (_, text) => {
      await begin({ 'connection-api': await app(echo) });
      const answer = await raw(text);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('application/problem+json');
    });
  });
});
