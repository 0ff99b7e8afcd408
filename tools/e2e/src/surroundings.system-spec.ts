import { once } from 'node:events';
import { createServer } from 'node:net';
import { DemoShopA } from '@sync/demo-shops';
import { freePort, startPgBouncer, startRedisServer, type PgBouncer } from '@sync/embedded-services';
import { newestMigration } from '@sync/schema';
import {
  AppProcess,
  createTestDatabase,
  ServerGate,
  until,
  type AppName,
  type Environment,
  type Exit,
  type TestDatabase,
} from '@sync/test-harness';
import { identityOf } from './testing/actors';
import { newEncryptionKeys } from './testing/encryption-keys';
import { exchange, header, json, questionOf, type WireResponse } from './testing/exchange';
import { faultsOfProblem } from './testing/problem-schema';
import { ServiceUnderTest } from './testing/service-under-test';
import { smallestJourney } from './testing/smallest-journey';
import { describeWrongSettings } from './testing/wrong-settings';

const apps: AppName[] = ['connection-api', 'export-worker', 'webhook-ingress', 'admin-api'];
/** Apps exit within 25 s (docs/operations/upgrade.md); the rest is for a machine that stalls. */
const stoppedMs = 30_000;
const allStopped = { exits: apps.map((): Exit => ({ code: 0, signal: null })), inTime: true };
const connect = '/api/system-connections/connect';
const registerRoute = '/api/system-connections/register';

describe('a missing or malformed variable at start', () => describeWrongSettings());

