import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startRedisServer } from '@sync/embedded-services';
import Redis from 'ioredis';
import { Load } from './testing/load';
import { PostgresWay } from './testing/postgres-way';
import { send, signedDelivery, WebhookIngressUnderTest, type Answer } from './testing/webhook-ingress-under-test';
import { itWithRedis } from '@sync/test-harness';

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

  itWithRedis('stopped during load: nothing but 200, and each is a row and a task; when it is back, tasks are queued again', async () => {
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
    const queued = async () => {
      await ingress.deliver(shop, order);
      return (await client.keys('*task-*')).length;
    };
    for (const end = Date.now() + 20_000; Date.now() < end && (await queued()) === 0;) await sleep(100);
    expect(await queued()).toBeGreaterThan(0);
    client.disconnect();
    await ingress.stop();
    await redis?.stop();
  });
});

describe('a Postgres that is away', () => {
  let way: PostgresWay;
  let ingress: WebhookIngressUnderTest;
  beforeAll(async () => {
    ingress = await WebhookIngressUnderTest.start({}, async (url) => (way = await PostgresWay.to(url)).url);
  });
  afterAll(async () => {
    await ingress.stop();
    await way.end();
  });

  it('503 with Retry-After, live and not ready, and everything goes on when it is back', async () => {
    const [seen, unseen] = [await ingress.connect(), await ingress.connect()];
    expect((await ingress.deliver(seen, order)).text).toBe(accepted);
    way.close();
    for (const shop of [seen, unseen]) isUnavailable(await ingress.deliver(shop, order));
    // A forgery is not let in, and is not told more than that nothing can be said just now.
    isUnavailable(await ingress.deliver({ ...unseen, secret: 'wrong' }, order));
    expect((await send(ingress.url, { path: `/api/webhooks/${seen.id}`, body: 'webhook_id=1' })).status).toBe(200);
    expect(await health(ingress)).toEqual([200, 503]);
    way.open();
    for (const shop of [seen, unseen]) expect((await ingress.deliver(shop, order)).text).toBe(accepted);
    expect(await health(ingress)).toEqual([200, 200]);
  });

  it('cut again and again during load: nothing but 200 and 503, and each 200 is a row and a task', async () => {
    const shops = await Promise.all(Array.from({ length: 5 }, () => ingress.connect()));
    const load = new Load(() => ingress.url, shops);
    for (let turn = 0; turn < 6; turn += 1) {
      await load.more(40);
      way.close();
      await load.more(20, 503);
      way.open();
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
    way.stick();
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 300 }, (_, id) => ingress.deliver(shop, `{"id":${id}}`)));
    answers.forEach(isUnavailable);
    expect(Date.now() - started).toBeLessThan(15_000);
    way.unstick();
    way.close();
    way.open();
    expect((await ingress.deliver(shop, order)).text).toBe(accepted);
  });
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

  it('a connection that is just being removed holds up nobody but itself, and gets the same 401 when it is gone', async () => {
    const [leaving, other] = [await seenShop(), await seenShop()];
    const removal = ingress.database.dataSource.createQueryRunner();
    await removal.startTransaction();
    await removal.query('delete from system_connections where id = $1', [leaving.id]);
    let isAnswered = false;
    const late = ingress.deliver(leaving, order).finally(() => (isAnswered = true));
    await sleep(100);
    for (let time = 0; time < 5; time += 1) isTold(await ingress.deliver(other, order), 200, accepted);
    expect(isAnswered).toBe(false);
    await removal.commitTransaction();
    await removal.release();
    isTold(await late, 401, /invalid-signature/);
    expect((await ingress.counts()).deliveries).toBe((await ingress.counts()).tasks);
  });

  it('or is taken when the removal is called off', async () => {
    const shop = await seenShop();
    const removal = ingress.database.dataSource.createQueryRunner();
    await removal.startTransaction();
    await removal.query('delete from system_connections where id = $1', [shop.id]);
    const late = ingress.deliver(shop, order);
    await sleep(200);
    await removal.rollbackTransaction();
    await removal.release();
    isTold(await late, 200, accepted);
  });

  it('a removal that takes long: 503 with Retry-After, while others are taken', async () => {
    const [leaving, other] = [await seenShop(), await seenShop()];
    const removal = ingress.database.dataSource.createQueryRunner();
    await removal.startTransaction();
    await removal.query('delete from system_connections where id = $1', [leaving.id]);
    const [late, soon] = await Promise.all([ingress.deliver(leaving, order), ingress.deliver(other, order)]);
    isUnavailable(late);
    isTold(soon, 200, accepted);
    await removal.rollbackTransaction();
    await removal.release();
  });

  it('removals and disconnects during load: nothing but 200 and 401, and no row or task of a removed connection', async () => {
    const shops = await Promise.all(Array.from({ length: 12 }, () => ingress.connect()));
    const load = new Load(() => ingress.url, shops);
    for (const [place, { id }] of shops.slice(0, 8).entries()) {
      await load.more(20);
      const disconnect = `update system_connections set status = 'disconnected', disconnected_at = now() where id = $1`;
      await ingress.rows(place % 2 ? 'delete from system_connections where id = $1' : disconnect, [id]);
    }
    await load.more(20, 401);
    await load.stop();
    expect(load.statuses).toEqual([200, 401]);
    expect(await ingress.rows('select from webhook_deliveries left join tasks on tasks.id = task_id where tasks.id is null')).toEqual([]);
    expect(
      await ingress.rows('select from webhook_deliveries where system_connection_id <> all (select id from system_connections)'),
    ).toEqual([]);
  });

  it('one delivery that Postgres will not have does not spoil those that it came with', async () => {
    await ingress.rows(`
      create function refuse_poison() returns trigger language plpgsql as $$
      begin if new.body like '%poison%' then raise exception 'refused'; end if; return new; end $$`);
    await ingress.rows('create trigger refuse_poison before insert on webhook_tasks for each row execute function refuse_poison()');
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
