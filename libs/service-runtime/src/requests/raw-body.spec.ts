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
  app = await createService({ module: BytesModule, configuration, logger: new JsonLogger('bytes', 'silent'), rawBodies: { limit: 1_000 } });
  await app.listen(0, '127.0.0.1');
  url = `${await app.getUrl()}/api/bytes`;
});
afterAll(() => app.close());

const post = (body: Buffer | undefined, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: body && new Uint8Array(body), headers });
const opened = () => connect(Number(new URL(url).port), '127.0.0.1');
/** Everything that comes until the connection is closed. What was still to be sent is lost to one that is reset: that is no failure here. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString())).on('error', () => undefined);
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}
const hex = async (answer: Response) => ((await answer.json()) as { hex: string | null }).hex;

describe('raw bodies', () => {
  const bytes = Buffer.from([0x00, 0xff, 0x7b, 0x0a]);

  it.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'image/png; q', 'nonsense', ''])(
    'arrive as the bytes that were sent, whatever type is given (%j)',
    async (type) => {
      const answer = await post(bytes, { 'content-type': type });
      expect([answer.status, await hex(answer)]).toEqual([201, '00ff7b0a']);
    },
  );

  it('or none', async () => {
    const socket = opened();
    socket.write('POST /api/bytes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 201 .*6162/s);
  });

  it('a request without a body has none', async () => {
    expect(await hex(await post(undefined))).toBeNull();
  });

  it('have a limit of their own: 413', async () => {
    expect((await post(Buffer.alloc(1_000))).status).toBe(201);
    const answer = await post(Buffer.alloc(1_001));
    expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([413, '/problems/payload-too-large']);
  });

  it('may come in pieces of a byte', async () => {
    const socket = opened();
    socket.write('POST /api/bytes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${'1\r\na\r\n'.repeat(500)}0\r\n\r\n`);
    expect(await received(socket)).toContain(`{"hex":"${'61'.repeat(500)}"}`);
  });

  it.each(['gzip', 'br', 'identity, gzip', 'x'])('coded with %s: 415, read no further', async (coding) => {
    const answer = await post(gzipSync(bytes), { 'content-encoding': coding });
    expect([answer.status, answer.headers.get('connection')]).toEqual([415, 'close']);
  });

  it('identity is no coding', async () => {
    expect(await hex(await post(bytes, { 'content-encoding': 'identity' }))).toBe('00ff7b0a');
  });

  it.each([2_000, 1_000_000, 5_000_000])(
    'a client that sends %d bytes too many gets its answer, and then a closed connection',
    async (more) => {
      for (const framing of [`Content-Length: ${1_000 + more}`, 'Transfer-Encoding: chunked']) {
        const socket = opened();
        const answer = received(socket);
        socket.write(`POST /api/bytes HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`);
        const size = 1_000 + more;
        if (framing.startsWith('T')) socket.write(`${size.toString(16)}\r\n`);
        socket.write(Buffer.alloc(size));
        if (framing.startsWith('T')) socket.write('\r\n0\r\n\r\n');
        expect(await answer).toMatch(/^HTTP\/1\.1 413 .*payload-too-large/s);
      }
    },
  );

  it('one that does not end gets its answer too, and is cut', async () => {
    const socket = opened();
    socket.write('POST /api/bytes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const sending = setInterval(() => socket.writable && socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`), 20);
    const text = await received(socket);
    clearInterval(sending);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });
});
