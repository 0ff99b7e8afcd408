import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const mostAttempts = 6;

function code(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : '';
}

/** The database refuses a value: data exceptions, missing or forbidden values, and what is too long for an index. */
export function isRefusedValue(error: unknown): boolean {
  return /^(22...|23502|23514|54000)$/.test(code(error));
}

/** The connection that the rows belong to was deleted meanwhile. */
export function isMissingConnection(error: unknown): boolean {
  return code(error) === '23503';
}

/** Runs again what lost against another transaction (deadlock, serialization failure); nothing of it was stored. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const lost = ['40P01', '40001'].includes(code(error));
      if (!lost || attempt === mostAttempts) {
        throw error;
      }
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
