import { createTestDatabase, until, type AppProcess, type TestDatabase } from '@sync/test-harness';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { launchConnectionApi } from './testing/connection-api-process';
import { Shop } from './testing/shop';

let database: TestDatabase;
let shop: Shop;
const processes: AppProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await Shop.start('canary-connection-token');
});
afterAll(async () => {
  for (const one of processes) await one.kill();
  await shop.stop();
  await database.stop();
});

async function start(environment: Record<string, string> = {}): Promise<AppProcess> {
  const one = await launchConnectionApi({ DATABASE_URL: database.url, ...environment });
  processes.push(one);
  return one.ready();
}

interface HttpResponse {
  status: number;
  text: string;
}

async function ask(url: string, method: string, body?: unknown, token?: string): Promise<HttpResponse> {
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** Its log lines. */
const logLines = (one: AppProcess) =>
  one.output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const member = (reply: HttpResponse, name: string) => (JSON.parse(reply.text) as Record<string, string>)[name] ?? '';

/** Starts a registration that hangs in the shop until `goOn` is called. */
async function register(one: AppProcess): Promise<{ registered: Promise<HttpResponse | null>; goOn: () => void }> {
  let goOn: () => void = () => undefined;
  let isCalled: () => void = () => undefined;
  const called = new Promise<void>((resolve) => (isCalled = resolve));
  shop.beforeResponse = () => {
    isCalled();
    return new Promise<void>((resolve) => (goOn = resolve));
  };
  const registered = ask(`${one.url}/api/system-connections/register`, 'POST', shop.registration).catch(() => null);
  await called;
  shop.beforeResponse = () => Promise.resolve();
  return { registered, goOn };
}

describe('SIGTERM', () => {
  it('drains: a request in progress completes, an idle connection does not delay the exit, exit code 0', async () => {
    const one = await start();
    const idle = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      request(`${one.url}/health/live`, { agent: idle }, (response) => response.resume().on('end', resolve)).end(),
    );
    const { registered, goOn } = await register(one);
    one.signal('SIGTERM');
    // Wait until it no longer listens.
    await until(() =>
      fetch(`${one.url}/health/live`).then(
        () => false,
        () => true,
      ),
    );
    goOn();
    expect((await registered)?.status).toBe(201);
    expect(await one.exited).toEqual({ code: 0, signal: null });
    // It stopped before its deadline.
    await until(() => one.output.includes('"msg":"stopped"'), 30_000);
    idle.destroy();
  });

  it('a second signal stops the process at once', async () => {
    const one = await start();
    const { registered } = await register(one);
    one.signal('SIGTERM');
    // Signals sent together would be merged.
    await until(() => one.output.includes('"msg":"stopping"'));
    one.signal('SIGTERM');
    expect(await one.exited).toEqual({ code: 1, signal: null });
    expect(await registered).toBeNull();
  });
});

it('package.json of the bundle lists packages that are required by name only', async () => {
  const { dependencies } = JSON.parse(await readFile('dist/apps/connection-api/package.json', 'utf8')) as { dependencies: object };
  expect(dependencies).toMatchObject({
    '@nestjs/platform-fastify': expect.any(String) as string,
  });
});

it('the bundle keeps the rules of the workspace: no install scripts, same overrides', async () => {
  const { overrides } = JSON.parse(await readFile('package.json', 'utf8')) as { overrides: object };
  expect(JSON.parse(await readFile('dist/apps/connection-api/package.json', 'utf8'))).toMatchObject({ overrides });
  expect(await readFile('dist/apps/connection-api/.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

describe('at log level trace', () => {
  let one: AppProcess;
  beforeAll(async () => {
    one = await start({ LOG_LEVEL: 'trace' });
  });

  it('logs JSON lines with request id, route and status, but neither path nor headers', async () => {
    await fetch(`${one.url}/api/system-connections/01960000-0000-7000-8000-00000000dead?a=b`, {
      headers: { 'x-request-id': 'seen-1', authorization: 'Bearer x' },
    });
    await until(() => logLines(one).some(({ requestId }) => requestId === 'seen-1'));
    expect(logLines(one)).toContainEqual(
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

  describe('logs why verification failed, with the request id', () => {
    const logged = async (by: AppProcess, line: Record<string, unknown>) => {
      const found = () => logLines(by).filter(({ reason }) => reason !== undefined);
      await until(() => found().length > 0);
      expect(found()).toContainEqual(expect.objectContaining({ requestId: expect.any(String) as string, ...line }));
    };

    it('forbidden address', async () => {
      const { status } = await ask(`${one.url}/api/system-connections/register`, 'POST', {
        ...shop.registration,
        base_url: 'http://10.0.0.1/canary-path',
      });
      expect(status).toBe(422);
      await logged(one, {
        context: 'VerifyCredentials',
        msg: 'credentials not verified',
        failure: 'shop_unreachable',
        reason: 'base_url must be reachable on the public internet',
      });
    });

    it('stored credentials whose key is no longer in the key ring: 503, not ready, and nothing is sealed with the wrong key', async () => {
      const path = `${one.url}/api/system-connections`;
      const registered = await ask(`${path}/register`, 'POST', shop.registration);
      const owner = await ask(`${path}/connect`, 'POST', { system_slug: 'mailing_platform' });
      await ask(`${path}/connect`, 'POST', { connection_token: member(registered, 'connection_token') }, member(owner, 'token'));
      const widgetToken = member(registered, 'widget_token');
      expect((await ask(`${one.url}/api/widget/connection/disconnect`, 'POST', undefined, widgetToken)).status).toBe(200);
      const other = await launchConnectionApi({
        DATABASE_URL: database.url,
        ENCRYPTION_KEYS: `newer:${randomBytes(32).toString('base64')}`,
      });
      processes.push(other);
      const notReady = () => ask(`${other.url}/health/ready`, 'GET').catch(() => null);
      await until(async () => (await notReady())?.text.includes('Not ready: encryption key test (missing).') === true);
      expect((await ask(`${other.url}/api/widget/connection/reconnect`, 'POST', undefined, widgetToken)).status).toBe(503);
      expect((await ask(`${other.url}/api/system-connections/register`, 'POST', shop.registration)).status).toBe(503);
      await until(() => logLines(other).some(({ msg }) => msg === 'encryption keys do not fit the stored credentials'));
      expect(logLines(other)).toContainEqual(
        expect.objectContaining({ level: 'error', context: 'KeyRingCheck', keys: [{ keyId: 'test', fault: 'missing' }] }),
      );
    });
  });
});
