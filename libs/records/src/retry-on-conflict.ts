import { setTimeout as sleep } from 'node:timers/promises';

/** Postgres: deadlock detected, serialization failure. */
export const transactionConflicts: readonly string[] = ['40P01', '40001'];
const maxAttempts = 6;

/** Retries work that lost against a concurrent transaction (nothing of it was stored), with exponential backoff and jitter. Other errors are rethrown at once. */
export async function retryOnConflict<T>(work: () => Promise<T>, codes: readonly string[] = transactionConflicts): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt === maxAttempts || typeof code !== 'string' || !codes.includes(code)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
