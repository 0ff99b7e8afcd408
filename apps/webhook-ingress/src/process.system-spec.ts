import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppProcess, createTestDatabase, until } from '@sync/test-harness';
import { Load } from './testing/load';
import { send, Shops, signature, signedDelivery, type Shop } from './testing/webhook-ingress-under-test';

let shops: Shops;
const started: AppProcess[] = [];

beforeAll(async () => {
  shops = new Shops(await createTestDatabase());
});
afterEach(async () => {
  for (const one of started.splice(0)) await one.kill();
});
afterAll(() => shops.database.stop());

async function start(environment: Record<string, string> = {}): Promise<AppProcess> {
  const settings = { DATABASE_URL: shops.database.url, ENCRYPTION_KEYS: shops.encryptionKeys, LOG_LEVEL: 'warn', ...environment };
  const one = await AppProcess.start('webhook-ingress', settings);
  started.push(one);
  return one;
}

/** Numbers of a load's webhooks that are stored and pending. */
async function keptOf(some: readonly Shop[]): Promise<Set<number>> {
  const rows = await shops.rows<{ number: number }>(
    `select (body::jsonb->>'id')::int as number from tasks where system_connection_id = any($1) and state = 'pending'`,
    [some.map(({ id }) => id)],
  );
  return new Set(rows.map(({ number }) => number));
}

it('kill -9 at random moments under load: every 200 is stored', async () => {
  const some = await Promise.all(Array.from({ length: 4 }, () => shops.connect()));
  let one = await start();
  const load = new Load(() => one.url, some, 24);
  for (let round = 0; round < 4; round += 1) {
    await load.more(30);
    await sleep(Math.random() * 200);
    await one.kill();
    one = await start();
  }
  await load.stop();
  // A process that has just started may find Postgres too slow.
  expect(load.statuses.filter((status) => status !== 503)).toEqual([200, null]);
  const kept = await keptOf(some);
  expect(load.accepted.filter((number) => !kept.has(number))).toEqual([]);
});

it('SIGTERM under load: requests in progress get their response, every 200 is stored, and the exit code is 0', async () => {
  const shop = await shops.connect();
  const one = await start();
  const load = new Load(() => one.url, [shop]);
  await load.more(30);
  one.signal('SIGTERM');
  expect(await one.exited).toEqual({ code: 0, signal: null });
  await load.stop();
  expect(load.outcomes.filter(({ status }) => status !== 200 && status !== null)).toEqual([]);
  const kept = await keptOf([shop]);
  expect(load.accepted.filter((number) => !kept.has(number))).toEqual([]);
});

it('webhook_secret and body appear in no response, log, other row or job, at any log level', async () => {
  const secret = 'canary-of-a-secret';
  const credentials = { webhook_secret: secret, consumer_secret: 'canary-of-the-shop' };
  const [shop, broken] = [await shops.connect({ secret, credentials }), await shops.connect({ secret, credentials })];
  await shops.rows('update system_connections set credentials = (select credentials from system_connections where id = $2) where id = $1', [
    broken.id,
    shop.id,
  ]);
  // So small that a body that is too large is sent whole before the response.
  const one = await start({ LOG_LEVEL: 'trace', WEBHOOK_MAX_BYTES: '2000' });
  const body = '{"email":"canary-of-a-body@example.com"}';
  const sent = [
    signedDelivery(shop, body),
    signedDelivery(shop, `${body.slice(0, -1)}`),
    signedDelivery(broken, body),
    signedDelivery({ ...shop, secret: 'canary-of-another' }, body),
    signedDelivery(shop, body, [['X-Webhook-Signature', `canary-of-a-header ${signature(body, 'x')}`]]),
    { ...signedDelivery(shop, body, [['Content-Encoding', 'canary-of-a-coding']]) },
    { ...signedDelivery(shop, 'x'.repeat(2_001)) },
  ];
  const responses = await Promise.all(sent.map((each) => send(one.url, each)));
  expect(responses.map(({ status }) => status)).toEqual([200, 422, 401, 401, 401, 415, 413]);
  await until(() => one.output.split('"msg":"request"').length > sent.length);

  const tables = await shops.rows<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'queues')`,
  );
  const stored = await Promise.all(tables.map(({ schema, name }) => shops.rows(`select row::text from "${schema}"."${name}" row`)));
  const withoutBody = JSON.stringify(stored).split('canary-of-a-body@example.com');
  expect(withoutBody).toHaveLength(2);
  const everything = { responses: JSON.stringify(responses), log: one.output, stored: withoutBody.join('') };
  for (const [where, text] of Object.entries(everything))
    expect({ where, found: text.includes('canary') }).toEqual({ where, found: false });
  expect(one.output).toContain('credentials cannot be opened');
});

it('senders of endless bodies share a fixed amount of memory, and other webhooks are accepted meanwhile', async () => {
  const shop = await shops.connect();
  const one = await start();
  await send(one.url, signedDelivery(shop, '{"id":1}'));
  const before = one.memory();
  let peak = before;
  const watching = setInterval(() => (peak = Math.max(peak, one.memory())), 10);
  const held = Promise.all(
    Array.from({ length: 500 }, () => sendRaw(one.url, shop, `Content-Length: ${2 ** 20}`, Buffer.alloc(2 ** 20 - 1, 'x'))),
  );
  const sendByByte = () => sendRaw(one.url, shop, 'Transfer-Encoding: chunked', Buffer.from('1\r\nx\r\n'.repeat(2 ** 20)));
  const byByte = sendByByte();
  let accepted = 408;
  // A machine that stalls may be too slow even for a small body. Its sender sends it again.
  while (accepted === 408) accepted = (await send(one.url, signedDelivery(shop, '{"id":2}'))).status;
  expect(accepted).toBe(200);
  let refused = await byByte;
  const cutOff = await held;
  while (refused.startsWith('HTTP/1.1 408 ')) refused = await sendByByte();
  expect(refused).toMatch(/^HTTP\/1\.1 413 .*chunks/s);
  clearInterval(watching);
  expect(cutOff.filter((text) => text !== '' && !/^HTTP\/1\.1 408 .*request-timeout/s.test(text))).toEqual([]);
  // 64 MiB and garbage; the bodies are 500 MiB together.
  expect({ isBounded: peak - before < 330, before, peak }).toEqual({ isBounded: true, before, peak });
  expect((await send(one.url, signedDelivery(shop, '{"id":3}'))).status).toBe(200);
});

/** Sends a body as fast as it is taken; returns what arrived until the connection was closed. */
function sendRaw(url: string, shop: Shop, framing: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const { port, hostname } = new URL(url);
    let text = '';
    const socket = connect(Number(port), hostname)
      .on('data', (part: Buffer) => (text += part.toString()))
      .on('error', () => undefined)
      .on('close', () => resolve(text));
    socket.write(`POST /api/webhooks/${shop.id} HTTP/1.1\r\nHost: x\r\nX-Webhook-Signature: x\r\n${framing}\r\n\r\n`);
    socket.write(body);
  });
}

it('the bundle contains no platform code', () => {
  const map = readFileSync(join(process.cwd(), 'dist/apps/webhook-ingress/main.mjs.map'), 'utf8');
  const { sources } = JSON.parse(map) as { sources: string[] };
  expect(sources.some((path) => path.endsWith('receive-webhook/receive-webhook.ts'))).toBe(true);
  expect(sources.filter((path) => /libs\/(integrations|record-store|demo-shops)\/|apps\/(?!webhook-ingress)/.test(path))).toEqual([]);
});
