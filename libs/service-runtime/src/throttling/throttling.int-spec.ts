import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ask, statuses } from '../testing/limited-requests';
import { startProbeService, type ProbeOptions } from '../testing/probe-service';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { forgetRateLimitedClients } from './postgres-throttler-storage';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.dataSource.query('delete from rate_limited_clients'));
afterAll(() => database.stop());

const start = (options: ProbeOptions) => startProbeService({ sql: database.dataSource, ...options });

describe('a limit per client address', () => {
  let app: NestFastifyApplication;

  beforeEach(async () => {
    app = await start({ limit: 3 });
  });
  afterEach(() => app.close());

  it('rejects the request above the limit with 429, a Retry-After of 1 to 60 seconds, and the limit itself', async () => {
    expect(await statuses(app, 3, () => ({}))).toEqual([201, 201, 201]);
    const refused = await ask(app);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    const seconds = refused.headers.get('retry-after');
    expect(refused.headers.get('ratelimit-policy')).toBe('"probe";q=3;w=60');
    expect(refused.headers.get('ratelimit')).toBe(`"probe";r=0;t=${seconds}`);
    expect(await refused.json()).toMatchObject({ type: '/problems/too-many-requests', status: 429 });
  });

  it('distinguishes clients behind the trusted gateway by X-Forwarded-For', async () => {
    expect(await statuses(app, 5, (turn) => ({ 'x-forwarded-for': `203.0.113.${turn}` }))).toEqual([201, 201, 201, 201, 201]);
  });

  it('ignores addresses that the client itself put into X-Forwarded-For', async () => {
    expect(await statuses(app, 4, (turn) => ({ 'x-forwarded-for': `198.51.100.${turn}, 203.0.113.7` }))).toEqual([201, 201, 201, 429]);
  });

  it('counts an IPv6 /64 as one client', async () => {
    expect(await statuses(app, 4, (turn) => ({ 'x-forwarded-for': `2001:db8:1:2::${turn + 1}` }))).toEqual([201, 201, 201, 429]);
  });

  it('allows three times as much to all clients of an IPv6 /56, and ten times to those of a /48', async () => {
    const clients = (count: number, address: (client: number) => string) =>
      statuses(app, count * 2, (turn) => ({ 'x-forwarded-for': address(Math.floor(turn / 2)) }));
    const accepted = (seen: number[]) => seen.filter((status) => status === 201).length;
    expect(accepted(await clients(10, (client) => `2001:db8:1:a0${client}::1`))).toBe(9);
    expect(accepted(await clients(20, (client) => `2001:db8:1:${client + 10}00::1`))).toBe(21);
    expect(accepted(await clients(2, (client) => `2001:db8:2:a0${client}::1`))).toBe(4);
  });

  it('counts a client whose proxy adds the port as one, whatever the port', async () => {
    const counted = (address: (port: number) => string) => statuses(app, 4, (turn) => ({ 'x-forwarded-for': address(40_000 + turn) }));
    expect(await counted((port) => `203.0.113.20:${port}`)).toEqual([201, 201, 201, 429]);
    expect(await counted((port) => `[2001:db8:9:9::1]:${port}`)).toEqual([201, 201, 201, 429]);
    expect(await counted((port) => `203.0.113.21:${port}, 127.0.0.1:${port}`)).toEqual([201, 201, 201, 429]);
    expect((await ask(app, { 'x-forwarded-for': '203.0.113.20' })).status).toBe(429);
  });

  it('counts an IPv4 address and its IPv4-mapped IPv6 form as one client', async () => {
    expect(await statuses(app, 4, (turn) => ({ 'x-forwarded-for': turn % 2 ? '203.0.113.9' : '::ffff:203.0.113.9' }))).toEqual([
      201, 201, 201, 429,
    ]);
  });

  it.each(['x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip'])('ignores %s', async (header) => {
    expect(await statuses(app, 4, (turn) => ({ [header]: `203.0.113.${turn}` }))).toEqual([201, 201, 201, 429]);
  });
});

describe('limits counted in Postgres', () => {
  let apps: [NestFastifyApplication, NestFastifyApplication];

  beforeEach(async () => {
    apps = [await start({ limit: 4 }), await start({ limit: 4 })];
  });
  afterEach(() => Promise.all(apps.map((app) => app.close())));

  /** As if the seconds had passed since the accepted requests. */
  const pass = (seconds: number) =>
    database.dataSource.query(
      `update rate_limited_clients set ends_at = ends_at - make_interval(secs => $1),
         accepted_at = array(select time - make_interval(secs => $1) from unnest(accepted_at) as time)`,
      [seconds],
    );

  it('hold across two processes without Redis: 40 requests at once, at most the limit within any minute', async () => {
    const flood = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => (await ask(apps[turn % 2] as NestFastifyApplication)).status),
    );
    expect(flood.filter((status) => status === 201)).toHaveLength(4);
    expect(flood.filter((status) => status === 429)).toHaveLength(36);
  });

  it('accept the next request as soon as the oldest accepted one leaves the minute; refused ones do not count', async () => {
    const fresh = async (times: number) => {
      const app = await start({ limit: 4 });
      const seen = await statuses(app, times, () => ({}));
      const seconds = Number((await ask(app)).headers.get('retry-after'));
      await app.close();
      return [seen.join(), seconds];
    };
    await statuses(apps[0], 1, () => ({}));
    await pass(40);
    await statuses(apps[1], 2, () => ({}));
    await pass(10);
    expect(await fresh(2)).toEqual(['201,429', expect.closeTo(10, -1)]);
    await pass(10);
    expect(await fresh(2)).toEqual(['201,429', expect.closeTo(40, -1)]);
  });

  it('forget a client a minute after its last accepted request', async () => {
    await statuses(apps[0], 1, () => ({ 'x-forwarded-for': '203.0.113.1' }));
    await pass(61);
    await statuses(apps[0], 1, () => ({ 'x-forwarded-for': '203.0.113.2' }));
    expect([await forgetRateLimitedClients(database.dataSource), await forgetRateLimitedClients(database.dataSource)]).toEqual([1, 0]);
  });

  it('are 503 while the database is away', async () => {
    const away = await startProbeService({
      limit: 4,
      sql: { query: () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })) },
    });
    expect(await statuses(away, 1, () => ({}))).toEqual([503]);
    await away.close();
  });
});
