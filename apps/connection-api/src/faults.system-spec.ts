import type { ServiceResponse } from '@sync/http-api/testing';
import { freePort, startRedisServer, type RedisServer } from '@sync/embedded-services';
import { RequestTimeouts } from '@sync/http-api';
import { ServerGate, until } from '@sync/test-harness';
import { Redis } from 'ioredis';
import { initialise, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
import { everyRoute, type Route } from './testing/every-route';
import type { Shop } from './testing/shop';

let api: ConnectionApiUnderTest;
let owner: EmbeddingSystem;
const shops: Shop[] = [];
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.stop())));

const newRoutes = () => everyRoute(api, owner, shops);
const askAll = (routes: Route[]) => Promise.all(routes.map(({ ask }) => ask()));
const expectUsual = async (routes: Route[]) => {
  const named = (status: (route: Route, index: number) => number | undefined) => routes.map((route, at) => [route.name, status(route, at)]);
  const responses = await askAll(routes);
  expect(named((_, at) => responses[at]?.status)).toEqual(named(({ usual }) => usual));
};

describe('Postgres', () => {
  let gate: ServerGate;
  beforeAll(async () => {
    const reroute = async (url: string) => (gate = await ServerGate.open(url)).url;
    api = await ConnectionApiUnderTest.start({}, { reroute, timeouts: { ...new RequestTimeouts(), lockMs: 50_000 } });
    owner = await initialise(api);
  });
  afterAll(async () => {
    await api.stop();
    await gate.cut();
  });

  /** The timeouts add up to less than 14 s on a machine that is not busy. */
  const maxResponseMs = 14_000;
  const expectUnavailable = async (pending: Promise<ServiceResponse>[]) => {
    const begun = Date.now();
    const responses = await Promise.all(pending.map(async (response) => ({ ...(await response), milliseconds: Date.now() - begun })));
    for (const { status, body, headers, text, milliseconds } of responses) {
      expect({ status, type: body.type }).toEqual({ status: 503, type: '/problems/service-unavailable' });
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(text).not.toMatch(/timeout|ECONN|Postgres|127\.0\.0\.1|terminated/);
      expect(milliseconds).toBeLessThan(maxResponseMs);
    }
  };
  const backToUsual = async (routes: Route[]) => {
    await until(async () => (await api.get('/health/ready')).status === 200);
    await expectUsual(routes);
  };

  it.each<[string, () => unknown, () => unknown]>([
    ['is down', () => gate.cut(), () => gate.restore()],
    ['hangs', () => gate.stick(), () => gate.unstick()],
  ])('%s: every route responds with 503 and Retry-After, stays live, and recovers', async (_, fail, recover) => {
    const routes = await newRoutes();
    await fail();
    // The first round fails on open connections, the second on new ones.
    await expectUnavailable(routes.map(({ ask }) => ask()));
    await expectUnavailable(routes.map(({ ask }) => ask()));
    expect((await api.get('/health/live')).status).toBe(200);
    await recover();
    await backToUsual(routes);
  });

  it('goes silent while new connections work: requests get 503 or their usual response, and soon every route works', async () => {
    const routes = await newRoutes();
    gate.silence();
    const begun = Date.now();
    const responses = await askAll(routes);
    expect(Date.now() - begun).toBeLessThan(maxResponseMs);
    expect(responses.some(({ status }) => status === 503)).toBe(true);
    for (const [index, { status }] of responses.entries()) expect([503, routes[index]?.usual]).toContain(status);
    expect((await api.get('/health/live')).status).toBe(200);
    await until(() =>
      newRoutes()
        .then(expectUsual)
        .then(
          () => true,
          () => false,
        ),
    );
  });

  /** Everything that a partly committed request would have changed. */
  const state = () =>
    api.query(`
      select
        (select jsonb_agg(jsonb_build_array(id, status, configuration, deleted_at) order by id) from system_connections) as connections,
        (select jsonb_agg(jsonb_build_array(id, used_at) order by id) from connection_tokens) as tokens,
        (select count(*) from access_tokens) as access, (select count(*) from tenants) as tenants, (select count(*) from tasks) as tasks`);
  const sessions = (condition: string) =>
    api.value<number>(`select count(*)::int from pg_stat_activity where datname = current_database() and ${condition}`);

  it.each([
    ['53100', 'could not extend file "base/5/1234": No space left on device'],
    ['XX000', 'could not extend file "base/5/1234": wrote only 4096 of 8192 bytes at block 7'],
    ['58030', 'could not write to file "pg_wal/xlogtemp.1"'],
  ])('has no disk space left (%s): 503 and Retry-After, and nothing is partly committed', async (code, text) => {
    await api.query(`create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception '%', '${text}' using errcode = '${code}'; end $$`);
    await api.query('create trigger disk_full before insert on access_tokens for each statement execute function disk_full()');
    const before = await state();
    await expectUnavailable([api.connect({ system_slug: 'mailing_platform' })]);
    expect(await state()).toEqual(before);
    await api.query('drop function disk_full cascade');
    expect((await api.connect({ system_slug: 'mailing_platform' })).status).toBe(201);
  });

  it('hangs during a transaction: 503, and nothing is partly committed', async () => {
    const routes = await newRoutes();
    const before = await state();
    const holder = api.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('lock table systems, orders, sync_runs, connection_tokens in access exclusive mode');
    const pending = routes.filter(({ isLockFree }) => !isLockFree).map(({ ask }) => ask());
    await until(async () => (await sessions(`wait_event_type = 'Lock'`)) >= 10);
    gate.stick();
    await holder.rollbackTransaction();
    await holder.release();
    await expectUnavailable(pending);
    gate.unstick();
    await until(async () => (await sessions(`application_name like 'connection-api%' and state <> 'idle'`)) === 0);
    expect(await state()).toEqual(before);
    await backToUsual(routes);
  });
});

