import { askedWaitMs, backoffMs, deferredMs, outageWaitMs } from './retry-policy';
import { TaskDeferred, TaskInterrupted, TaskPostponed, TaskYielded, UnrecoverableTaskError } from './task-errors';

/** What a task has spent when an attempt fails. */
export interface SpentAttempts {
  /** Attempts so far, and their maximum. */
  attempts: number;
  maxAttempts: number;
  /** Waits for Postgres, or that the shop asked for, since the task last made progress. */
  waitedMs: number;
  /** Attempts of a new task of this kind. */
  budget: number;
  hasProgressed: boolean;
}

export interface NextAttempt {
  milliseconds: number;
  maxAttempts: number;
  waitedMs: number;
}

/** Waits for Postgres and those that a shop asks for are free up to a day. From then on each costs an attempt, like any failure. */
const maxFreeWaitMs = 86_400_000;

/**
 * Null: the task has failed. Interruptions and deferrals are the service's own doing and cost nothing, however often: the work that
 * takes the room is bounded itself, and so is the time for which a handler postpones its task. After progress the current attempt is the first of a new budget.
 */
export function nextAttempt(error: unknown, { attempts, hasProgressed, budget, ...spent }: SpentAttempts): NextAttempt | null {
  if (error instanceof UnrecoverableTaskError) return null;
  const maxAttempts = hasProgressed ? Math.max(spent.maxAttempts, attempts + budget - 1) : spent.maxAttempts;
  const waitedMs = hasProgressed ? 0 : spent.waitedMs;
  if (error instanceof TaskInterrupted || error instanceof TaskYielded) return { milliseconds: 0, maxAttempts: maxAttempts + 1, waitedMs };
  if (error instanceof TaskDeferred) return { milliseconds: deferredMs(attempts), maxAttempts: maxAttempts + 1, waitedMs };
  if (error instanceof TaskPostponed) return { milliseconds: error.milliseconds, maxAttempts: maxAttempts + 1, waitedMs };
  const asked = askedWaitMs(error) ?? outageWaitMs(error, waitedMs);
  if (asked !== null && waitedMs < maxFreeWaitMs) return { milliseconds: asked, maxAttempts: maxAttempts + 1, waitedMs: waitedMs + asked };
  if (attempts >= maxAttempts) return null;
  return { milliseconds: asked ?? backoffMs(Math.max(1, budget - maxAttempts + attempts)), maxAttempts, waitedMs };
}
