import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA, DemoShopB, webhookSignature, type WebhookTopic } from '@sync/demo-shops';
import { standingSeconds } from '@sync/domain';
import type { RedisServer } from '@sync/embedded-services';
import { onRedisQueues, until } from '@sync/test-harness';
import { repeatedContents, watchEffects } from './storm/effects';
import { differences, settled, undisturbedRun } from './storm/verdict';
import { initialise, link, type Caller } from './testing/actors';
import { exchangePatiently, json } from './testing/exchange';
import { ServiceUnderTest } from './testing/service-under-test';

const collections = ['customers', 'products', 'orders'] as const;

/** Webhooks from the shop to the records feed. */
onRedisQueues((backend) => {
  let service: ServiceUnderTest;
  let redis: RedisServer | null = null;
  let shop: DemoShopA;
  let caller = {} as Caller;
  let connectionId = '';
  let deliveryUrl = '';

  beforeAll(async () => {
    redis = await backend.start();
    service = await ServiceUnderTest.start({ environment: redis ? { REDIS_URL: redis.url } : {} });
    const [ingress] = await Promise.all([service.startIngress(), service.startWorker(), service.startWorker()]);
    shop = await DemoShopA.start({ customers: 60, products: 60, orders: 60 });
    await watchEffects(service);
    caller = await initialise(service);
    ({ connectionId } = await link(service, caller, shop));
    deliveryUrl = `${ingress.url}/api/webhooks/${connectionId}`;
    await until(async () => (await service.rows(`select from sync_runs where status = 'succeeded'`)).length === 3);
    await settled(service);
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
    await redis?.stop();
  });
  beforeEach(() => service.rows('truncate effects'));
  afterEach(() => {
    shop.webhooks.behave({});
    shop.webhooks.remove(deliveryUrl);
  });

  /** The webhook the shop would send now, built without its own webhooks. */
  const deliveryOf = (topic: WebhookTopic, id: number) => shop.webhooks.request({ deliveryUrl }, topic, id);
  const send = async ({ headers, body }: ReturnType<typeof deliveryOf>) => {
    const response = await exchangePatiently(deliveryUrl, {
      method: 'POST',
      path: new URL(deliveryUrl).pathname,
      headers: Object.entries(headers),
      body,
    });
    return `${response.status} ${response.text}`;
  };
  const accepted = '200 {"status":"accepted"}';
  const stored = () => service.rows<{ id: string }>('select id from tasks where body_hash is not null');
  const effects = () => service.rows<{ record: string; kind: string }>('select record, kind from effects order by id');
  const untilEffects = async (count: number) => {
    await until(async () => (await effects()).length >= count);
    await settled(service);
  };
  const feed = async (type: string, cursor?: string) => {
    const query = new URLSearchParams({ limit: '1000', ...(cursor !== undefined && { cursor }) });
    const response = await service.ask('GET', `/api/records/${type}?${query.toString()}`, { token: caller.token });
    return json<{ data: Record<string, unknown>[]; next_cursor: string }>(response);
  };
  const startOfSecond = async () => {
    const left = 1_000 - (Date.now() % 1_000);
    if (left < 600) await sleep(left + 5);
  };

  it('20 concurrent copies of a delivery take effect once', async () => {
    const before = (await stored()).length;
    const { next_cursor } = await feed('products');
    const id = shop.ids('products')[3]!;
    shop.change('products', id, { name: 'Sent twenty times' });
    const delivery = deliveryOf('product.updated', id);
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(delivery)));
    expect(responses).toEqual(responses.map(() => accepted));
    await untilEffects(1);
    expect(await send(delivery)).toBe(accepted);
    await settled(service);
    expect(await effects()).toEqual([{ record: `products ${id}`, kind: 'content' }]);
    expect((await stored()).length - before).toBe(1);
    // The feed waits for older transactions, which may belong to another test file.
    const namesInFeed = async () =>
      (await feed('products', next_cursor)).data.filter(({ source_id }) => source_id === String(id)).map(({ name }) => name);
    await until(async () => (await namesInFeed()).includes('Sent twenty times'));
    expect(await namesInFeed()).toEqual(['Sent twenty times']);
  });

  it('deliveries sent 1 to 5 times, late and in any order, leave the same records as the shop, each content once', async () => {
    await shop.webhooks.create({ deliveryUrl });
    shop.webhooks.resetCounters();
    shop.webhooks.behave({ isPatient: true, copies: 5, shuffle: true, delayMs: 300, atOnce: 12 });
    for (let round = 0; round < 3; round += 1) {
      for (const collection of collections) {
        shop.add(collection);
        for (const id of shop.ids(collection).slice(round * 5, round * 5 + 25)) {
          shop.change(
            collection,
            id,
            collection === 'products' ? { name: `Round ${round}` } : { status: `round-${round}`, first_name: `R${round}` },
          );
        }
      }
      await sleep(1_100);
    }
    await shop.webhooks.settled();
    await settled(service);
    const { due, sent, accepted: responded } = shop.webhooks.counters;
    expect(sent).toBeGreaterThan(due * 2);
    expect(responded).toBe(sent);
    expect(await repeatedContents(service)).toEqual([]);
    const undisturbed = await undisturbedRun(service, shop, await initialise(service));
    expect(await differences(service, connectionId, undisturbed)).toEqual([]);
  });

  it('two bodies with one delivery id take effect separately', async () => {
    const [one, two] = shop.ids('products').slice(5, 7) as [number, number];
    await startOfSecond();
    shop.change('products', one, { name: 'First of a second' });
    shop.change('products', two, { name: 'Second of a second' });
    const deliveries = [deliveryOf('product.updated', one), deliveryOf('product.updated', two)];
    expect(new Set(deliveries.map(({ headers }) => headers['X-WC-Webhook-Delivery-ID'])).size).toBe(1);
    expect(await Promise.all(deliveries.map(send))).toEqual([accepted, accepted]);
    await untilEffects(2);
    expect((await effects()).map(({ record }) => record).sort()).toEqual([`products ${one}`, `products ${two}`].sort());
  });

  it('every topic takes effect as the platform sends it', async () => {
    shop.webhooks.behave({ isPatient: true });
    await shop.webhooks.create({ deliveryUrl });
    expect(shop.webhooks.list().every(({ isPending }) => !isPending)).toBe(true);
    for (const collection of collections) {
      const added = shop.add(collection);
      const [changed, removed] = shop.ids(collection).slice(10, 12) as [number, number];
      shop.change(
        collection,
        changed,
        collection === 'products' ? { name: 'Changed' } : { email: 'changed@mail.example', status: 'packed' },
      );
      shop.remove(collection, removed);
      await shop.webhooks.settled();
      await settled(service);
      const state = async (id: number) => {
        const [row] = await service.rows<{ is_deleted: boolean }>(
          `select deleted_at is not null as is_deleted from ${collection} where shop_id = $1 and source_id = $2`,
          [connectionId, String(id)],
        );
        return row && (row.is_deleted ? 'deleted' : 'there');
      };
      expect([await state(added), await state(changed), await state(removed)]).toEqual(['there', 'there', 'deleted']);
      if (collection === 'customers') continue;
      await sleep(1_100);
      shop.restore(collection, removed);
      await shop.webhooks.settled();
      await settled(service);
      expect(await state(removed)).toBe('there');
    }
    expect(shop.webhooks.counters).toMatchObject({ refused: 0 });
    expect(await repeatedContents(service)).toEqual([]);
    const undisturbed = await undisturbedRun(service, shop, await initialise(service));
    expect(await differences(service, connectionId, undisturbed)).toEqual([]);
  });

  it('a delta export repairs the loss of 20 % of the webhooks', async () => {
    await shop.webhooks.create({ deliveryUrl });
    shop.webhooks.behave({ isPatient: true, lose: 0.2 });
    shop.webhooks.resetCounters();
    for (const collection of collections) {
      for (let count = 0; count < 5; count += 1) shop.add(collection);
      for (const id of shop.ids(collection).slice(0, 40)) {
        shop.change(collection, id, collection === 'products' ? { name: 'Drifting' } : { status: 'drifting', first_name: 'Drifting' });
      }
    }
    await shop.webhooks.settled();
    await settled(service);
    expect(shop.webhooks.counters.lost).toBeGreaterThan(0);
    const undisturbed = await undisturbedRun(service, shop, await initialise(service));
    expect(await differences(service, connectionId, undisturbed)).not.toEqual([]);
    const syncRequest = await service.ask('POST', `/api/system-connections/${connectionId}/syncs`, {
      token: caller.token,
      body: { mode: 'delta' },
    });
    expect(syncRequest.status).toBe(202);
    await settled(service);
    expect(await service.rows(`select mode from sync_runs where modified_after is not null and status = 'succeeded'`)).toHaveLength(3);
    expect(await differences(service, connectionId, undisturbed)).toEqual([]);
  });

  it('the connection says that its shop sends no webhooks any more, until the next one', async () => {
    const [product] = shop.ids('products') as [number];
    const announced = async (name: string) => {
      shop.webhooks.behave({ isPatient: true });
      await shop.webhooks.create({ deliveryUrl });
      shop.change('products', product, { name });
      await shop.webhooks.settled();
      await settled(service);
    };
    const delta = async () => {
      await service.ask('POST', `/api/system-connections/${connectionId}/syncs`, { token: caller.token, body: { mode: 'delta' } });
      await settled(service);
    };
    const reason = async () => {
      const response = await service.ask('GET', `/api/system-connections/${connectionId}`, { token: caller.token });
      return json<{ status_reason: { code: string; message: string } | null }>(response).status_reason;
    };
    await announced('Announced');
    shop.webhooks.remove(deliveryUrl);
    // Syncs that follow a webhook at once say nothing.
    await sleep((standingSeconds + 1) * 1_000);
    await delta();
    for (const name of ['Not announced', 'Nor this']) {
      expect(await reason()).toBeNull();
      shop.change('products', product, { name });
      await delta();
    }
    expect(await reason()).toMatchObject({ code: 'webhooks_silent', message: expect.stringContaining('products') as string });
    await announced('Announced again');
    expect(await reason()).toBeNull();
  });

  it('webhooks of commerce_b are accepted, retried and end as failed tasks, while its syncs go on', async () => {
    const other = await DemoShopB.start({ customers: 1, products: 1, orders: 1 });
    const secret = 'the secret of a shop of commerce_b';
    const identity = { system_slug: 'commerce_b', base_url: other.url, credentials: { ...other.credentials, webhook_secret: secret } };
    const started = await service.ask('POST', '/api/system-connections/connect', { token: caller.token, body: {} });
    const { connection_id: id, connection_token } = json<Record<string, string>>(started);
    await service.ask('POST', '/api/system-connections/register', { body: { ...identity, connection_token } });
    await settled(service);
    const body = '{"id":1}';
    const headers = [
      ['x-webhook-signature', webhookSignature(body, secret)],
      ['x-webhook-topic', 'order.created'],
      ['x-webhook-id', 'one'],
    ] as const;
    const { status, text } = await exchangePatiently(deliveryUrl, { method: 'POST', path: `/api/webhooks/${id}`, headers, body });
    expect(`${status} ${text}`).toBe(accepted);
    // Two of five attempts suffice here.
    await service.rows('update tasks set max_attempts = least(max_attempts, greatest(2, attempts + 1)) where system_connection_id = $1', [
      id,
    ]);
    const task = async () =>
      (
        await service.rows<{ state: string }>(
          `select state, attempts >= 2 and attempts = max_attempts as tried_again_and_again, last_error, body
            from tasks where name = 'process-webhook' and system_connection_id = $1`,
          [id],
        )
      )[0];
    await until(async () => (await task())?.state !== 'pending');
    expect(await task()).toMatchObject({
      state: 'failed',
      tried_again_and_again: true,
      last_error: expect.stringMatching(/not implemented/) as string,
      body,
    });
    const path = `/api/system-connections/${id}/syncs`;
    expect((await service.ask('POST', path, { token: caller.token, body: { mode: 'full' } })).status).toBe(202);
    await settled(service);
    expect(await service.rows(`select distinct status from sync_runs where system_connection_id = $1`, [id])).toEqual([
      { status: 'succeeded' },
    ]);
    await other.stop();
  });
});
