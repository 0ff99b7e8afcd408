import { request as httpRequest } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { describedGateway, echo } from './testing/described-gateway';
import { rawConnection } from './testing/raw-connection';

interface Received {
  status: number | undefined;
  body: string;
}

describe('what the public gateway forwards', () => {
  const { app, begin, gateway, seen } = describedGateway();

  /** Without fetch, which would normalise the headers. */
  const post = (path: string, body: Buffer, headers: string[] = ['Host', 'x', 'Content-Length', String(body.length)]) =>
    new Promise<Received>((resolve, reject) => {
      const options = { port: new URL(gateway().url).port, method: 'POST', path, headers, agent: false };
      httpRequest(options, (response) => {
        text(response).then((received) => resolve({ status: response.statusCode, body: received }), reject);
      })
        .on('error', reject)
        .end(body);
    });

  it('is a webhook byte by byte, with its headers as sent', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, place) => place % 256));
    const arrived: { rawHeaders: string[]; body: Buffer; url?: string }[] = [];
    const port = await app(async (request, response) => {
      arrived.push({ rawHeaders: request.rawHeaders, body: await buffer(request), url: request.url });
      response.end('{}');
    });
    await begin({ 'webhook-ingress': port });
    const pairsSent = [
      ['Content-Type', 'nonsense; ä'],
      ['X-WC-Webhook-Signature', 'a+/='],
      ['X-WC-Webhook-Signature', 'b'],
      ['X-WC-Webhook-Delivery-ID', '5f0c'],
      ['Content-Encoding', 'identity'],
    ];
    const headers = ['Host', 'x', ...pairsSent.flat(), 'Content-Length', String(bytes.length)];
    expect((await post('/api/webhooks/1?a=%2F', bytes, headers)).status).toBe(200);
    expect(arrived[0]?.url).toBe('/api/webhooks/1?a=%2F');
    expect(arrived[0]?.body.equals(bytes)).toBe(true);
    const { rawHeaders = [] } = arrived[0] ?? {};
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []));
    const names = pairsSent.map(([name]) => name);
    expect(pairs.filter(([name]) => names.includes(name))).toEqual(pairsSent);
  });

  it('is the complete response of an app that responds before reading the body', async () => {
    const problem = JSON.stringify({ status: 413, detail: 'x'.repeat(500) });
    const port = await app((request, response) => {
      response.writeHead(413, { 'content-type': 'application/problem+json', 'content-length': problem.length }).write(problem);
      request.resume().on('end', () => response.end());
    });
    await begin({ 'webhook-ingress': port }, { GATEWAY_MAX_WEBHOOK_BYTES: '4000000' });
    for (let time = 0; time < 5; time += 1)
      expect(await post('/api/webhooks/1', Buffer.alloc(3_000_000))).toEqual({ status: 413, body: problem });
  });

  it('is the real address of the client, not an address that the client claims', async () => {
    await begin({ 'connection-api': await app(echo) });
    const claims = {
      'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
      Forwarded: 'for=6.6.6.6',
      'X-Real-IP': '6.6.6.6',
      'X-Forwarded-Proto': 'gopher',
      'Proxy-Authorization': 'Basic x',
    };
    const { headers } = await seen('/api/x', { headers: claims });
    expect(headers).toMatchObject({
      host: new URL(gateway().url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    for (const name of ['forwarded', 'x-real-ip', 'proxy-authorization']) expect(headers[name]).toBeUndefined();
  });

  it('is a response while the app is still writing it', async () => {
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

  it('is a body while the client is still sending it', async () => {
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
    const outgoing = httpRequest(`${gateway().url}/api/x`, { method: 'POST' });
    const received = new Promise<string>((resolve) => outgoing.on('response', (response) => resolve(text(response))));
    outgoing.write('one');
    await hasBegun;
    expect(arrived).toEqual(['one']);
    outgoing.end('two');
    expect(await received).toBe('done');
  });

  it('are the headers before any of the body', async () => {
    const port = await app((request, response) => response.writeHead(413).end(request.headers['content-length']));
    await begin({ 'connection-api': port });
    const received = await rawConnection(gateway().url, 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1234\r\n\r\n');
    expect(received.text).toMatch(/^HTTP\/1\.1 413 .*1234/s);
  });

  it('is HTTP/1.0 without Host with one that HTTP/1.1 accepts, and a POST without a body as one', async () => {
    await begin({ 'connection-api': await app(echo) });
    const old = await rawConnection(gateway().url, 'GET /api/x HTTP/1.0\r\n\r\n');
    expect(JSON.parse(old.text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ headers: { host: '127.0.0.1' } });
    const empty = await rawConnection(gateway().url, 'POST /api/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(empty.statuses).toEqual([200]);
    expect(empty.text).not.toMatch(/"transfer-encoding"|"content-length":"[^0]/);
  });

  it('ends with a client that disconnects', async () => {
    let gone: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (gone = resolve));
    const port = await app((_, response) => {
      response.on('close', gone).write('x');
    });
    await begin({ 'connection-api': port });
    const cancel = new AbortController();
    await fetch(`${gateway().url}/api/x`, { signal: cancel.signal });
    cancel.abort();
    await ended;
  });

  it('is never half a response as if it were complete', async () => {
    const port = await app((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.socket?.destroy());
    });
    await begin({ 'connection-api': port });
    const response = await fetch(`${gateway().url}/api/x`);
    await expect(response.text()).rejects.toThrow();
  });

  // Without a cut-off they would send for more than a minute.
  it.each([
    ['an app', '/api/x', 413],
    ['the gateway', '/nothing', 404],
  ])('a client that keeps sending after its response from %s gets one response and is cut off', async (_, path, status) => {
    await begin({ 'connection-api': await app((_request, response) => response.writeHead(413).end('{}')) });
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const received = await rawConnection(gateway().url, head, '1\r\nx\r\n', 100);
    expect(received.statuses).toEqual([status]);
    expect(received.seconds).toBeLessThan(8);
  });
});
