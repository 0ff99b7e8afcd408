import { connect } from 'node:net';
import { signature, WebhookIngressUnderTest, type Shop } from './testing/webhook-ingress-under-test';

const body = '{"id":517}';
let ingress: WebhookIngressUnderTest;
let shop: Shop;
beforeAll(async () => {
  ingress = await WebhookIngressUnderTest.start();
  shop = await ingress.connect();
});
afterAll(() => ingress.stop());

interface Received {
  text: string;
  seconds: number;
}

/** Sends these bytes, then one part after the other every half a second, and reads until the service closes. */
function raw(bytes: string, parts: readonly string[] = []): Promise<Received> {
  const { hostname, port } = new URL(ingress.url);
  const since = Date.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let [text, next] = ['', 0];
    const dripping = setInterval(() => socket.writable && socket.write(parts[next++ % parts.length] ?? ''), 500);
    socket.on('data', (part: Buffer) => (text += part.toString())).on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      resolve({ text, seconds: (Date.now() - since) / 1_000 });
    });
    socket.write(bytes, 'latin1');
  });
}

const line = (version = '1.1') => `POST /api/webhooks/${shop.id} HTTP/${version}\r\n`;
const head = () => `${line()}Host: x\r\nConnection: close\r\n`;
const signed = () => `X-WC-Webhook-Signature: ${signature(body, shop.secret)}\r\n`;
const isProblem = ({ text }: Received, status: number) => {
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(text).toMatch(/content-type: application\/problem\+json/i);
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status });
};

const whole = () => `Content-Length: ${body.length}\r\n\r\n${body}`;

it.each<[what: string, request: () => string, response?: RegExp]>([
  ['HTTP/1.0, as commerce_a sends it', () => `${line('1.0')}Host: x\r\n${signed()}${whole()}`],
  ['HTTP/1.0 without Host', () => `${line('1.0')}${signed()}${whole()}`],
  ['a chunked body', () => `${head()}${signed()}Transfer-Encoding: chunked\r\n\r\n4\r\n{"id\r\n6\r\n":517}\r\n0\r\n\r\n`],
  ['Expect: 100-continue', () => `${head()}${signed()}Expect: 100-continue\r\n${whole()}`, /^HTTP\/1\.1 100 .*accepted/s],
])('%s is accepted', async (_, request, response = /^HTTP\/1\.1 200 .*\{"status":"accepted"\}/s) => {
  expect((await raw(request())).text).toMatch(response);
});

const tenGigabytes = 'Content-Length: 10000000000\r\n\r\n';

it.each<[what: string, request: () => string, status: number]>([
  ['HTTP/1.1 without Host', () => `${line()}Connection: close\r\n${signed()}${whole()}`, 400],
  ['another expectation', () => `${head()}${signed()}Expect: nonsense\r\n${whole()}`, 400],
  ['a body of 10 GB', () => `${line()}Host: x\r\n${signed()}${tenGigabytes}`, 413],
  ['a body of 10 GB with a content coding', () => `${line()}Host: x\r\n${signed()}Content-Encoding: gzip\r\n${tenGigabytes}`, 415],
])('%s is refused before the body is read', async (_, request, status) => {
  const received = await raw(request());
  isProblem(received, status);
  expect(received.seconds).toBeLessThan(20);
});

describe('requests that servers could read in two ways', () => {
  it.each([
    ['a length and chunks', 'Content-Length: 10\r\nTransfer-Encoding: chunked\r\n'],
    ['two lengths', 'Content-Length: 10\r\nContent-Length: 11\r\n'],
    ['a folded header', 'X-A: b\r\n c\r\nContent-Length: 10\r\n'],
    ['a malformed length', 'Content-Length: ten\r\n'],
    ['an unknown transfer coding', 'Transfer-Encoding: nonsense\r\n'],
  ])('%s: 400 and nothing stored', async (_, headers) => {
    const before = await ingress.count();
    isProblem(await raw(`${head()}${signed()}${headers}\r\n${body}`), 400);
    expect(await ingress.count()).toBe(before);
  });
});

describe('slow senders are cut off', () => {
  const senders: [string, () => string, string[]][] = [
    ['one header line each 500 ms', () => `${line()}Host: x\r\n`, ['X-A: b\r\n']],
    ['one body byte each 500 ms', () => `${head()}${signed()}Content-Length: 1000\r\n\r\n`, ['x']],
    ['one chunk each 500 ms', () => `${head()}${signed()}Transfer-Encoding: chunked\r\n\r\n`, ['1\r\nx\r\n']],
    ['nothing at all after the first line', line, ['']],
  ];
  const received = new Map<string, Promise<Received>>();
  // All at once, because each takes its time.
  beforeAll(() => {
    for (const [which, bytes, parts] of senders) received.set(which, raw(bytes(), parts));
  });

  it.each(senders.map(([which]) => which))('%s', async (which) => {
    const response = await received.get(which);
    // The limit is 10 s, checked every second; Node's own default is more than 90 s.
    expect(response?.seconds).toBeLessThanOrEqual(20);
    isProblem(response!, 408);
  });
});

it('a sender that disconnects in the middle leaves nothing behind', async () => {
  const before = await ingress.count();
  const { hostname, port } = new URL(ingress.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head()}${signed()}Content-Length: 1000\r\n\r\n{"id":`, () => socket.destroy());
      socket.on('close', () => resolve());
    });
  });
  expect((await ingress.deliver(shop, '{"id":1}')).status).toBe(200);
  expect(await ingress.count()).toBe(before + 1);
});
