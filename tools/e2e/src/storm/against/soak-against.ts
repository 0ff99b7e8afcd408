import { setTimeout as sleep } from 'node:timers/promises';
import { inVerdictColour, type DeploymentAddress } from '@sync/command-line';
import { Random } from '../random';
import { tenantsOf, type StormScale } from '../storm-plan';
import { StormTenant } from '../storm-tenant';
import { tableOf } from '../verdict-table';
import { Deployment } from './deployment';
import { judgeTenant, uninstall } from './judge-tenant';

export interface SoakAgainst extends DeploymentAddress {
  minutes: number;
  seed: number;
  /** How long the attackers' shops take for a page. */
  pageMs: number;
}

const longestRoundMs = 60_000;
const deliveriesPerSecond = 30;

/** Rounds of load on a deployment that is already there, each followed by a verdict on each tenant. Returns the number of faults found. */
export async function runSoakAgainst(
  { url, shopAddress, minutes, seed, pageMs }: SoakAgainst,
  say: (line: string) => void,
): Promise<number> {
  say(`Soak of ${minutes} minutes against ${url}, seed ${seed}: tenants and attackers.`);
  say('Skipped: faults that need the processes, the database, Redis or the name servers of the deployment.');
  const end = Date.now() + minutes * 60_000;
  const loadMs = Math.max(2_000, Math.min(longestRoundMs, minutes * 60_000));
  const deliveries = Math.ceil((loadMs / 1_000) * deliveriesPerSecond);
  const scale: StormScale = { pageMs, loadMs, busyDeliveries: deliveries, floodDeliveries: 3 * deliveries };
  const deployment = new Deployment(url, shopAddress);
  const random = new Random(seed);
  const plans = tenantsOf(scale).filter(({ nameMs }) => nameMs === undefined);
  const tenants: StormTenant[] = [];
  for (const plan of plans) tenants.push(await StormTenant.join(deployment, plan, random));
  let found = 0;
  for (let round = 1; round === 1 || (Date.now() < end && found === 0); round += 1) {
    const raging = tenants.map((tenant) => tenant.rage());
    await sleep(loadMs);
    for (const tenant of tenants) tenant.calmDown();
    await Promise.all(raging);
    found += await judge(deployment, tenants, (line) => say(`${round}: ${line}`));
  }
  for (const { caller, connectionIds } of tenants) for (const id of connectionIds) await uninstall(deployment, caller, id);
  await Promise.all(tenants.map((tenant) => tenant.leave()));
  say(
    found === 0
      ? inVerdictColour('ok', 'Nothing was lost, the feeds are equal to the shops.')
      : inVerdictColour('failed', `${found} things are wrong.`),
  );
  return found;
}

async function judge(deployment: Deployment, tenants: readonly StormTenant[], say: (line: string) => void): Promise<number> {
  const verdicts = [];
  for (const tenant of tenants) verdicts.push(await judgeTenant(deployment, tenant));
  for (const line of tableOf(verdicts)) say(line);
  const wrongs = verdicts.flatMap(({ tenant, wrongs: found }) => found.map((wrong) => `${tenant}: ${wrong}`));
  for (const wrong of wrongs) say(`${inVerdictColour('failed', 'WRONG')}: ${wrong}`);
  return wrongs.length;
}
