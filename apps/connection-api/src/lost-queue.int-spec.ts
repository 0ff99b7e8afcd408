import { deriveDefaultSyncRules } from '@sync/domain';
import { freePort, startRedisServer, type RedisServer } from '@sync/embedded-services';
import { ServerGate, until, withRedis } from '@sync/test-harness';
import { Redis } from 'ioredis';
import { initialise, link, register, startHandshake } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
import { Shop } from './testing/shop';

/** "Register, connect and widget routes are unaffected by a Redis that is away": what each answers, and the work that it recorded. */
describe('a Redis that is away', () => {
  let port: number;
  let redis: RedisServer | null;
  let api: ConnectionApiUnderTest;

  beforeEach(async () => {
    port = await freePort();
    redis = null;
  });
  afterEach(async () => {
    await api.stop();
    await redis?.stop();
  });

  const start = async (url = `redis://127.0.0.1:${port}`) => {
    api = await ConnectionApiUnderTest.start({ REDIS_URL: url });
  };

  /** A shop's whole life, by every route that changes something. */
  async function life(): Promise<Record<string, number>> {
    const [shop, other] = [await Shop.start(), await Shop.start()];
    const owner = await initialise(api);
    const { id, widgetToken: token } = await link(api, owner, shop);
    await deriveDefaultSyncRules(api.database.dataSource, owner.tenantId);
    const { connectionToken } = await startHandshake(api, owner.token);
    await register(api, other);
    const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
    const widget = '/api/widget/connection';
    const statuses = {
      ready: await statusOf(api.get('/health/ready')),
      finalisedByPlugin: await statusOf(api.register({ ...other.registration, connection_token: connectionToken })),
      configuration: await statusOf(api.get('/api/widget/configuration', token)),
      saved: await statusOf(api.ask('PATCH', '/api/widget/configuration', { token, body: { configuration: { frequency: 'hourly' } } })),
      polled: await statusOf(api.get(`/api/widget/connections/${id}/status`, token)),
      syncs: await statusOf(api.ask('POST', `/api/system-connections/${id}/syncs`, { token: owner.token, body: {} })),
      disconnected: await statusOf(api.ask('POST', `${widget}/disconnect`, { token })),
      reconnected: await statusOf(api.ask('POST', `${widget}/reconnect`, { token })),
      listed: await statusOf(api.get('/api/system-connections', owner.token)),
    };
    const recorded = await api.query(
      `select from tasks where name = 'derive-sync-rules' and state = 'pending' and payload ->> 'tenantId' = $1`,
      [owner.tenantId],
    );
    const uninstalled = await statusOf(api.ask('DELETE', widget, { token }));
    await shop.stop();
    await other.stop();
    return { ...statuses, recorded: recorded.length, uninstalled };
  }

  withRedis(it)(
    'at boot and later, killed and back again: every route answers as it does with a Redis, and no work is left unrecorded',
    async () => {
      await start();
      const without = await life();
      redis = await startRedisServer({ port });
      const usual = await life();
      expect(usual).toMatchObject({
        ready: 200,
        finalisedByPlugin: 200,
        saved: 200,
        disconnected: 200,
        reconnected: 200,
        uninstalled: 204,
      });
      expect(usual.recorded).toBeGreaterThan(0);
      await redis?.kill();
      const killed = await life();
      redis = await startRedisServer({ port });
      expect({ without, killed, back: await life() }).toEqual({ without: usual, killed: usual, back: usual });
    },
  );

  withRedis(it)(
    'B-G 229: one that hangs for longer than anything waits for it: every route answers as it does otherwise, and only who asks first waits',
    async () => {
      redis = await startRedisServer({ port });
      const gate = await ServerGate.open(redis?.url ?? '');
      await start(gate.url);
      const usual = await life();
      const begun = Date.now();
      await life();
      const usualMs = Date.now() - begun;

      const before = gate.opened;
      gate.stick();
      const hung = Date.now();
      const lives = [await life()];
      // Its connections are given up, and those that are opened instead are not answered, either.
      await until(() => gate.opened > before + 1);
      for (let time = 0; time < 5; time += 1) lives.push(await life());
      // Who waits for it every time, for a limit and to hand over work, waits for seconds a life.
      expect(Date.now() - hung).toBeLessThan(15_000 + 2 * lives.length * usualMs);
      expect(lives).toEqual(lives.map(() => usual));

      gate.forget();
      const client = new Redis(port);
      await client.flushall();
      await until(async () => {
        expect(await life()).toEqual(usual);
        return (await client.keys('*task-*')).length > 0 && (await client.keys('throttle:*')).length > 0;
      });
      client.disconnect();
      await gate.cut();
    },
  );
});
