import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { forEachQueueBackend } from '@sync/test-harness';
import { watchEffects } from './storm/effects';
import { faultsOf, type Fault } from './storm/faults';
import { Random } from './storm/random';
import { Storm } from './storm/storm';
import { StormyService } from './storm/stormy-service';
import { wrongsAfter } from './storm/verdict';
import { initialise } from './testing/actors';

const deliveries = 1_000;
const stormMs = 16_000;
/** One of the storms that `npm run soak` runs. */
const seed = 20_260_101;

/** Load and faults together, on both queue backends. */
forEachQueueBackend(({ name }) => {
  let service: StormyService;
  let shop: DemoShopA;

  beforeEach(async () => {
    service = await StormyService.start({ onRedis: name === 'Redis', redisLate: true });
    shop = await DemoShopA.start({ customers: 200, products: 200, orders: 900, latencyMs: 120 });
  });
  afterEach(async () => {
    await service.stop();
    await shop.stop();
  });

  it('1,000 webhooks and exports survive kill -9, flushed, lost and hanging queues, a restarted Postgres and half-open connections: each delivery takes effect once, every run ends, rows equal an undisturbed run', async () => {
    const random = new Random(seed);
    await watchEffects(service);
    const storm = await Storm.over(service, shop, await initialise(service), random);

    const raining = storm.rain(deliveries, stormMs);
    // Without Redis at boot, requests are accepted and their work starts once it is there.
    await sleep(500);
    await service.startRedis();
    await storm.begun();
    const exporting = storm.exports();
    const planned: Fault[] = random.shuffled([...faultsOf(service), 'kill -9 of a worker', 'kill -9 of a worker']);
    for (const fault of planned) {
      await sleep(random.between(100, 1_200));
      await storm.strike(fault);
    }
    await raining;
    storm.calmDown();
    await exporting;
    shop.setLatency(0);
    const found = await wrongsAfter(service, shop, storm);
    const exits = await service.stop();
    expect({ planned, found }).toEqual({ planned, found: [] });
    expect(storm.sender.acknowledged.size).toBeGreaterThanOrEqual(deliveries);
    expect(exits.every(({ code }) => code === 0)).toBe(true);
  }, 600_000);
});
