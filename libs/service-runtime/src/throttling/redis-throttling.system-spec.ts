import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startRedisServer, type RedisServer } from '@sync/embedded-services';
import { createTestDatabase, ServerGate, until, type TestDatabase } from '@sync/test-harness';
import { Redis } from 'ioredis';
import { ask, statuses } from '../testing/limited-requests';
import { startProbeService, type ProbeOptions } from '../testing/probe-service';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.dataSource.query('delete from rate_limited_clients'));
afterAll(() => database.stop());

const start = (options: ProbeOptions) => startProbeService({ sql: database.dataSource, ...options });

describe('limits counted in Redis', () => {
  let redis: RedisServer;
  let apps: NestFastifyApplication[];

  beforeEach(async () => {
    const started = await startRedisServer();
    if (!started) throw new Error('No redis-server');
    redis = started;
    apps = await Promise.all([0, 1].map(() => start({ limit: 4, redisUrl: redis.url })));
  });
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await redis.stop();
  });

  it('hold across two processes', async () => {
    const [one, two] = apps as [NestFastifyApplication, NestFastifyApplication];
    expect([...(await statuses(one, 2, () => ({}))), ...(await statuses(two, 3, () => ({})))]).toEqual([201, 201, 201, 201, 429]);
    expect((await ask(one)).status).toBe(429);
  });

  it('do not count rejected requests; Retry-After points to when the oldest one leaves the window', async () => {
    const [one] = apps as [NestFastifyApplication];
    await statuses(one, 20, () => ({}));
    const seconds = Number((await ask(one)).headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('are counted in Postgres while Redis is down, across two processes; nothing fails', async () => {
    await redis.kill();
    const [one, two] = apps as [NestFastifyApplication, NestFastifyApplication];
    expect([...(await statuses(one, 3, () => ({}))), ...(await statuses(two, 2, () => ({})))]).toEqual([201, 201, 201, 201, 429]);
  });

  it('let only the first request wait for a hanging Redis, and return to Redis once it accepts connections again', async () => {
    const gate = await ServerGate.open(redis.url);
    const hanging = await start({ limit: 1_000, redisUrl: gate.url, redisTimeouts: { commandMs: 1_000, connectMs: 1_000 } });
    gate.stick();
    const begun = Date.now();
    expect(new Set(await statuses(hanging, 30, () => ({})))).toEqual(new Set([201]));
    expect(Date.now() - begun).toBeLessThan(15_000);
    gate.forget();
    const client = new Redis(redis.url);
    await until(async () => {
      await ask(hanging);
      return (await client.keys('throttle:*')).length > 0;
    });
    client.disconnect();
    await hanging.close();
    await gate.cut();
  });
});
