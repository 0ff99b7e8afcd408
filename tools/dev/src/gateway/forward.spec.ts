import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describedGateway, echo } from './testing/described-gateway';
import { rawConnection } from './testing/raw-connection';

describe('gateway', () => {
  const { app, begin, gateway } = describedGateway();

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
      const { text } = await rawConnection(gateway().url, 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n');
      expect(text).toMatch(/^HTTP\/1\.1 413 .*10000000000/s);
    });

    it('HTTP/1.0 without Host is forwarded with an empty one', async () => {
      await begin({ 'connection-api': await app(echo) });
      const { text } = await rawConnection(gateway().url, 'GET /api/x HTTP/1.0\r\n\r\n');
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ headers: { host: '' } });
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
});
