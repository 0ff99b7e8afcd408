import { describedGateway, echo, startDevelopmentGateway, type Handler } from './testing/described-gateway';
import { rawConnection } from './testing/raw-connection';

describe('gateway', () => {
  const { app, begin, gateway } = describedGateway(startDevelopmentGateway);

  const ready: Handler = (_, response) => response.end('{}');
  describe('when an app is down', () => {
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
    it('keeps its connection if its body ends in time', async () => {
      await begin({});
      const next = `GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const received = await rawConnection(
        gateway().url,
        'POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
        `1\r\nx\r\n0\r\n\r\n${next}`,
        200,
      );
      expect(received.statuses).toEqual([404, 200]);
    });
  });
});
