import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds. Throws after the deadline, so that the stack shows where the test stopped. */
export async function until(condition: () => Promise<boolean> | boolean, deadlineMs = 300_000): Promise<void> {
  for (const end = Date.now() + deadlineMs; !(await condition()); await sleep(25)) {
    if (Date.now() > end) throw new Error('The condition did not become true in time');
  }
}
