import { describedGateway, echo, type Handler } from './testing/described-gateway';
import { rawConnection } from './testing/raw-connection';

describe('gateway', () => {
  const { app, begin, gateway } = describedGateway();

  const ready: Handler = (_, response) => response.end('{}');
  /** Nothing listens there, and freePort never returns it. */
  const downPort = 1;

  describe('when an app is down', () => {
    it('responds with a 503 problem and Retry-After', async () => {
      await begin({ 'connection-api': downPort });
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

    it('is live, but not ready until all apps are', async () => {
      let isUp = false;
      const starting: Handler = (request, response) => (isUp ? ready(request, response) : request.socket.destroy());
      await begin({ 'connection-api': await app(ready), 'export-worker': await app(starting) });
      const response = await fetch(`${gateway().url}/health/ready`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ status: 503, detail: 'Not ready: export-worker.' });
      expect((await fetch(`${gateway().url}/health/live`)).status).toBe(200);
      isUp = true;
      expect((await fetch(`${gateway().url}/health/ready`)).status).toBe(200);
      expect((await fetch(`${gateway().url}/health/ready`, { method: 'DELETE' })).status).toBe(405);
    });

    it('is not ready while an app responds with 503 to /health/ready', async () => {
      await begin({ 'connection-api': await app((_, response) => response.writeHead(503).end()) });
      expect((await fetch(`${gateway().url}/health/ready`)).status).toBe(503);
    });
  });

  it('draining: fails readiness at once and serves until the notice period ends', async () => {
    await begin({ 'connection-api': await app(echo) });
    const stopped = gateway().drain(3_000);
    expect((await fetch(`${gateway().url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${gateway().url}/health/live`)).status).toBe(200);
    expect((await fetch(`${gateway().url}/api/x`)).status).toBe(200);
    await stopped;
    await expect(fetch(`${gateway().url}/health/live`)).rejects.toThrow();
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

    it('keeps its connection if its body ends in time', async () => {
      await begin({});
      const next = `GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const received = await rawConnection(gateway().url, head('/nothing'), `1\r\nx\r\n0\r\n\r\n${next}`, 200);
      expect(received.statuses).toEqual([404, 200]);
    });
  });

  describe('framing', () => {
    const raw = async (text: string) => (await rawConnection(gateway().url, text)).text;

    it('forwards a POST without a body, as `curl -X POST` sends it, with Content-Length: 0', async () => {
      await begin({ 'connection-api': await app(echo) });
      const response = await raw('POST /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(response).toContain('"content-length":"0"');
      expect(response).not.toContain('"transfer-encoding"');
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
});
