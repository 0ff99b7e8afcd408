import { setTimeout as sleep } from 'node:timers/promises';

/** Only a shop that takes this long for a response is slow. */
const slowMs = 1_000;
const share = 0.1;
const maxMs = 3_000;

/**
 * For how long what follows a request waits: a random part of a tenth of what the request took. Nothing for shops that are not slow.
 * `random`: from 0 to 1.
 */
export function laterByMs(tookMs: number, random = Math.random()): number {
  return tookMs < slowMs ? 0 : random * Math.min(tookMs * share, maxMs);
}

/**
 * Runs a request to a shop. Requests to many slow shops begin at one moment, when places become free, and may end at one moment, since
 * the shops decide when they respond. What follows each of them takes some hundredths of a second of a core: all at once
 * they would hold up every other tenant. So the end of a slow request is spread, whether it failed or not.
 */
export async function spreadOut<T>(request: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await request();
  } finally {
    const waitMs = laterByMs(performance.now() - startedAt);
    if (waitMs > 0) await sleep(waitMs);
  }
}