describe('without Postgres', () => {
  const launched: AppProcess[] = [];
  let database: TestDatabase;
  /** The apps' path to Postgres. */
  let gate: ServerGate;
  let environment: Environment = {};
  let password = '';
  /** Started with an address where Postgres never appears. Takes its full deadline, so the other tests run meanwhile. */
  let withoutPostgres: AppProcess;

  const launch = async (app: AppName, overrides: Environment = {}) => {
    const started = await AppProcess.launch(app, { ...environment, ...overrides });
    launched.push(started);
    return started;
  };
  const launchAll = () => Promise.all(apps.map((app) => launch(app)));
  const startAll = async () => {
    const started = await launchAll();
    await Promise.all(started.map((app) => app.ready()));
    return started;
  };
  const waitsForPostgres = ({ output }: AppProcess) => /Unable to connect to the database|Postgres does not respond yet/.test(output);
  const stopped = async (some: AppProcess[]): Promise<{ exits: Exit[]; inTime: boolean }> => {
    const begun = Date.now();
    const exits = await Promise.all(some.map((app) => app.stop()));
    return { exits, inTime: Date.now() - begun < stoppedMs };
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await ServerGate.open(database.url);
    password = decodeURIComponent(new URL(database.url).password);
    environment = {
      DATABASE_URL: gate.url,
      ENCRYPTION_KEYS: newEncryptionKeys(),
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '1000',
    };
    withoutPostgres = await launch('connection-api', { DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:1/e2e` });
  });
  afterAll(async () => {
    await Promise.all(launched.map((app) => app.kill()));
    await gate.cut();
    await database.stop();
  });

  it('Postgres goes down: 503 with Retry-After on every route, live but not ready, recovery when it returns, and a clean exit without it', async () => {
    const running = await startAll();
    const [api, , ingress, admin] = running as [AppProcess, AppProcess, AppProcess, AppProcess];
    const ask = (method: string, path: string, token?: string, body?: unknown, app = api): Promise<WireResponse> =>
      exchange(app.url, questionOf(method, path, { token, body }));
    const shop = await DemoShopA.start({ customers: 5, orders: 5, products: 5 });
    const { token } = json<{ token: string }>(await ask('POST', connect, undefined, { system_slug: 'mailing_platform' }));
    const { connection_token } = json<{ connection_token: string }>(await ask('POST', registerRoute, undefined, identityOf(shop)));
    const feed = () => ask('GET', '/api/records/customers', token);
    expect((await feed()).status).toBe(200);

    await gate.cut();
    const requests = [
      () => ask('GET', '/api/system-connections', token),
      feed,
      () => ask('GET', '/api/widget/configuration', token),
      () => ask('POST', connect, undefined, { system_slug: 'mailing_platform' }),
      () => ask('POST', connect, token, { connection_token }),
      () => ask('POST', registerRoute, undefined, identityOf(shop)),
      () => ask('GET', '/api/admin/me', `sas_${'A'.repeat(43)}`, undefined, admin),
      () => ask('POST', '/api/admin/sessions', undefined, { login: 'ada', password: 'a long password' }, admin),
    ];
    for (const request of requests) {
      const response = await request();
      expect([response.status, header(response, 'retry-after'), faultsOfProblem(response)]).toEqual([
        503,
        expect.stringMatching(/^[1-9]\d*$/),
        [],
      ]);
    }
    // Refusing an unsigned webhook needs no Postgres.
    const webhook = await exchange(ingress.url, { method: 'POST', path: `/api/webhooks/${crypto.randomUUID()}`, headers: [], body: '{}' });
    expect(webhook.status).toBe(401);
    for (const app of running) expect([await app.health('live'), await app.health('ready')]).toEqual([200, 503]);

    await gate.restore();
    await until(async () => (await Promise.all(running.map((app) => app.health('ready')))).every((status) => status === 200));
    expect((await ask('POST', connect, token, { connection_token })).status).toBe(201);
    // The worker recovers, too: the connection's first sync reaches the caller's feed.
    await until(async () => json<{ data: unknown[] }>(await feed()).data.length === 5);
    await shop.stop();

    await gate.cut();
    expect(await stopped(running)).toEqual(allStopped);
    for (const { output } of running) expect(output.includes(password)).toBe(false);
    await gate.restore();
  });

  it('each app that waits for Postgres at start stops cleanly, or becomes ready when Postgres appears', async () => {
    await gate.cut();
    const launchWaiting = async () => {
      const waiting = await launchAll();
      await until(() => waiting.every(waitsForPostgres));
      for (const app of waiting) expect(await app.health('ready')).not.toBe(200);
      return waiting;
    };
    const [impatient, patient] = [await launchWaiting(), await launchWaiting()];
    expect(await stopped(impatient)).toEqual(allStopped);
    await gate.restore();
    await Promise.all(patient.map((app) => app.ready()));
    expect(await stopped(patient)).toEqual(allStopped);
  });

  it.each(apps)('%s is not ready on an older schema, and becomes ready once it is migrated', async (app) => {
    const rename = (from: string, to: string) => database.dataSource.query('update migrations set name = $2 where name = $1', [from, to]);
    await rename(newestMigration, 'missing migration');
    const early = await launch(app);
    const ready = () => fetch(`${early.url}/health/ready`).catch(() => null);
    await until(async () => (await ready())?.status === 503);
    expect(await (await ready())?.json()).toMatchObject({ status: 503, detail: 'Not ready: migrations.' });
    expect(await early.health('live')).toBe(200);
    await rename('missing migration', newestMigration);
    await early.ready();
    expect((await stopped([early])).exits).toEqual([{ code: 0, signal: null }]);
  });

  it('exits 0 within 25 s of SIGTERM while Postgres hangs', async () => {
    const running = await startAll();
    gate.stick();
    expect(await stopped(running)).toEqual(allStopped);
  });

  it('exits 1 when Postgres never appears, and names the variable without the password', async () => {
    expect(await withoutPostgres.exited).toEqual({ code: 1, signal: null });
    expect(withoutPostgres.stdout.trim().split('\n').at(-1)).toMatch(/Postgres does not respond at DATABASE_URL/);
    expect(withoutPostgres.output.includes(password)).toBe(false);
  });
});

describe('without Redis', () => {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  /** An operator who mistypes an address should read it, not find it between hundreds of stack traces. */
  it('while no Redis listens at REDIS_URL each app says so in one line, and in another when it appears', async () => {
    const port = await freePort();
    let attempts = 0;
    // Refuses like a closed port, but counts.
    const nothing = createServer((socket) => {
      attempts += 1;
      socket.resetAndDestroy();
    });
    nothing.listen(port, '127.0.0.1');
    await once(nothing, 'listening');
    const closed = once(nothing, 'close');
    const close = () => (nothing.close(), closed);
    cleanUps.push(close);
    const environment = { REDIS_URL: `redis://:canary-password@127.0.0.1:${port}`, LOG_LEVEL: 'info' };
    const service = await ServiceUnderTest.start({ environment });
    cleanUps.push(() => service.stop());
    const others = (['export-worker', 'webhook-ingress'] satisfies AppName[]).map((app) => AppProcess.launch(app, service.environment));
    const apps = [service.api, ...(await Promise.all(others))];
    cleanUps.push(() => Promise.all(apps.map((app) => app.stop())));
    const lines = (app: AppProcess) =>
      app.output.split('\n').filter((line) => /redis/i.test(line) && !line.includes('RedisThrottlerStorage'));
    await until(() => apps.every((app) => lines(app).length > 0));
    const before = attempts;
    await until(() => attempts > before + 60);
    for (const app of apps) {
      expect(lines(app)).toEqual([expect.stringContaining('Redis does not respond at REDIS_URL')]);
      expect(lines(app)[0]).toContain(`"host":"127.0.0.1:${port}"`);
      expect(app.output).not.toMatch(/queue error|worker error|canary/);
    }
    await close();
    const redis = await startRedisServer({ port });
    cleanUps.push(async () => redis?.stop());
    await until(() => apps.every((app) => lines(app).some((line) => line.includes('Redis responds again'))));
  });

  it('a Redis Cluster is refused at the start, in one sentence', async () => {
    const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
    const cluster = await startRedisServer({ settings });
    cleanUps.push(async () => cluster?.stop());
    const app = await AppProcess.launch('webhook-ingress', {
      DATABASE_URL: 'postgres://127.0.0.1:1/nothing',
      ENCRYPTION_KEYS: newEncryptionKeys(),
      REDIS_URL: cluster?.url ?? '',
    });
    cleanUps.push(() => app.kill());
    expect(await app.exited).toEqual({ code: 1, signal: null });
    const reasons = app.output.split('\n').filter((line) => line.includes('cannot start'));
    expect(reasons).toEqual([expect.stringContaining('"reason":"REDIS_URL leads to a Redis Cluster; use one primary')]);
  });
});

describe('a pooler before Postgres', () => {
  let service: ServiceUnderTest;
  let pooler: PgBouncer;

  beforeAll(async () => {
    // Fewer server connections than the apps have clients.
    const way = async (own: string) => {
      pooler = await startPgBouncer({ serverUrl: own, poolSize: 4 });
      return { DATABASE_URL: pooler.through(own), DATABASE_DIRECT_URL: own };
    };
    service = await ServiceUnderTest.start({ way });
  });
  afterAll(async () => {
    await service.stop();
    await pooler.stop();
  });

  it('behind PgBouncer in transaction mode a shop is linked, exported, its webhook taken and its records served', async () => {
    await smallestJourney(service);
    expect(service.output).not.toMatch(/"level":"(?:error|fatal)"/);
    expect(await service.rows(`select from tasks where state <> 'done'`)).toEqual([]);
  });
});
