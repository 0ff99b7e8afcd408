import { freePort, startRedisServer } from '@sync/embedded-services';
import { ServerGate, until } from '@sync/test-harness';
import Redis from 'ioredis';
import { Load } from './testing/load';
import { isUnavailable, send, WebhookIngressUnderTest, type Shop } from './testing/webhook-ingress-under-test';

const order = '{"id":517}';
const accepted = '{"status":"accepted"}';
const health = async ({ url }: { url: string }) => [
  (await send(url, { method: 'GET', path: '/health/live' })).status,
  (await send(url, { method: 'GET', path: '/health/ready' })).status,
];

interface Fault {
  what: string;
  rounds: number;
  begin: (gate: ServerGate) => Promise<void> | void;
  end: (gate: ServerGate) => Promise<void> | void;
}

/** The server drops every session and refuses new ones. */
const gone: Fault = { what: 'refuses connections', rounds: 2, begin: (gate) => gate.cut(), end: (gate) => gate.restore() };

describe('Postgres', () => {
  /** Connections are accepted, but nothing arrives. Afterwards the server knows nothing of the sessions that hung. */
  const hangs: Fault = {
    what: 'hangs',
    rounds: 1,
    begin: (gate) => gate.stick(),
    end: async (gate) => {
      gate.unstick();
      await gate.cut();
      await gate.restore();
    },
  };

  it.each([gone, hangs])(
    '$what: 503 with Retry-After, live but not ready, and every 200 is stored; then webhooks are accepted again',
    async ({ begin, end, rounds }) => {
      let gate = {} as ServerGate;
      const ingress = await WebhookIngressUnderTest.start({}, async (url) => (gate = await ServerGate.open(url)).url);
      const [known, unknown] = [await ingress.connect(), await ingress.connect()];
      expect((await ingress.deliver(known, order)).text).toBe(accepted);
      const load = new Load(() => ingress.url, [known]);
      for (let round = 0; round < rounds; round += 1) {
        await load.more(40);
        await begin(gate);
        await load.more(20, 503);
        const begunAt = Date.now();
        const responses = Array.from({ length: 100 }, (_, id) => ingress.deliver(id % 2 ? known : unknown, `{"id":${-id}}`));
        (await Promise.all(responses)).forEach(isUnavailable);
        expect(Date.now() - begunAt).toBeLessThan(30_000);
        // A forger learns only that the service is unavailable.
        isUnavailable(await ingress.deliver({ ...unknown, secret: 'wrong' }, order));
        const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
        expect((await send(ingress.url, { path: `/api/webhooks/${known.id}`, headers, body: 'webhook_id=1' })).status).toBe(200);
        expect(await health(ingress)).toEqual([200, 503]);
        await end(gate);
      }
      await load.more(40);
      for (const shop of [known, unknown]) expect((await ingress.deliver(shop, order)).text).toBe(accepted);
      await load.stop();
      expect(load.statuses).toEqual([200, 503]);
      const stored = new Set((await ingress.kept(known)).map(({ body }) => (JSON.parse(body) as { id: number }).id));
      expect(load.accepted.filter((number) => !stored.has(number))).toEqual([]);
      expect(await health(ingress)).toEqual([200, 200]);
      await ingress.stop();
      await gate.cut();
    },
  );

  it('goes silent while new connections work: one webhook gets 503, the next is accepted, and the service stays ready', async () => {
    let gate = {} as ServerGate;
    const ingress = await WebhookIngressUnderTest.start({}, async (url) => (gate = await ServerGate.open(url)).url);
    const shops = await Promise.all(Array.from({ length: 4 }, () => ingress.connect()));
    // Its connections stay open afterwards.
    const load = new Load(() => ingress.url, shops);
    await load.more(200);
    await load.stop();
    const [shop] = shops as [Shop];
    gate.silence();
    isUnavailable(await ingress.deliver(shop, order));
    expect((await ingress.deliver(shop, order)).text).toBe(accepted);
    const again = new Load(() => ingress.url, shops);
    await again.more(200);
    await again.stop();
    expect(again.statuses).toEqual([200]);
    expect(await health(ingress)).toEqual([200, 200]);
    expect(await ingress.count()).toBe(load.accepted.length + again.accepted.length + 1);
    await ingress.stop();
    await gate.cut();
  });

  it('fails while a connection is opened: it is opened a second time and the webhook is accepted', async () => {
    let gate = {} as ServerGate;
    const ingress = await WebhookIngressUnderTest.start({}, async (url) => (gate = await ServerGate.open(url)).url);
    const shop = await ingress.connect();
    // The check of the keys has left an open connection.
    await gate.cut();
    await gate.restore();
    gate.breaksLeft = 1;
    expect((await ingress.deliver(shop, order)).text).toBe(accepted);
    expect(gate.breaksLeft).toBe(0);
    await ingress.stop();
    await gate.cut();
  });
});

describe('Redis', () => {
  const hangs: Fault = {
    what: 'hangs',
    rounds: 1,
    begin: async (gate) => {
      const before = gate.opened;
      gate.stick();
      // The client gives up its connection, and the next one gets no response either.
      await until(() => gate.opened > before + 1);
    },
    end: (gate) => gate.forget(),
  };

  const acceptsInTurn = async (ingress: WebhookIngressUnderTest, shop: Shop) => {
    const durations: number[] = [];
    for (let id = 1; id <= 60; id += 1) {
      const begunAt = Date.now();
      expect((await ingress.deliver(shop, `{"id":${-id}}`)).text).toBe(accepted);
      durations.push(Date.now() - begunAt);
    }
    // A queue that is waited for costs each webhook a second. A busy machine slows only some of them.
    expect(durations.filter((milliseconds) => milliseconds >= 1_000).length).toBeLessThan(30);
  };

  it.each([gone, hangs])(
    '$what: only 200 without waiting, and every webhook is stored; then workers are rung again',
    async ({ begin, end, rounds }) => {
      const redis = await startRedisServer();
      const gate = await ServerGate.open(redis?.url ?? '');
      const ingress = await WebhookIngressUnderTest.start({ REDIS_URL: gate.url });
      const shop = await ingress.connect();
      const client = new Redis(redis?.url ?? '');
      let stored = 0;
      const queued = () =>
        until(async () => {
          await ingress.deliver(shop, order);
          stored += 1;
          return (await client.keys('bull:*:ring')).length > 0;
        });
      for (let round = 0; round < rounds; round += 1) {
        await queued();
        const load = new Load(() => ingress.url, [shop]);
        await load.more(20);
        await begin(gate);
        await acceptsInTurn(ingress, shop);
        await load.more(100);
        await load.stop();
        expect(load.statuses).toEqual([200]);
        expect(await ingress.count()).toBe((stored += load.outcomes.length + 60));
        expect(await health(ingress)).toEqual([200, 200]);
        await client.flushall();
        await end(gate);
      }
      await queued();
      client.disconnect();
      await ingress.stop();
      await gate.cut();
      await redis?.stop();
    },
  );

  it('is unavailable at start: the service starts, is ready, and stores every webhook', async () => {
    const ingress = await WebhookIngressUnderTest.start({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    const shop = await ingress.connect();
    const responses = await Promise.all(Array.from({ length: 100 }, (_, id) => ingress.deliver(shop, `{"id":${id}}`)));
    expect(responses.map(({ text }) => text)).toEqual(Array(100).fill(accepted));
    expect(await ingress.count()).toBe(100);
    expect(await health(ingress)).toEqual([200, 200]);
    await ingress.stop();
  });
});
