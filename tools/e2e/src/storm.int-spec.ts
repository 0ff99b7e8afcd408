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
/** One storm of the many that `npm run soak` makes. */
const seed = 20_260_101;

/** Promises 1, 2, 12, 13, 15; B-G 229. */
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

  it('kill -9, flushed, lost and hanging queues, a restarted Postgres during exports and 1,000 webhooks: every acknowledged delivery takes effect exactly once, every run ends, the rows equal those of an undisturbed run', async () => {
    const random = new Random(seed);
    await watchEffects(service);
    const storm = await Storm.over(service, shop, await initialise(service), random);

    const raining = storm.rain(deliveries, stormMs);
    // Stopped at boot: what was asked for is taken all the same, and begins when it is there.
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
