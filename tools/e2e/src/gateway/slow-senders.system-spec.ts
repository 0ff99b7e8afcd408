import { randomBytes } from 'node:crypto';
import { AppProcess, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { PublicGateway } from './testing/public-gateway';
import { problemIn, rawConnection } from './testing/raw-connection';

const path = '/api/webhooks/01960000-0000-7000-8000-00000000dead';
const ping = 'webhook_id=1';
const head = (headers: string, version = '1.1', host = 'Host: x\r\n') =>
  `POST ${path} HTTP/${version}\r\n${host}Content-Type: application/x-www-form-urlencoded\r\n${headers}\r\n`;
const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;

/** The same cases as in the ingress's own odd-requests.int-spec.ts, through the gateway. */
describe('the webhook ingress behind the public gateway', () => {
  let database: TestDatabase;
  let ingress: AppProcess;
  let gateway: PublicGateway;

  beforeAll(async () => {
    database = await createTestDatabase();
    const encryption = `test:${randomBytes(32).toString('base64')}`;
    ingress = await AppProcess.start('webhook-ingress', { DATABASE_URL: database.url, ENCRYPTION_KEYS: encryption });
    gateway = await PublicGateway.start(new Map([['webhook-ingress', ingress.port]]));
  });
  afterAll(async () => {
    await gateway.stop();
    await ingress.kill();
    await database.stop();
  });

  // Concurrently, because each takes seconds. The promise is 12 s; Node's default is more than 90 s, so 20 s tells them apart on a busy machine.
  it('cuts off slow senders within 12 s and endless ones at once, each with one response', async () => {
    const senders: [which: string, status: number, bytes: string, part?: string, everyMs?: number][] = [
      ['one header line each 500 ms', 408, `POST ${path} HTTP/1.1\r\nHost: x\r\n`, 'X-A: b\r\n'],
      ['one body byte each 500 ms', 408, head('Content-Length: 1000\r\n'), 'x'],
      ['one chunk each 500 ms', 408, head('Transfer-Encoding: chunked\r\n'), '1\r\nx\r\n'],
      ['nothing after the headers', 408, head('Content-Length: 1000\r\n')],
      ['endless chunks', 413, head('Transfer-Encoding: chunked\r\n'), chunk, 50],
      ['10 GB, byte by byte', 413, head('Content-Length: 10000000000\r\n'), 'x'],
    ];
    const received = await Promise.all(senders.map(([, , bytes, part, everyMs]) => rawConnection(gateway.url, bytes, part, everyMs)));
    for (const [at, [which, status]] of senders.entries()) {
      const { statuses, seconds } = received[at]!;
      // nginx closes the connection of a sender that does not complete its headers, and says nothing.
      const isSilent = at === 0;
      expect([which, statuses, seconds <= 20]).toEqual([which, isSilent ? [] : [status], true]);
      if (!isSilent) expect(problemIn(received[at]!).problem).toMatchObject({ status });
    }
  });

  it('413 for a Content-Length of 10 GB, without reading', async () => {
    const received = await rawConnection(gateway.url, head('Content-Length: 10000000000\r\n'));
    expect(received.statuses).toEqual([413]);
    expect(problemIn(received).headers).toMatchObject({ connection: 'close', 'x-request-id': expect.any(String) as string });
  });

  it('accepts a body that arrives after the header timeout but within 10 s', async () => {
    const bytes = head(`Content-Length: ${ping.length}\r\nConnection: close\r\n`);
    expect((await rawConnection(gateway.url, bytes, ping, 6_500)).statuses).toEqual([200]);
  });

  it.each(['', 'Host: x\r\n'])('accepts HTTP/1.0 with header %j', async (host) => {
    const bytes = head(`Content-Length: ${ping.length}\r\n`, '1.0', host) + ping;
    expect((await rawConnection(gateway.url, bytes)).statuses).toEqual([200]);
  });
});
