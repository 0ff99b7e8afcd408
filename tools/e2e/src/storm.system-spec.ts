import { setTimeout as sleep } from 'node:timers/promises';
import { forEachQueueBackend } from '@sync/test-harness';
import type { Fault } from './storm/faults';
import { Random } from './storm/random';
import { Storm } from './storm/storm';
import { tenantsOf } from './storm/storm-plan';
import { StormyService } from './storm/stormy-service';
import { tableOf } from './storm/verdict-table';

const scale = { pageMs: 2_000, loadMs: 10_000, busyDeliveries: 150, floodDeliveries: 300 };
/** One of the storms that `npm run soak` runs. */
const seed = 20_260_101;
/** Far more than they need: only a starving victim takes that long. */
const patienceMs = 180_000;

/** Faults of a queue backend on the one, others on the other: together all of them. */
const plannedFaults: Readonly<Record<string, readonly Fault[]>> = {
  Postgres: ['kill -9 of a worker', 'kill -9 of the ingress', 'Postgres restarted', 'disk full', 'wrong key'],
  Redis: ['kill -9 of a worker', 'queues flushed', 'half-open connections', 'Redis stopped', 'Redis hung', 'keys rotated'],
};

/** Tenants whose load does not depend on the queues attack on one backend. */
const plansFor = (backend: string) =>
  tenantsOf(scale).filter(({ name }) => backend === 'Postgres' || !['slow names', 'big records'].includes(name));

/** Load, attackers and faults together. */
forEachQueueBackend(({ name }) => {
  let service: StormyService;
  let storm: Storm | null = null;

  beforeEach(async () => {
    storm = null;
    service = await StormyService.start({ onRedis: name === 'Redis', redisLate: true });
  });
  afterEach(async () => {
    await service.stop();
    await storm?.end();
  });

  it('each tenant keeps its promises among attackers and faults: webhooks take effect once, runs succeed, rows and feed are complete, no victim starves', async () => {
    const random = new Random(seed);
    storm = await Storm.over(service, plansFor(name), random);
    await storm.rage();
    // Without Redis at boot, requests are accepted and their work starts once it is there.
    await sleep(500);
    await service.startRedis();
    await storm.joinLate();
    const held = storm.strike('transaction left open');
    const planned = random.shuffled(plannedFaults[name] ?? []);
    for (const fault of planned) {
      await sleep(random.between(100, 1_000));
      await storm.strike(fault);
    }
    await held;
    await storm.untilVictimsAreServed(patienceMs);
    await storm.calmDown();
    const { tenants, wrongs } = await storm.verdict();
    const exits = await service.stop();

    const found = [...wrongs, ...tenants.flatMap((verdict) => verdict.wrongs.map((wrong) => `${verdict.tenant}: ${wrong}`))];
    expect({ planned, table: tableOf(tenants), found }).toEqual({ planned, table: expect.any(Array) as string[], found: [] });
    const byName = (plans: readonly { name: string }[]) => plans.map((plan) => plan.name).sort();
    expect(tenants.map(({ tenant }) => tenant).sort()).toEqual(byName(plansFor(name)));
    expect(tenants.filter(({ tenant }) => /flood|busy/.test(tenant)).every(({ accepted }) => accepted >= 150)).toBe(true);
    expect(exits.every(({ code }) => code === 0)).toBe(true);
  }, 600_000);
});
