import { setTimeout as sleep } from 'node:timers/promises';
import { postgresCode } from './postgres-away';

/** Deadlock and serialization failure: Postgres has rolled everything back, so the work can run again. */
const conflicts: readonly string[] = ['40P01', '40001'];
const maxAttempts = 8;
const firstBackoffMs = 20;

/** Reruns work that lost against another transaction, with jittered exponential backoff. `alsoRetry`: further SQLSTATE codes to retry. */
export async function retryOnConflict<T>(work: () => Promise<T>, alsoRetry: readonly string[] = []): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || ![...conflicts, ...alsoRetry].includes(postgresCode(error))) throw error;
      await sleep(Math.random() * firstBackoffMs * 2 ** (attempt - 1));
    }
  }
}
