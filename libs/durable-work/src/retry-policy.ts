import { IntegrationRequestException } from '@sync/integration-contract';
import { lacksConnection } from '@sync/postgres';

const baseDelayMs = 1_000;
const maxDelayMs = 60_000;
const maxWaitMs = 3_600_000;
/** Shops in maintenance name ten minutes and mostly take seconds. */
const maxMaintenanceWaitMs = 60_000;

/** Exponential backoff: 1, 2, 4, 8 … seconds, minus a jitter of up to half. `failures` counts from 1. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const delay = Math.min(baseDelayMs * 2 ** (failures - 1), maxDelayMs);
  return Math.round(delay * (1 - random() / 2));
}

/** The wait that the shop asked for, at most an hour, and at most a minute if it is in maintenance (503); null when it asked for none. */
export function askedWaitMs(error: unknown): number | null {
  if (!(error instanceof IntegrationRequestException) || error.retryAfterSeconds === null) return null;
  const maxMs = error.status === 503 ? maxMaintenanceWaitMs : maxWaitMs;
  return Math.min(Math.max(error.retryAfterSeconds * 1_000, baseDelayMs), maxMs);
}

/** Without a connection to Postgres: one second at first, doubled each time up to a minute. Null for any other error. */
export function outageWaitMs(error: unknown, waitedMs: number): number | null {
  if (error instanceof IntegrationRequestException || !lacksConnection(error)) return null;
  return Math.min(Math.max(waitedMs, baseDelayMs), maxDelayMs);
}

/** The delay of a deferred task: short at first, ten seconds at most. */
export function deferredMs(attempt: number): number {
  return Math.min(attempt * 200, 10_000);
}