describe('Redis', () => {
  let port: number;
  let redis: RedisServer | null;
  beforeEach(async () => {
    port = await freePort();
    redis = null;
  });
  afterEach(async () => {
    await api.stop();
    await redis?.stop();
  });

  const start = async (url: string) => {
    api = await ConnectionApiUnderTest.start({ REDIS_URL: url });
  };
  /** Every route of a new tenant behaves as usual and records the tenant's tasks. */
  const expectUnaffected = async () => {
    owner = await initialise(api);
    const routes = await newRoutes();
    await expectUsual(routes);
    const recorded = `select name, count(*)::int from tasks where state = 'pending' and system_connection_id in
      (select id from system_connections where tenant_id = $1) group by 1 order by 1`;
    // One check of the key per handshake; one derivation per connection, save, reconnect, and renewal of credentials or address; one sync run per
    // record type.
    expect(await api.query(recorded, [owner.tenantId])).toEqual([
      { name: 'check-access', count: 11 },
      { name: 'derive-sync-rules', count: 16 },
      { name: 'plan-sync-run', count: 3 },
    ]);
  };

  it('is down at startup, appears, is killed and comes back: every route works and records its work throughout', async () => {
    await start(`redis://127.0.0.1:${port}`);
    await expectUnaffected();
    redis = await startRedisServer({ port });
    await expectUnaffected();
    await redis?.kill();
    await expectUnaffected();
    redis = await startRedisServer({ port });
    await expectUnaffected();
  });

  it('hangs: every route works, and once Redis responds again it counts requests and receives jobs', async () => {
    redis = await startRedisServer({ port });
    const gate = await ServerGate.open(redis?.url ?? '');
    await start(gate.url);
    await expectUnaffected();
    const opened = gate.opened;
    gate.stick();
    await expectUnaffected();
    // The service has given up its connections; the new ones hang as well.
    await until(() => gate.opened > opened + 1);
    for (let round = 0; round < 3; round += 1) await expectUnaffected();
    gate.forget();
    const client = new Redis(port);
    await client.flushall();
    await until(async () => {
      await expectUnaffected();
      return (await client.keys('bull:*:ring')).length > 0 && (await client.keys('throttle:*')).length > 0;
    });
    client.disconnect();
    await gate.cut();
  });
});
