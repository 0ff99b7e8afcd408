import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionApiProcess } from './testing/connection-api-process';
import { Shop } from './testing/shop';

let database: TestDatabase;
let shop: Shop;
const started: ConnectionApiProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await Shop.start('canary-connection-token');
});
afterEach(async () => {
  for (const one of started.splice(0)) await one.kill();
});
afterAll(async () => {
  await shop.stop();
  await database.stop();
});

async function start(environment: Record<string, string | undefined> = {}): Promise<ConnectionApiProcess> {
  const one = await ConnectionApiProcess.spawn({ DATABASE_URL: database.url, ...environment });
  started.push(one);
  return one;
}

interface Reply {
  status: number;
  text: string;
}

async function ask(url: string, method: string, body?: unknown, token?: string): Promise<Reply> {
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

const member = (reply: Reply, name: string) => (JSON.parse(reply.text) as Record<string, string>)[name] ?? '';

describe('a missing or malformed variable stops the app at start with one line that names it and what it should be', () => {
  it.each([
    ['DATABASE_URL', undefined],
    ['ENCRYPTION_KEYS', 'a:Y2FuYXJ5LXZhbHVl'],
    ['CONNECTION_TOKEN_TTL_SECONDS', 'canary-value'],
  ])('%s = %p', async (name, value) => {
    const one = await start({ [name]: value });
    expect(await one.exited).toBe(1);
    const lines = one.output.trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${name} should be `);
    expect(one.output).not.toMatch(/canary|Y2FuYXJ5/);
  });
});

describe('SIGTERM', () => {
  it('drains: a request that is being answered is answered, an idle connection does not hold it up, exit 0', async () => {
    const one = await (await start()).ready();
    const idle = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      request(`${one.url}/health/live`, { agent: idle }, (response) => response.resume().on('end', resolve)).end(),
    );
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      shop.beforeAnswer = () => {
        resolve();
        return new Promise<void>((release) => (answer = release));
      };
    });
    const registering = ask(`${one.url}/api/system-connections/register`, 'POST', shop.registration);
    await asked;
    one.signal('SIGTERM');
    setTimeout(answer, 300);
    expect((await registering).status).toBe(201);
    expect(await one.exited).toBe(0);
    idle.destroy();
    shop.beforeAnswer = () => Promise.resolve();
  });

  it('a second signal ends it at once', async () => {
    const one = await (await start()).ready();
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    shop.beforeAnswer = () => {
      isAsked();
      return new Promise((resolve) => setTimeout(resolve, 5_000));
    };
    const cut = ask(`${one.url}/api/system-connections/register`, 'POST', shop.registration).catch(() => null);
    await asked;
    one.signal('SIGTERM');
    setTimeout(() => one.signal('SIGTERM'), 200);
    expect(await one.exited).toBe(1);
    expect(await cut).toBeNull();
    shop.beforeAnswer = () => Promise.resolve();
  });
});

it('serves the API description for people', async () => {
  const one = await (await start()).ready();
  const page = await fetch(`${one.url}/api/docs`);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const text = await page.text();
  expect(text).toContain('swagger-ui');
  const script = /src="([^"]*swagger-ui-init\.js)"/.exec(text)?.[1] ?? '';
  expect((await fetch(new URL(script, `${one.url}/api/docs`))).status).toBe(200);
  expect((await fetch(`${one.url}/api/docs/swagger-ui.css`)).status).toBe(200);
});

it('its package.json names what is loaded by name only, too: it runs where nothing else is installed', async () => {
  const { dependencies } = JSON.parse(await readFile('dist/apps/connection-api/package.json', 'utf8')) as { dependencies: object };
  expect(dependencies).toMatchObject({
    '@fastify/static': expect.any(String) as string,
    '@nestjs/platform-fastify': expect.any(String) as string,
  });
});

it('secrets are in no response, log, job or problem, at any log level', async () => {
  const one = await (await start({ LOG_LEVEL: 'trace' })).ready();
  const credentials = {
    connection_token: shop.secret,
    consumer_key: 'canary-key',
    consumer_secret: 'canary-secret',
    webhook_secret: 'canary-hook',
    nested: { deep: 'canary-deep' },
  };
  const registration = { ...shop.registration, credentials };
  const path = `${one.url}/api/system-connections`;
  const replies: Reply[] = [];
  const send = async (...question: Parameters<typeof ask>) => {
    const reply = await ask(...question);
    replies.push(reply);
    return reply;
  };

  const owner = await ask(`${path}/connect`, 'POST', { system_slug: 'mailing_platform', external_user_id: 'someone' });
  const token = member(owner, 'token');
  shop.status = 500;
  await send(`${path}/register`, 'POST', registration);
  shop.status = null;
  const registered = await ask(`${path}/register`, 'POST', registration);
  const [connectionToken, widgetToken] = [member(registered, 'connection_token'), member(registered, 'widget_token')];
  shop.status = 401;
  await send(`${path}/connect`, 'POST', { connection_token: connectionToken }, token);
  shop.status = null;
  const finalised = await send(`${path}/connect`, 'POST', { connection_token: connectionToken }, token);
  expect(finalised.status).toBe(201);
  await send(`${path}/connect`, 'POST', { connection_token: connectionToken }, token);
  await send(`${path}/connect`, 'POST', { connection_token: connectionToken }, `${token}x`);
  const begun = await ask(`${path}/connect`, 'POST', {}, token);
  const pasted = member(begun, 'connection_token');
  await send(`${path}/register`, 'POST', {
    ...registration,
    connection_token: pasted,
    base_url: 'http://10.0.0.1/canary-address?canary=1',
  });
  await send(`${path}/register`, 'POST', { ...registration, connection_token: pasted });
  await send(`${path}/register`, 'POST', { ...registration, credentials: ['canary-list'] });
  await send(`${path}?token=${token}&limit=canary-limit`, 'GET', undefined, token);
  for (const address of [
    path,
    `${path}/${member(finalised, 'id')}`,
    `${path}/${token}`,
    `${one.url}/api/records/orders`,
    `${one.url}/api/openapi.json`,
  ]) {
    await send(address, 'GET', undefined, token);
  }
  await send(`${one.url}/api/widget/configuration`, 'PATCH', { configuration: { direction: 'canary-direction' } }, widgetToken);

  const tables = await database.dataSource.query<{ name: string }[]>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const stored = await Promise.all(tables.map(({ name }) => database.dataSource.query(`select row::text from "${name}" row`)));
  const everything = { replies: replies.map(({ text }) => text).join('\n'), logs: one.output, tables: JSON.stringify(stored) };
  expect(one.output).toContain('"msg":"request"');
  for (const secret of ['canary', token, connectionToken, widgetToken, pasted]) {
    for (const [where, text] of Object.entries(everything)) {
      // The path that was asked for is repeated in `instance`, and a token in a path is the caller's own doing.
      expect({ secret, where, found: text.split(`"instance":"/api/system-connections/${secret}"`).join('').includes(secret) }).toEqual({
        secret,
        where,
        found: false,
      });
    }
  }
});

it('logs are JSON lines with the id of the request, its route and status, never its address or headers', async () => {
  const one = await (await start()).ready();
  await fetch(`${one.url}/api/system-connections/01960000-0000-7000-8000-00000000dead?a=b`, {
    headers: { 'x-request-id': 'seen-1', authorization: 'Bearer x' },
  });
  while (!one.output.includes('seen-1')) await sleep(20);
  const lines = one.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'info',
      app: 'connection-api',
      msg: 'request',
      requestId: 'seen-1',
      method: 'GET',
      route: '/api/system-connections/:id',
      status: 401,
    }),
  );
  expect(one.output).not.toMatch(/dead|Bearer|a=b/);
});
