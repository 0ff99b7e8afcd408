import { IntegrationRequestException } from '@sync/integration-contract';

const baseDelayMs = 1_000;
const longestDelayMs = 60_000;
const longestWaitMs = 3_600_000;

/** Exponential with jitter: 1, 2, 4, 8 … seconds, less up to half of it. `failures` counts from 1. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const delay = Math.min(baseDelayMs * 2 ** (failures - 1), longestDelayMs);
  return Math.round(delay * (1 - random() / 2));
}

/** How long the shop asked to wait, bounded to an hour; null when it asked for nothing. */
export function askedWaitMs(error: unknown): number | null {
  if (!(error instanceof IntegrationRequestException) || error.retryAfterSeconds === null) return null;
  return Math.min(Math.max(error.retryAfterSeconds * 1_000, baseDelayMs), longestWaitMs);
}

/** When to look again for room that was not there: soon at first, every ten seconds in the end. */
export function deferredMs(attempt: number): number {
  return Math.min(attempt * 200, 10_000);
}
