import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { migrateDatabase } from '@sync/domain';
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from '@sync/embedded-services';
import { createTestDatabase, ServerGate, until, type TestDatabase } from '@sync/test-harness';
import { identityOf } from './testing/actors';
import { AppProcess, type AppName, type Environment, type Exit } from './testing/app-process';
import { exchange, header, json, type WireResponse } from './testing/exchange';
import { faultsOfProblem } from './testing/problem-schema';
import { newEncryptionKeys } from './testing/encryption-keys';

const apps: AppName[] = ['connection-api', 'export-worker', 'webhook-ingress'];
const cleanExit = { code: 0, signal: null };
/** Apps exit within 25 s (docs/operators.md); the rest is for a machine that stalls. */
const stoppedMs = 30_000;
const connect = '/api/system-connections/connect';
const registerRoute = '/api/system-connections/register';

describe('without Postgres', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-e2e-'));
  const launched: AppProcess[] = [];
  let [port, url] = [0, ''];
  let postgres: EmbeddedPostgres;
  let environment: Environment = {};
  /** Started with an address where Postgres never appears. */
  let withoutPostgres: AppProcess;
  /** A database whose connections get stuck. */
  let hanging: { database: TestDatabase; gate: ServerGate };
  let stoppedWithHangingPostgres: Promise<unknown>;

  const startPostgres = async () => (postgres = await startEmbeddedPostgres({ dataDir, port, database: 'e2e', durable: false }));
  const launch = async (app: AppName, overrides: Environment = {}) => {
    const started = await AppProcess.launch(app, { ...environment, ...overrides });
    launched.push(started);
    return started;
  };
  const waitsForPostgres = ({ output }: AppProcess) => /Unable to connect to the database|Postgres does not respond yet/.test(output);
  const stopped = async (...some: AppProcess[]): Promise<{ exits: Exit[]; inTime: boolean }> => {
    const begun = Date.now();
    const exits = await Promise.all(some.map((app) => app.stop()));
    return { exits, inTime: Date.now() - begun < stoppedMs };
  };
  const allStopped = { exits: apps.map(() => cleanExit), inTime: true };
  const passwordOf = (address: string) => decodeURIComponent(new URL(address).password);

  beforeAll(async () => {
    port = await freePort();
    ({ url } = await startPostgres());
    await migrateDatabase(url);
    environment = {
      DATABASE_URL: url,
      ENCRYPTION_KEYS: newEncryptionKeys(),
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '1000',
    };
    withoutPostgres = await launch('connection-api', { DATABASE_URL: `postgres://postgres:${passwordOf(url)}@127.0.0.1:1/e2e` });
    const database = await createTestDatabase();
    hanging = { database, gate: await ServerGate.open(database.url) };
    const hung = await Promise.all(apps.map((app) => launch(app, { DATABASE_URL: hanging.gate.url })));
    await Promise.all(hung.map((app) => app.ready()));
    hanging.gate.stick();
    // Takes its full deadline, so the other tests run meanwhile.
    stoppedWithHangingPostgres = stopped(...hung);
  });
  afterAll(async () => {
    await Promise.all(launched.map((app) => app.kill()));
    await hanging.gate.cut();
    await hanging.database.stop();
    await postgres.stop();
    for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  it('a stopped Postgres: 503 with Retry-After on every route, live but not ready, recovery when it returns, and a clean exit without it', async () => {
    const running = await Promise.all(apps.map((app) => launch(app)));
    await Promise.all(running.map((app) => app.ready()));
    const [api, , ingress] = running as [AppProcess, AppProcess, AppProcess];
    const ask = (method: string, path: string, token?: string, body?: unknown): Promise<WireResponse> =>
      exchange(api.url, {
        method,
        path,
        headers: [...(token ? [['authorization', `Bearer ${token}`] as const] : []), ['content-type', 'application/json'] as const],
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    const shop = await DemoShopA.start({ customers: 5, orders: 5, products: 5 });
    const { token } = json<{ token: string }>(await ask('POST', connect, undefined, { system_slug: 'mailing_platform' }));
    const { connection_token } = json<{ connection_token: string }>(await ask('POST', registerRoute, undefined, identityOf(shop)));
    const feed = () => ask('GET', '/api/records/customers', token);
    expect((await feed()).status).toBe(200);

    await postgres.stop();
    const requests = [
      () => ask('GET', '/api/system-connections', token),
      feed,
      () => ask('GET', '/api/widget/configuration', token),
      () => ask('POST', connect, undefined, { system_slug: 'mailing_platform' }),
      () => ask('POST', connect, token, { connection_token }),
      () => ask('POST', registerRoute, undefined, identityOf(shop)),
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

    await startPostgres();
    await until(async () => (await Promise.all(running.map((app) => app.health('ready')))).every((status) => status === 200));
    expect((await ask('POST', connect, token, { connection_token })).status).toBe(201);
    // The worker recovers, too: the connection's first sync reaches the caller's feed.
    await until(async () => json<{ data: unknown[] }>(await feed()).data.length === 5);
    await shop.stop();

    await postgres.stop();
    expect(await stopped(...running)).toEqual(allStopped);
    for (const { output } of running) expect(output.includes(passwordOf(url))).toBe(false);
  });

  it('waits for Postgres at start and becomes ready when it appears', async () => {
    await postgres.stop();
    const early = await Promise.all(apps.map((app) => launch(app)));
    await until(() => early.every(waitsForPostgres));
    for (const app of early) expect(await app.health('ready')).not.toBe(200);
    await startPostgres();
    await Promise.all(early.map((app) => app.ready()));
    expect(await stopped(...early)).toEqual(allStopped);
  });

  it('stops cleanly while it waits for Postgres at start', async () => {
    const waiting = await Promise.all(apps.map((app) => launch(app, { DATABASE_URL: 'postgres://postgres:password@127.0.0.1:1/e2e' })));
    await until(() => waiting.every(waitsForPostgres));
    expect(await stopped(...waiting)).toEqual(allStopped);
  });

  it('exits 0 within 25 s of SIGTERM while Postgres hangs', async () => {
    expect(await stoppedWithHangingPostgres).toEqual(allStopped);
  });

  it('exits 1 when Postgres never appears, and names the variable without the password', async () => {
    expect(await withoutPostgres.exited).toEqual({ code: 1, signal: null });
    expect(withoutPostgres.stdout.trim().split('\n').at(-1)).toMatch(/Postgres does not respond at DATABASE_URL/);
    expect(withoutPostgres.output.includes(passwordOf(url))).toBe(false);
  });
});
