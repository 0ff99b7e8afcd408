import { Controller, Module, Post, Req } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ServiceConfiguration } from '../configuration/service-configuration';
import { JsonLogger } from '../logging/json-logger';
import { createService } from '../service/create-service';

@Controller('api')
class BytesController {
  @Post('bytes')
  bytes(@Req() { body }: { body?: Buffer }): object {
    return { hex: body?.toString('hex') ?? null };
  }
}

@Module({ controllers: [BytesController] })
class BytesModule {}

let app: NestFastifyApplication;
let url: string;
beforeAll(async () => {
  const configuration = new ServiceConfiguration();
  app = await createService({
    module: BytesModule,
    configuration,
    logger: new JsonLogger('bytes', 'silent'),
    rawBodies: { maxBytes: 1_000 },
  });
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/api/bytes`;
});
afterAll(() => app.close());

const post = (body: Buffer | undefined, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: body && new Uint8Array(body), headers });
const opened = () => connect(Number(new URL(url).port), '127.0.0.1');
/** Everything received until the connection closes. A reset while we still send is expected. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString())).on('error', () => undefined);
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}
const hex = async (response: Response) => ((await response.json()) as { hex: string | null }).hex;

describe('raw bodies', () => {
  const bytes = Buffer.from([0x00, 0xff, 0x7b, 0x0a]);

  it.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'image/png; q', 'nonsense', ''])(
    'keeps the bytes as sent for every content type (%j)',
    async (type) => {
      const response = await post(bytes, { 'content-type': type });
      expect([response.status, await hex(response)]).toEqual([201, '00ff7b0a']);
    },
  );

  it('keeps the bytes of a body without a content type', async () => {
    const socket = opened();
    socket.write('POST /api/bytes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 201 .*6162/s);
  });

  it('a request without a body has undefined', async () => {
    expect(await hex(await post(undefined))).toBeNull();
  });

  it('responds with 413 above the limit', async () => {
    expect((await post(Buffer.alloc(1_000))).status).toBe(201);
    const response = await post(Buffer.alloc(1_001));
    expect([response.status, ((await response.json()) as { type: string }).type]).toEqual([413, '/problems/payload-too-large']);
  });

  it('accepts a body in chunks of one byte', async () => {
    const socket = opened();
    socket.write('POST /api/bytes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${'1\r\na\r\n'.repeat(500)}0\r\n\r\n`);
    expect(await received(socket)).toContain(`{"hex":"${'61'.repeat(500)}"}`);
  });

  it.each(['gzip', 'br', 'identity, gzip', 'x'])('responds with 415 to content encoding %s without reading the body', async (encoding) => {
    const response = await post(gzipSync(bytes), { 'content-encoding': encoding });
    expect([response.status, response.headers.get('connection')]).toEqual([415, 'close']);
  });

  it('accepts the encoding identity', async () => {
    expect(await hex(await post(bytes, { 'content-encoding': 'identity' }))).toBe('00ff7b0a');
  });

  it.each([2_000, 1_000_000, 5_000_000])(
    'a client that sends %d bytes too many gets its response before the connection closes',
    async (more) => {
      for (const framing of [`Content-Length: ${1_000 + more}`, 'Transfer-Encoding: chunked']) {
        const socket = opened();
        const response = received(socket);
        socket.write(`POST /api/bytes HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`);
        const size = 1_000 + more;
        if (framing.startsWith('T')) socket.write(`${size.toString(16)}\r\n`);
        socket.write(Buffer.alloc(size));
        if (framing.startsWith('T')) socket.write('\r\n0\r\n\r\n');
        expect(await response).toMatch(/^HTTP\/1\.1 413 .*payload-too-large/s);
      }
    },
  );

  it('a client that never stops sending gets its response too, and is cut off', async () => {
    const socket = opened();
    socket.write('POST /api/bytes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const sending = setInterval(() => socket.writable && socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`), 20);
    const text = await received(socket);
    clearInterval(sending);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });
});
