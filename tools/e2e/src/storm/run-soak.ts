import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { initialise } from '../testing/actors';
import { watchEffects } from './effects';
import { faultsOf } from './faults';
import { Random } from './random';
import type { SoakPlan, SoakQueues } from './soak-plan';
import { Storm } from './storm';
import { StormyService } from './stormy-service';
import { wrongsAfter } from './verdict';

type Say = (line: string) => void;

const longestRoundMs = 60_000;
const deliveriesPerSecond = 30;

/** Rounds of load and faults, each followed by a comparison with an undisturbed run. Returns the number of faults found. */
export async function runSoak({ minutes, seed, queues }: SoakPlan, say: Say): Promise<number> {
  say(`Soak of ${minutes} minutes, seed ${seed}: exports and webhooks with random faults, queues on ${queues.join(', then on ')}.`);
  let found = 0;
  for (const name of queues) found += await soakOn(name, (minutes * 60_000) / queues.length, new Random(seed), say);
  say(found === 0 ? 'Nothing was lost, nothing came twice, the rows are equal.' : `${found} things are wrong.`);
  return found;
}

async function soakOn(queues: SoakQueues, milliseconds: number, random: Random, say: Say): Promise<number> {
  const service = await StormyService.start({ onRedis: queues === 'Redis' });
  const shop = await DemoShopA.start({ customers: 300, products: 300, orders: 1_200 });
  await watchEffects(service);
  const storm = await Storm.over(service, shop, await initialise(service), random);
  const end = Date.now() + milliseconds;
  let found = 0;
  for (let round = 1; round === 1 || (Date.now() < end && found === 0); round += 1) {
    found += await soakRound({ service, shop, storm, random, say: (line) => say(`${queues} ${round}: ${line}`) }, end);
  }
  if (found > 0) say(`Last lines of the apps:\n${service.output.slice(-5_000)}`);
  const exits = await service.stop();
  await shop.stop();
  const unclean = exits.filter(({ code }) => code !== 0).length;
  if (unclean > 0) say(`${unclean} apps did not end with exit code 0.`);
  return found + unclean;
}

interface Round {
  service: StormyService;
  shop: DemoShopA;
  storm: Storm;
  random: Random;
  say: Say;
}

async function soakRound({ service, shop, storm, random, say }: Round, end: number): Promise<number> {
  const roundMs = Math.max(5_000, Math.min(longestRoundMs, end - Date.now()));
  shop.setLatency(random.between(20, 200));
  const raining = storm.rain(Math.ceil((roundMs / 1_000) * deliveriesPerSecond), roundMs);
  const exporting = storm.exports();
  for (const until = Date.now() + roundMs; Date.now() < until;) {
    await sleep(random.between(500, 8_000));
    const fault = random.pick(faultsOf(service));
    if (fault) await storm.strike(fault);
    say(`${storm.sender.acknowledged.size} deliveries acknowledged; ${fault ?? 'no fault'}`);
  }
  await raining;
  storm.calmDown();
  const exports = await exporting;
  shop.setLatency(0);
  const found = await wrongsAfter(service, shop, storm);
  for (const wrong of found) say(`WRONG: ${wrong}`);
  const { acknowledged, requests } = storm.sender;
  say(`${acknowledged.size} deliveries acknowledged in ${requests} requests, ${exports} runs, faults so far ${JSON.stringify(storm.met)}`);
  return found.length;
}
