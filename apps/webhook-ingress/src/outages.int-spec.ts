import { freePort, startRedisServer } from '@sync/embedded-services';
import { ServerGate, until, withRedis } from '@sync/test-harness';
import Redis from 'ioredis';
import { Load } from './testing/load';
import { send, signedDelivery, WebhookIngressUnderTest, type Answer, type Shop } from './testing/webhook-ingress-under-test';

const order = '{"id":517}';
const accepted = '{"status":"accepted"}';
const health = async ({ url }: { url: string }) => [
  (await send(url, { method: 'GET', path: '/health/live' })).status,
  (await send(url, { method: 'GET', path: '/health/ready' })).status,
];

const isUnavailable = ({ status, headers, body, text }: Answer) => {
  expect(body).toMatchObject({ status: 503, type: '/problems/service-unavailable' });
  expect(status).toBe(503);
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(text).not.toMatch(/ECONN|Postgres|127\.0\.0\.1|terminated|timeout/i);
};

describe('a Redis that is away', () => {
  it('at start: 200 all the same, ready all the same, and every row is there', async () => {
    const ingress = await WebhookIngressUnderTest.start({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    const shop = await ingress.connect();
    expect(await health(ingress)).toEqual([200, 200]);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, id) => ingress.deliver(shop, `{"id":${id}}`)));
    expect(answers.map(({ text }) => text)).toEqual(Array(100).fill(accepted));
    expect(await ingress.counts()).toEqual({ deliveries: 100, tasks: 100 });
    expect(await health(ingress)).toEqual([200, 200]);
    await ingress.stop();
  });

  withRedis(it)('stopped during load: nothing but 200, and each is a row and a task; when it is back, tasks are queued again', async () => {
    const port = await freePort();
    let redis = await startRedisServer({ port });
    const ingress = await WebhookIngressUnderTest.start({ REDIS_URL: `redis://127.0.0.1:${port}` });
    const shop = await ingress.connect();
    const load = new Load(() => ingress.url, [shop]);
    await load.more(50);
    await redis?.kill();
    await load.more(200);
    redis = await startRedisServer({ port });
    await load.more(50);
    const outcomes = await load.stop();
    expect(load.statuses).toEqual([200]);
    expect(await ingress.counts()).toEqual({ deliveries: outcomes.length, tasks: outcomes.length });

    const client = new Redis(port);
    await until(async () => {
      await ingress.deliver(shop, order);
      return (await client.keys('*task-*')).length > 0;
    });
    client.disconnect();
    await ingress.stop();
    await redis?.stop();
  });

  withRedis(it)(
    'B-G 229: one that hangs for longer than anything waits for it: 200 that is not waited for, and each is a row and a task; when it answers who connects anew, tasks are queued again',
    async () => {
      const redis = await startRedisServer();
      const gate = await ServerGate.open(redis?.url ?? '');
      const ingress = await WebhookIngressUnderTest.start({ REDIS_URL: gate.url });
      const shop = await ingress.connect();
      expect((await ingress.deliver(shop, order)).text).toBe(accepted);
      const client = new Redis(redis?.url ?? '');
      await until(async () => (await client.keys('*task-*')).length > 0);
      await client.flushall();

      const before = gate.opened;
      gate.stick();
      const begun = Date.now();
      // One after another: whoever waited a second each time would take three times as long as is allowed.
      for (let id = 0; id < 60; id += 1) expect((await ingress.deliver(shop, `{"id":${id}}`)).text).toBe(accepted);
      expect(Date.now() - begun).toBeLessThan(20_000);
      const load = new Load(() => ingress.url, [shop]);
      // Its connection is given up, and what is opened instead is not answered, either.
      await until(() => gate.opened > before + 1);
      await load.more(100);
      const outcomes = await load.stop();
      expect(load.statuses).toEqual([200]);
      const count = 1 + 60 + outcomes.length;
      expect(await ingress.counts()).toEqual({ deliveries: count, tasks: count });
      expect(await health(ingress)).toEqual([200, 200]);

      gate.forget();
      await until(async () => {
        await ingress.deliver(shop, order);
        return (await client.keys('*task-*')).length > 0;
      });
      client.disconnect();
      await ingress.stop();
      await gate.cut();
      await redis?.stop();
    },
  );
});

