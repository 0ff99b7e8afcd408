import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { migrateDatabase } from '@sync/domain';
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from '@sync/embedded-services';
import { identityOf } from './testing/actors';
import { AppProcess, until, type AppName, type Environment } from './testing/app-process';
import { exchange, header, json, type Answer } from './testing/exchange';
import { faultsOfProblem } from './testing/problem-schema';
import { newEncryptionKeys } from './testing/encryption-keys';

const apps: AppName[] = ['connection-api', 'export-worker', 'webhook-ingress'];
const cleanExit = { code: 0, signal: null };
const connect = '/api/system-connections/connect';
const registerRoute = '/api/system-connections/register';

describe('a Postgres that is away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-e2e-'));
  const launched: AppProcess[] = [];
  let [port, url] = [0, ''];
  let postgres: EmbeddedPostgres;
  let environment: Environment = {};
  /** Its Postgres never comes. */
  let inVain: AppProcess;

  const startPostgres = async () => (postgres = await startEmbeddedPostgres({ dataDir, port, database: 'e2e', durable: false }));
  const launch = async (app: AppName, besides: Environment = {}) => {
    const started = await AppProcess.launch(app, { ...environment, ...besides });
    launched.push(started);
    return started;
  };
  const waitsForPostgres = ({ output }: AppProcess) => /Unable to connect to the database|Postgres does not answer yet/.test(output);
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
    inVain = await launch('connection-api', { DATABASE_URL: `postgres://postgres:${passwordOf(url)}@127.0.0.1:1/e2e` });
  });
  afterAll(async () => {
    await Promise.all(launched.map((app) => app.kill()));
    await postgres.stop();
    for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  it('while running: 503 with Retry-After from every route, live and not ready; it goes on when it is back; stopped without it: exit 0', async () => {
    const [api, worker] = [await launch('connection-api'), await launch('export-worker')];
    await Promise.all([api.ready(), worker.ready()]);
    const ask = (method: string, path: string, token?: string, body?: unknown): Promise<Answer> =>
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
      const answer = await request();
      expect([answer.status, header(answer, 'retry-after'), faultsOfProblem(answer)]).toEqual([
        503,
        expect.stringMatching(/^[1-9]\d*$/),
        [],
      ]);
    }
    for (const app of [api, worker]) expect([await app.health('live'), await app.health('ready')]).toEqual([200, 503]);

    await startPostgres();
    await until(async () => (await Promise.all([api, worker].map((app) => app.health('ready')))).every((status) => status === 200));
    expect((await ask('POST', connect, token, { connection_token })).status).toBe(201);
    // The worker lives, too: the first sync of the connection ends in the caller's feed.
    await until(async () => json<{ data: unknown[] }>(await feed()).data.length === 5, 40_000);
    await shop.stop();

    await postgres.stop();
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([cleanExit, cleanExit]);
    for (const { output } of [api, worker]) expect(output.includes(passwordOf(url))).toBe(false);
  }, 90_000);

  it.each(apps)('at start: waited for, and worked with when it comes (%s)', async (app) => {
    await postgres.stop();
    const early = await launch(app);
    await until(() => waitsForPostgres(early));
    expect(await early.health('ready')).not.toBe(200);
    await startPostgres();
    await early.ready();
    expect(await early.stop()).toEqual(cleanExit);
  });

  it.each(apps)('an app that is told to stop while it waits for Postgres at start stops cleanly (%s)', async (app) => {
    const waiting = await launch(app, { DATABASE_URL: 'postgres://postgres:password@127.0.0.1:1/e2e' });
    await until(() => waitsForPostgres(waiting));
    expect(await waiting.stop()).toEqual(cleanExit);
  });

  it('not there at all: the app ends with exit code 1 and says where it looked, without the password', async () => {
    expect(await inVain.exited).toEqual({ code: 1, signal: null });
    expect(inVain.stdout.trim().split('\n').at(-1)).toMatch(/Postgres does not answer at DATABASE_URL/);
    expect(inVain.output.includes(passwordOf(url))).toBe(false);
  });
});
