import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until the condition holds. Throws after the deadline, so that the stack shows where the test stopped. Looks less often the longer it
 * waits, every 25 to 100 ms, because what it waits for needs the processor too. `why`: what is still missing, for the error.
 */
export async function until(condition: () => Promise<boolean> | boolean, deadlineMs = 300_000, why = () => ''): Promise<void> {
  const begun = Date.now();
  for (let waited = 0; !(await condition()); waited = Date.now() - begun) {
    if (waited > deadlineMs) throw new Error(`The condition did not become true in time${why()}`);
    await sleep(Math.min(25 + waited / 20, 100));
  }
}
