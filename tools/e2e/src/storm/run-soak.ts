import { setTimeout as sleep } from 'node:timers/promises';
import { inVerdictColour } from '@sync/command-line';
import { faultsOf } from './faults';
import { Random } from './random';
import type { SoakPlan, SoakQueues } from './soak-plan';
import { Storm } from './storm';
import { tenantsOf, type StormScale } from './storm-plan';
import { StormyService } from './stormy-service';
import { tableOf } from './verdict-table';

type Say = (line: string) => void;

const longestRoundMs = 60_000;
const deliveriesPerSecond = 30;
/** How long victims may wait for the end of their exports beside the attackers. */
const patienceMs = 300_000;

/** Rounds of load and faults, each followed by a verdict on each tenant. Returns the number of faults found. */
export async function runSoak({ minutes, seed, queues, pageMs }: SoakPlan, say: Say): Promise<number> {
  say(`Soak of ${minutes} minutes, seed ${seed}: tenants and attackers with random faults, queues on ${queues.join(', then on ')}.`);
  let found = 0;
  for (const name of queues) found += await soakOn(name, { ms: (minutes * 60_000) / queues.length, pageMs, seed }, say);
  say(
    found === 0
      ? inVerdictColour('ok', 'Nothing was lost, nothing came twice, the rows are equal.')
      : inVerdictColour('failed', `${found} things are wrong.`),
  );
  return found;
}

interface Soak {
  ms: number;
  pageMs: number;
  seed: number;
}

async function soakOn(queues: SoakQueues, { ms, pageMs, seed }: Soak, say: Say): Promise<number> {
  const random = new Random(seed);
  const service = await StormyService.start({ onRedis: queues === 'Redis' });
  // Apps are replaced behind balancers, so their addresses stay.
  for (const app of ['connection-api', 'webhook-ingress'] as const) await service.balance(app);
  const end = Date.now() + ms;
  const loadMs = Math.max(3_000, Math.min(longestRoundMs, ms));
  const deliveries = Math.ceil((loadMs / 1_000) * deliveriesPerSecond);
  const scale: StormScale = { pageMs, loadMs, busyDeliveries: deliveries, floodDeliveries: 3 * deliveries };
  const storm = await Storm.over(service, tenantsOf(scale), random);
  let found = 0;
  for (let round = 1; round === 1 || (Date.now() < end && found === 0); round += 1) {
    found += await soakRound({ service, storm, random, say: (line) => say(`${queues} ${round}: ${line}`) }, loadMs);
  }
  if (found > 0) say(`Last lines of the apps:\n${service.apps.output.slice(-5_000)}`);
  const exits = await service.stop();
  await storm.end();
  const unclean = exits.filter(({ code }) => code !== 0).length;
  if (unclean > 0) say(`${unclean} apps did not end with exit code 0.`);
  return found + unclean;
}

interface Round {
  service: StormyService;
  storm: Storm;
  random: Random;
  say: Say;
}

async function soakRound({ service, storm, random, say }: Round, loadMs: number): Promise<number> {
  const until = Date.now() + loadMs;
  await storm.rage();
  await storm.joinLate();
  do {
    await sleep(random.between(500, 8_000));
    const fault = random.pick(faultsOf(service));
    if (fault) await storm.strike(fault);
    say(`${storm.acknowledged} deliveries acknowledged; ${fault ?? 'no fault'}`);
  } while (Date.now() < until);
  await storm.untilVictimsAreServed(patienceMs);
  await storm.calmDown();
  const { tenants, wrongs } = await storm.verdict();
  const found = [...wrongs, ...tenants.flatMap((verdict) => verdict.wrongs.map((wrong) => `${verdict.tenant}: ${wrong}`))];
  for (const wrong of found) say(`${inVerdictColour('failed', 'WRONG')}: ${wrong}`);
  say(`${storm.acknowledged} deliveries acknowledged, faults so far ${JSON.stringify(storm.met)}`);
  for (const line of tableOf(tenants)) say(line);
  return found.length;
}
