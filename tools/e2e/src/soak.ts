import { findRedisServer, runCommand } from '@sync/embedded-services';
import { runSoak } from './storm/run-soak';
import { soakPlanOf, usage } from './storm/soak-plan';

/** `npm run soak -- --minutes N`: random load with random faults, and a verdict. */
async function soak(args: readonly string[]): Promise<void> {
  const plan = soakPlanOf(args, findRedisServer() !== null);
  const found = await runSoak(plan, (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`));
  process.exit(found === 0 ? 0 : 1);
}

runCommand(usage, soak).catch((error: unknown) => {
  console.error(error);
  process.exit(2);
});
