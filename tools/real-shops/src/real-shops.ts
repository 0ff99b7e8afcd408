import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inVerdictColour, runCommand } from '@sync/command-line';
import { Front } from './front';
import { MariaDb } from './mariadb';
import { PrestaShopShop } from './prestashop/prestashop-shop';
import { runPlugin } from './plugin/run-plugin';
import type { Stops } from './programs';
import { detailsOf, tableOf, type Step } from './report';
import { rigPlanOf, usage, type RigPlan } from './rig-plan';
import { runFaults } from './run-faults';
import { runScenario } from './scenario';
import { Service } from './service';
import type { Shop } from './shop';
import { WooCommerceShop } from './woocommerce/woocommerce-shop';

const interrupted = 130;
const dayMs = 86_400_000;
const startedAt = Date.now();
const kinds = { woocommerce: WooCommerceShop, prestashop: PrestaShopShop };

function say(line: string): void {
  console.log(`${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(5)} s  ${line}`);
}

/** `npm run real-shops`: real shops, linked with this service and compared field by field. */
async function realShops(args: readonly string[]): Promise<void> {
  const plan = rigPlanOf(args);
  const stops: Stops = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().finally(() => process.exit(interrupted)));
  try {
    process.exitCode = await compareShops(plan, stops);
  } finally {
    await stop();
  }
}

/** The exit code. What it starts, it adds to `stops`. */
async function compareShops(plan: RigPlan, stops: Stops): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'real-shops-'));
  // The service's Postgres runs under another account when this runs as root.
  chmodSync(folder, 0o755);
  stops.push(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const shops = await raiseShops(folder, plan, stops);
  say('starting the service');
  const service = await Service.start(folder, stops);
  const steps: Step[] = [];
  const onStep = (step: Step) => {
    steps.push(step);
    say(`${step.shop}: ${step.name}: ${step.isWrong ? inVerdictColour('failed', 'WRONG') : 'ok'}`);
    if (step.isWrong) console.log(`  ${step.outcome}`);
    for (const line of step.comparison ? detailsOf(step.comparison) : []) console.log(line);
  };
  try {
    if (plan.onlyPlugin) await runPlugin(shops, { service, folder, screenshots: plan.screenshots, stops, onStep, say });
    else if (plan.onlyFaults) await runFaults(shops, { service, onStep, say });
    else await runScenario(shops, { service, records: plan.records, onStep, say });
  } catch (error) {
    console.error(`${String(error)}\nLast lines of the service:\n${service.output}`);
    steps.push({ shop: '', name: 'the rig', outcome: String(error).split('\n')[0] ?? '', isWrong: true });
  }
  console.log(`\n${tableOf(steps).join('\n')}\n`);
  if (plan.isKept) {
    for (const { name, identity } of shops) console.log(`${name}: ${identity.base_url} ${JSON.stringify(identity.credentials)}`);
    console.log(`Service: ${service.url}\nFolder: ${folder}\nPress Ctrl-C to stop.`);
    await sleep(dayMs);
  }
  return steps.some(({ isWrong }) => isWrong) ? 1 : 0;
}

async function raiseShops(folder: string, { sources, records }: RigPlan, stops: Stops): Promise<Shop[]> {
  say('raising the shops');
  const database = await MariaDb.start(folder, stops);
  const shops: Shop[] = [];
  for (const [kind, source] of Object.entries(sources) as [keyof typeof kinds, string][]) {
    const root = join(folder, kind);
    mkdirSync(root);
    const shop = await kinds[kind].raise({ root, database, front: await Front.start(root, stops) }, source, records);
    say(`${shop.name} is up at ${shop.identity.base_url}`);
    shops.push(shop);
  }
  return shops;
}

runCommand(usage, realShops).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
