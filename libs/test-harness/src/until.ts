import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what must come true. Gives up by an error after so long, so that a failed test tells where it stood. */
export async function until(condition: () => Promise<boolean> | boolean, withinMs = 300_000): Promise<void> {
  for (const end = Date.now() + withinMs; !(await condition()); await sleep(25)) {
    if (Date.now() > end) throw new Error('What was waited for did not come true');
  }
}