describe('a Postgres that is away', () => {
  let gate: ServerGate;
  let ingress: WebhookIngressUnderTest;
  beforeAll(async () => {
    ingress = await WebhookIngressUnderTest.start({}, async (url) => (gate = await ServerGate.open(url)).url);
  });
  afterAll(async () => {
    await ingress.stop();
    await gate.cut();
  });

  it('503 with Retry-After, live and not ready, and everything goes on when it is back', async () => {
    const [seen, unseen] = [await ingress.connect(), await ingress.connect()];
    expect((await ingress.deliver(seen, order)).text).toBe(accepted);
    await gate.cut();
    for (const shop of [seen, unseen]) isUnavailable(await ingress.deliver(shop, order));
    // A forgery is not let in, and is not told more than that nothing can be said just now.
    isUnavailable(await ingress.deliver({ ...unseen, secret: 'wrong' }, order));
    expect((await send(ingress.url, { path: `/api/webhooks/${seen.id}`, body: 'webhook_id=1' })).status).toBe(200);
    expect(await health(ingress)).toEqual([200, 503]);
    await gate.restore();
    for (const shop of [seen, unseen]) expect((await ingress.deliver(shop, order)).text).toBe(accepted);
    expect(await health(ingress)).toEqual([200, 200]);
  });

  it('cut again and again during load: nothing but 200 and 503, and each 200 is a row and a task', async () => {
    const shops = await Promise.all(Array.from({ length: 5 }, () => ingress.connect()));
    const load = new Load(() => ingress.url, shops);
    for (let turn = 0; turn < 6; turn += 1) {
      await load.more(40);
      await gate.cut();
      await load.more(20, 503);
      await gate.restore();
    }
    await load.more(40);
    await load.stop();
    expect(load.statuses).toEqual([200, 503]);
    const kept = await ingress.rows<{ number: number }>(
      `select (body::jsonb->>'id')::int as number from webhook_deliveries join tasks on id = task_id where delivery_id is not null and tasks.system_connection_id = any($1)`,
      [shops.map(({ id }) => id)],
    );
    const numbers = new Set(kept.map(({ number }) => number));
    expect(load.accepted.filter((number) => !numbers.has(number))).toEqual([]);
  });

  it('a Postgres that hangs: 503 to those that wait, within seconds, and everything goes on when it answers again', async () => {
    const shop = await ingress.connect();
    await ingress.deliver(shop, order);
    gate.stick();
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 300 }, (_, id) => ingress.deliver(shop, `{"id":${id}}`)));
    answers.forEach(isUnavailable);
    expect(Date.now() - started).toBeLessThan(30_000);
    gate.unstick();
    await gate.cut();
    await gate.restore();
    expect((await ingress.deliver(shop, order)).text).toBe(accepted);
  });
});

it('a connection to Postgres that fails while it is opened is opened once more: a sender that never repeats loses nothing by it', async () => {
  let gate = {} as ServerGate;
  const ingress = await WebhookIngressUnderTest.start({}, async (url) => (gate = await ServerGate.open(url)).url);
  const shop = await ingress.connect();
  gate.breaksLeft = 1;
  expect((await ingress.deliver(shop, order)).text).toBe(accepted);
  expect(gate.breaksLeft).toBe(0);
  await ingress.stop();
  await gate.cut();
});

