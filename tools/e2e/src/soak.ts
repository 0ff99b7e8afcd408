import { runCommand } from '@sync/command-line';
import { findRedisServer, ProgressBar } from '@sync/embedded-services';
import { runSoakAgainst } from './storm/against/soak-against';
import { runSoak } from './storm/run-soak';
import { soakPlanOf, usage } from './storm/soak-plan';

/** `npm run soak -- --minutes N`: random load with random faults, and a verdict. */
async function soak(args: readonly string[]): Promise<void> {
  const plan = soakPlanOf(args, findRedisServer() !== null);
  const startedAt = Date.now();
  const bar = new ProgressBar('Soak', plan.minutes * 60, { unit: 's', stream: process.stdout });
  const draw = setInterval(() => bar.update(Math.round((Date.now() - startedAt) / 1_000)), 1_000);
  const say = (line: string) => bar.line(`${new Date().toISOString().slice(11, 19)} ${line}`);
  const found = await (plan.against ? runSoakAgainst({ ...plan, ...plan.against }, say) : runSoak(plan, say));
  clearInterval(draw);
  bar.end();
  process.exit(found === 0 ? 0 : 1);
}

runCommand(usage, soak).catch((error: unknown) => {
  console.error(error);
  process.exit(2);
});
