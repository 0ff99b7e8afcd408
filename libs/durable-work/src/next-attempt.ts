import { askedWaitMs, backoffMs, deferredMs } from './retry-policy';
import { TaskInterrupted, TaskDeferred, UnrecoverableTaskError } from './task-errors';

/** What a task has spent when an attempt at it did not succeed. */
export interface SpentAttempts {
  /** Pick-ups so far, and how many they may come to. */
  attempts: number;
  maxAttempts: number;
  /** All waits that were asked for since it last made progress, in milliseconds. */
  waitedMs: number;
  /** Attempts that a task of its kind has. */
  budget: number;
  hasProgressed: boolean;
}

export interface NextAttempt {
  /** How long until then. */
  milliseconds: number;
  maxAttempts: number;
  waitedMs: number;
}

/** "Waits as told (bounded)": so much of it is free; from then on a wait costs an attempt like any failure. */
const longestWaitingMs = 86_400_000;

/**
 * Null: the task has failed. An interruption and a lack of room are our own doing and cost nothing, however often: whoever takes the
 * room has bounds of its own. After progress the attempt at hand is the first of a new budget.
 */
export function nextAttempt(error: unknown, { attempts, hasProgressed, budget, ...spent }: SpentAttempts): NextAttempt | null {
  if (error instanceof UnrecoverableTaskError) return null;
  const most = hasProgressed ? Math.max(spent.maxAttempts, attempts + budget - 1) : spent.maxAttempts;
  const waitedMs = hasProgressed ? 0 : spent.waitedMs;
  if (error instanceof TaskInterrupted) return { milliseconds: 0, maxAttempts: most + 1, waitedMs };
  if (error instanceof TaskDeferred) return { milliseconds: deferredMs(attempts), maxAttempts: most + 1, waitedMs };
  const asked = askedWaitMs(error);
  if (asked !== null && waitedMs < longestWaitingMs) return { milliseconds: asked, maxAttempts: most + 1, waitedMs: waitedMs + asked };
  if (attempts >= most) return null;
  return { milliseconds: asked ?? backoffMs(Math.max(1, budget - most + attempts)), maxAttempts: most, waitedMs };
}
