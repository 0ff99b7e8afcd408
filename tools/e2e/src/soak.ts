import { findRedisServer } from '@sync/embedded-services';
import { runSoak } from './storm/run-soak';
import { soakPlanOf, UnusableSoak } from './storm/soak-plan';

/** `npm run soak -- --minutes N`: random load with random faults, and what it came to. */
async function main(): Promise<void> {
  const plan = soakPlanOf(process.argv.slice(2), findRedisServer() !== null);
  const found = await runSoak(plan, (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`));
  process.exit(found === 0 ? 0 : 1);
}

main().catch((error: Error) => {
  console.error(error instanceof UnusableSoak ? error.message : error);
  process.exit(2);
});
