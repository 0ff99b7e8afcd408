import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import type { RedisServer } from '@sync/embedded-services';
import { onRedisQueues, until } from '@sync/test-harness';
import { repeatedContents, watchEffects } from './storm/effects';
import { differences, settled, undisturbedRun } from './storm/verdict';
import { initialise, link, type Caller } from './testing/actors';
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
  afterEach(() => {
    shop.webhooks.behave({});
    shop.webhooks.remove(deliveryUrl);
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
});