describe('what changes while a webhook is received', () => {
  let ingress: WebhookIngressUnderTest;
  beforeAll(async () => {
    ingress = await WebhookIngressUnderTest.start();
  });
  afterAll(() => ingress.stop());

  const seenShop = async () => {
    const shop = await ingress.connect();
    expect((await ingress.deliver(shop, '"first"')).text).toBe(accepted);
    return shop;
  };
  const isTold = (answer: Answer, status: number, text: string | RegExp) => {
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
  };

  /** From now on Postgres refuses some bodies. */
  const poison = async () => {
    await ingress.rows(`
      create or replace function refuse_poison() returns trigger language plpgsql as $$
      begin if new.body like '%poison%' then raise exception 'refused'; end if; return new; end $$`);
    await ingress.rows('create trigger refuse_poison before insert on webhook_tasks for each row execute function refuse_poison()');
  };

  it('a disconnect counts from its commit on: nothing is kept for a connection disconnected a moment ago', async () => {
    const shop = await seenShop();
    await ingress.rows(`update system_connections set status = 'disconnected', disconnected_at = now() where id = $1`, [shop.id]);
    isTold(await ingress.deliver(shop, order), 200, '{"status":"ignored"}');
    expect(await ingress.kept(shop)).toHaveLength(1);
    await ingress.rows(`update system_connections set status = 'active', disconnected_at = null where id = $1`, [shop.id]);
    isTold(await ingress.deliver(shop, order), 200, accepted);
  });

  it('another secret counts from its commit on, and the old one not any more', async () => {
    const [shop, next] = [await seenShop(), await ingress.connect()];
    const secret = 'the next secret';
    await ingress.seal(shop, { webhook_secret: secret });
    isTold(await ingress.deliver(shop, order), 401, /invalid-signature/);
    isTold(await ingress.deliver({ ...shop, secret }, order), 200, accepted);
    isTold(await ingress.deliver(shop, order), 401, /invalid-signature/);
    isTold(await ingress.deliver(next, order), 200, accepted);
  });

  it('a removed connection is an unknown one from then on', async () => {
    const shop = await seenShop();
    await ingress.rows('delete from system_connections where id = $1', [shop.id]);
    isTold(await ingress.deliver(shop, order), 401, /invalid-signature/);
    expect(await ingress.kept(shop)).toEqual([]);
  });

  /** Whoever locks the connection so that nothing can be kept for it; returns what ends that, by `commit` or `rollback`. */
  const locked = async (shop: Shop) => {
    const removal = ingress.database.dataSource.createQueryRunner();
    await removal.startTransaction();
    await removal.query('delete from system_connections where id = $1', [shop.id]);
    return async (ending: 'commit' | 'rollback') => {
      await removal.query(ending);
      await removal.release();
    };
  };

  it.each([
    ['gets the same 401 when it is gone', 'commit', 401, /invalid-signature/],
    ['is taken when the removal is called off', 'rollback', 200, accepted],
  ] as const)('a connection that is just being removed holds up nobody but itself, and %s', async (_, ending, status, text) => {
    const [leaving, other] = [await seenShop(), await seenShop()];
    const end = await locked(leaving);
    const late = ingress.deliver(leaving, order);
    isTold(await ingress.deliver(other, order), 200, accepted);
    await end(ending);
    isTold(await late, status, text);
    expect((await ingress.counts()).deliveries).toBe((await ingress.counts()).tasks);
  });

  it('its webhooks are answered within 2 s all together, by 503 with Retry-After, and those of others meanwhile', async () => {
    const [leaving, other] = [await seenShop(), await seenShop()];
    const end = await locked(leaving);
    const begun = Date.now();
    const held = Promise.all(Array.from({ length: 60 }, (_, id) => ingress.deliver(leaving, `{"id":${id}}`)));
    const others = Array.from({ length: 60 }, (_, id) => ingress.deliver(other, `{"id":${id}}`));
    for (const answer of await Promise.all(others)) isTold(answer, 200, accepted);
    for (const answer of await held) isUnavailable(answer);
    expect(Date.now() - begun).toBeLessThan(20_000);
    await end('rollback');
  });

  it('a flood of them is told 503, and does no harm to others', async () => {
    const [leaving, other] = [await seenShop(), await seenShop()];
    const end = await locked(leaving);
    const flood = Promise.all(Array.from({ length: 400 }, (_, id) => ingress.deliver(leaving, `{"id":${id}}`)));
    for (let time = 0; time < 5; time += 1) isTold(await ingress.deliver(other, order), 200, accepted);
    (await flood).forEach(isUnavailable);
    await end('rollback');
    isTold(await ingress.deliver(leaving, order), 200, accepted);
  });

  it('what Postgres will not have of others does not stand in line behind them', async () => {
    await poison();
    const [leaving, other] = [await seenShop(), await seenShop()];
    const end = await locked(leaving);
    const begun = Date.now();
    const held = Promise.all(Array.from({ length: 60 }, (_, id) => ingress.deliver(leaving, `{"id":${id}}`)));
    const answers = await Promise.all(['{"poison":1}', '{"id":2}', '{"id":3}'].map((body) => ingress.deliver(other, body)));
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
    expect(Date.now() - begun).toBeLessThan(20_000);
    await held;
    await end('rollback');
    await ingress.rows('drop trigger refuse_poison on webhook_tasks');
  });

  it('removals and disconnects during load: nothing but 200 and 401, or 503 while a removal takes long, and no row or task of a removed connection', async () => {
    const shops = await Promise.all(Array.from({ length: 12 }, () => ingress.connect()));
    const load = new Load(() => ingress.url, shops);
    for (const [place, { id }] of shops.slice(0, 8).entries()) {
      await load.more(20);
      const disconnect = `update system_connections set status = 'disconnected', disconnected_at = now() where id = $1`;
      await ingress.rows(place % 2 ? 'delete from system_connections where id = $1' : disconnect, [id]);
    }
    await load.more(20, 401);
    await load.stop();
    expect(load.statuses.filter((status) => status !== 503)).toEqual([200, 401]);
    expect(await ingress.rows('select from webhook_deliveries left join tasks on tasks.id = task_id where tasks.id is null')).toEqual([]);
    expect(
      await ingress.rows('select from webhook_deliveries where system_connection_id <> all (select id from system_connections)'),
    ).toEqual([]);
  });

  it('one delivery that Postgres will not have does not spoil those that it came with', async () => {
    await poison();
    const shop = await seenShop();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, id) => ingress.deliver(shop, id % 10 === 3 ? `{"poison":${id}}` : `{"id":${id}}`)),
    );
    answers.forEach((answer, id) => (id % 10 === 3 ? isUnavailable(answer) : isTold(answer, 200, accepted)));
    expect(await ingress.kept(shop)).toHaveLength(1 + 27);
    await ingress.rows('drop trigger refuse_poison on webhook_tasks');
  });
});

it('a burst for one connection does not keep those of others waiting for good', async () => {
  const ingress = await WebhookIngressUnderTest.start();
  const [busy, quiet] = [await ingress.connect(), await ingress.connect()];
  const burst = new Load(() => ingress.url, [busy], 60);
  for (let time = 0; time < 20; time += 1) expect((await send(ingress.url, signedDelivery(quiet, order))).text).toBe(accepted);
  await burst.stop();
  expect(burst.statuses).toEqual([200]);
  await ingress.stop();
});
