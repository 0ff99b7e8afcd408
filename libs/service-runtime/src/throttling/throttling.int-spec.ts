import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startRedisServer, type RedisServer } from '@sync/embedded-services';
import { startProbeService } from '../testing/probe-service';
import { ServerGate, until, withRedis } from '@sync/test-harness';
import { Redis } from 'ioredis';

const ask = async (app: NestFastifyApplication, headers: Record<string, string> = {}) =>
  fetch(`${await app.getUrl()}/api/limited`, { method: 'POST', headers });

const statuses = async (app: NestFastifyApplication, times: number, headers: (turn: number) => Record<string, string>) => {
  const seen: number[] = [];
  for (let turn = 0; turn < times; turn += 1) seen.push((await ask(app, headers(turn))).status);
  return seen;
};

describe('a limit per client address', () => {
  let app: NestFastifyApplication;

  beforeEach(async () => {
    app = await startProbeService({ limit: 3 });
  });
  afterEach(() => app.close());

  it('rejects the request above the limit with 429 and a Retry-After of 1 to 60 seconds', async () => {
    expect(await statuses(app, 3, () => ({}))).toEqual([201, 201, 201]);
    const refused = await ask(app);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(refused.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
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

withRedis(describe)('limits counted in Redis', () => {
  let redis: RedisServer;
  let apps: NestFastifyApplication[];

  beforeEach(async () => {
    const started = await startRedisServer();
    if (!started) throw new Error('No redis-server');
    redis = started;
    apps = await Promise.all([0, 1].map(() => startProbeService({ limit: 4, redisUrl: redis.url })));
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

  it('fall back to counting per process while Redis is down; nothing fails', async () => {
    await redis.kill();
    const [one] = apps as [NestFastifyApplication];
    expect(await statuses(one, 5, () => ({}))).toEqual([201, 201, 201, 201, 429]);
  });

  it('let only the first request wait for a hanging Redis, and return to Redis once it accepts connections again', async () => {
    const gate = await ServerGate.open(redis.url);
    const hanging = await startProbeService({ limit: 1_000, redisUrl: gate.url, redisTimeouts: { commandMs: 1_000, connectMs: 1_000 } });
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
