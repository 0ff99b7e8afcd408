import { setTimeout as sleep } from 'node:timers/promises';
import { inVerdictColour, runCommand } from '@sync/command-line';
import { runFaults } from './faults/run-faults';
import { raiseShops, type RaisedShops } from './raise-shops';
import { rigPlanOf, usage, type RigPlan } from './rig-plan';
import { detailsOf, tableOf, type Step } from './scenario/report';
import { runScenario } from './scenario/run-scenario';
import { RunningService } from './service/service';

const interrupted = 130;
const dayMs = 86_400_000;
const startedAt = Date.now();

function say(line: string): void {
  console.log(`${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(5)} s  ${line}`);
}

/** `npm run real-shops`: real shops, linked with this service and compared field by field. */
async function realShops(args: readonly string[]): Promise<void> {
  const plan = rigPlanOf(args);
  const stops: (() => Promise<void>)[] = [];
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
async function compareShops(plan: RigPlan, stops: (() => Promise<void>)[]): Promise<number> {
  say('raising the shops');
  const raised = await raiseShops(plan, { say, stops });
  say('starting the service');
  const service = await RunningService.start(raised.folder);
  stops.push(() => service.stop());
  const steps: Step[] = [];
  const onStep = (step: Step) => {
    steps.push(step);
    say(`${step.shop}: ${step.name}: ${step.isWrong ? inVerdictColour('failed', 'WRONG') : 'ok'}`);
    if (step.isWrong) console.log(`  ${step.outcome}`);
    for (const line of step.comparison ? detailsOf(step.comparison) : []) console.log(line);
  };
  try {
    const { records, minutesDown } = plan;
    if (plan.onlyFaults) await runFaults(raised.shops, { service, onStep, say });
    else await runScenario(raised.shops, { web: raised.web, service, records, minutesDown, onStep, say });
  } catch (error) {
    console.error(`${String(error)}\nLast lines of the service:\n${service.output}`);
    steps.push({
      shop: '',
      name: 'the rig',
      outcome: String(error).split('\n')[0] ?? '',
      isWrong: true,
      comparison: null,
      traffic: null,
      seconds: null,
    });
  }
  console.log(`\n${tableOf(steps).join('\n')}\n`);
  if (plan.isKept) await untilStopped(raised, service.url);
  return steps.some(({ isWrong }) => isWrong) ? 1 : 0;
}

async function untilStopped({ shops, folder }: RaisedShops, serviceUrl: string): Promise<void> {
  for (const { shop } of shops) console.log(`${shop.name}: ${shop.url} ${JSON.stringify(shop.credentials)}`);
  console.log(`Service: ${serviceUrl}\nFolder: ${folder}\nPress Ctrl-C to stop.`);
  await sleep(dayMs);
}

runCommand(usage, realShops).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
