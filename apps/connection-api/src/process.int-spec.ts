import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { ConnectionApiProcess } from './testing/connection-api-process';
import { Shop } from './testing/shop';

let database: TestDatabase;
let shop: Shop;
const started: ConnectionApiProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await Shop.start('canary-connection-token');
});
afterAll(async () => {
  for (const one of started) await one.kill();
  await shop.stop();
  await database.stop();
});

async function start(environment: Record<string, string> = {}): Promise<ConnectionApiProcess> {
  const one = await ConnectionApiProcess.spawn({ DATABASE_URL: database.url, ...environment });
  started.push(one);
  return one.ready();
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

/** What it has logged, line by line. */
const told = (one: ConnectionApiProcess) =>
  one.output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const member = (reply: Reply, name: string) => (JSON.parse(reply.text) as Record<string, string>)[name] ?? '';

/** A register that the service has begun; the shop does not answer until it may go on. */
async function register(one: ConnectionApiProcess): Promise<{ registered: Promise<Reply | null>; goOn: () => void }> {
  let goOn: () => void = () => undefined;
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  shop.beforeResponse = () => {
    isAsked();
    return new Promise<void>((resolve) => (goOn = resolve));
  };
  const registered = ask(`${one.url}/api/system-connections/register`, 'POST', shop.registration).catch(() => null);
  await asked;
  shop.beforeResponse = () => Promise.resolve();
  return { registered, goOn };
}

describe('SIGTERM', () => {
  it('drains: a request that is being answered is answered, an idle connection does not hold it up, exit 0', async () => {
    const one = await start();
    const idle = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      request(`${one.url}/health/live`, { agent: idle }, (response) => response.resume().on('end', resolve)).end(),
    );
    const { registered, goOn } = await register(one);
    one.signal('SIGTERM');
    // It listens no more: what follows is the end of what was begun.
    await until(() =>
      fetch(`${one.url}/health/live`).then(
        () => false,
        () => true,
      ),
    );
    goOn();
    expect((await registered)?.status).toBe(201);
    expect(await one.exited).toBe(0);
    // And not by its deadline.
    await until(() => one.output.includes('"msg":"stopped"'), 30_000);
    idle.destroy();
  });

  it('a second signal ends it at once', async () => {
    const one = await start();
    const { registered } = await register(one);
    one.signal('SIGTERM');
    // Two that come at once are one to the system.
    await until(() => one.output.includes('"msg":"stopping"'));
    one.signal('SIGTERM');
    expect(await one.exited).toBe(1);
    expect(await registered).toBeNull();
  });
});

it('its package.json names what is loaded by name only, too: it runs where nothing else is installed', async () => {
  const { dependencies } = JSON.parse(await readFile('dist/apps/connection-api/package.json', 'utf8')) as { dependencies: object };
  expect(dependencies).toMatchObject({
    '@fastify/static': expect.any(String) as string,
    '@nestjs/platform-fastify': expect.any(String) as string,
  });
});

it('is deployed by the rules of the workspace: no install script runs, and the overrides hold', async () => {
  const { overrides } = JSON.parse(await readFile('package.json', 'utf8')) as { overrides: object };
  expect(JSON.parse(await readFile('dist/apps/connection-api/package.json', 'utf8'))).toMatchObject({ overrides });
  expect(await readFile('dist/apps/connection-api/.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

describe('while it runs, at any log level', () => {
  let one: ConnectionApiProcess;
  beforeAll(async () => {
    one = await start({ LOG_LEVEL: 'trace' });
  });

  it('serves the API description for people', async () => {
    const page = await fetch(`${one.url}/api/docs`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const text = await page.text();
    expect(text).toContain('swagger-ui');
    const script = /src="([^"]*swagger-ui-init\.js)"/.exec(text)?.[1] ?? '';
    expect((await fetch(new URL(script, `${one.url}/api/docs`))).status).toBe(200);
    expect((await fetch(`${one.url}/api/docs/swagger-ui.css`)).status).toBe(200);
  });

  it('logs are JSON lines with the id of the request, its route and status, never its address or headers', async () => {
    await fetch(`${one.url}/api/system-connections/01960000-0000-7000-8000-00000000dead?a=b`, {
      headers: { 'x-request-id': 'seen-1', authorization: 'Bearer x' },
    });
    await until(() => told(one).some(({ requestId }) => requestId === 'seen-1'));
    expect(told(one)).toContainEqual(
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
    expect(one.output).not.toMatch(/00000000dead|Bearer|a=b/);
  });

  describe('why credentials were not verified is in the log, with the id of the request', () => {
    const logged = async (by: ConnectionApiProcess, line: Record<string, unknown>) => {
      const found = () => told(by).filter(({ reason }) => reason !== undefined);
      await until(() => found().length > 0);
      expect(found()).toContainEqual(expect.objectContaining({ requestId: expect.any(String) as string, ...line }));
    };

    it('an address that may not be called', async () => {
      const { status } = await ask(`${one.url}/api/system-connections/register`, 'POST', {
        ...shop.registration,
        base_url: 'http://10.0.0.1/canary-path',
      });
      expect(status).toBe(422);
      await logged(one, {
        context: 'ShopIdentity',
        msg: 'credentials not verified',
        reason: 'base_url must be reachable on the public internet',
      });
    });

    it('stored credentials whose key is in the ring no more', async () => {
      const path = `${one.url}/api/system-connections`;
      const registered = await ask(`${path}/register`, 'POST', shop.registration);
      const owner = await ask(`${path}/connect`, 'POST', { system_slug: 'mailing_platform' });
      await ask(`${path}/connect`, 'POST', { connection_token: member(registered, 'connection_token') }, member(owner, 'token'));
      const widgetToken = member(registered, 'widget_token');
      expect((await ask(`${one.url}/api/widget/connection/disconnect`, 'POST', undefined, widgetToken)).status).toBe(200);
      const other = await start({ ENCRYPTION_KEYS: `newer:${randomBytes(32).toString('base64')}` });
      expect((await ask(`${other.url}/api/widget/connection/reconnect`, 'POST', undefined, widgetToken)).status).toBe(422);
      await logged(other, {
        level: 'error',
        context: 'VerifyCredentials',
        msg: 'stored credentials cannot be read',
        reason: 'Stored credentials cannot be read: key test is not in the key ring',
      });
    });
  });

  it('secrets are in no response, log, job or problem', async () => {
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
});
