import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what must come true; gives up after a minute, so that a failed test does not keep its process alive. */
export async function until(condition: () => Promise<boolean> | boolean, everyMs = 25): Promise<void> {
  for (const end = Date.now() + 20_000; !(await condition()); await sleep(everyMs)) {
    if (Date.now() > end) throw new Error('What was waited for did not come true');
  }
}
