import { IntegrationRequestException } from '@sync/integration-contract';
import { nextAttempt, type NextAttempt, type SpentAttempts } from './next-attempt';
import { TaskInterrupted, TaskDeferred, TaskPostponed, UnrecoverableTaskError } from './task-errors';

const budget = 5;
const hourMs = 3_600_000;
const asks = (retryAfterSeconds: number) => new IntegrationRequestException('The shop asks to wait.', { status: 429, retryAfterSeconds });

interface Course {
  /** Of all attempts, the one that failed the task included. */
  attempts: number;
  milliseconds: number;
  /** Attempts that the task has left; null: it has failed. */
  left: number | null;
}

/** A task from its beginning, that ends each attempt alike: until it has failed, or so many attempts later. */
function course(error: unknown, { most, hasProgressed = false }: { most: number; hasProgressed?: boolean }): Course {
  let spent: SpentAttempts = { attempts: 0, maxAttempts: budget, waitedMs: 0, budget, hasProgressed };
  let milliseconds = 0;
  for (;;) {
    spent = { ...spent, attempts: spent.attempts + 1 };
    const next: NextAttempt | null = nextAttempt(error, spent);
    if (!next) return { attempts: spent.attempts, milliseconds, left: null };
    milliseconds += next.milliseconds;
    spent = { ...spent, ...next };
    if (spent.attempts === most) return { attempts: most, milliseconds, left: spent.maxAttempts - spent.attempts };
  }
}

describe('the cost of a failed attempt', () => {
  it('5 attempts, exponential backoff with jitter', () => {
    const { milliseconds, ...rest } = course(new Error('any'), { most: 100 });
    expect(rest).toEqual({ attempts: 5, left: null });
    expect(milliseconds).toBeGreaterThanOrEqual(7_500);
    expect(milliseconds).toBeLessThanOrEqual(15_000);
  });

  it('a permanent error fails at once', () => {
    expect(course(new UnrecoverableTaskError('No integration.'), { most: 100 })).toEqual({ attempts: 1, milliseconds: 0, left: null });
  });

  it.each([
    ['1 second', 1, 5_000],
    ['30 seconds', 30, 2_000],
    ['an hour', 3_600, 24],
  ])('429 or 503 with Retry-After of %s: waits that long, at no cost', (_, seconds, times) => {
    expect(course(asks(seconds), { most: times })).toEqual({ attempts: times, milliseconds: times * seconds * 1_000, left: budget });
  });

  it.each([
    ['30 seconds', 30],
    ['800 seconds', 800],
    ['an hour', 3_600],
  ])('the waiting is bounded by time: a task that is asked to wait %s again and again fails after a day and its retries', (_, seconds) => {
    const { attempts, milliseconds, left } = course(asks(seconds), { most: 1_000_000 });
    expect(left).toBeNull();
    expect(attempts).toBe(Math.ceil(86_400 / seconds) + budget);
    expect(milliseconds).toBeGreaterThanOrEqual(24 * hourMs);
    expect(milliseconds).toBeLessThanOrEqual(29 * hourMs);
  });

  it('a failure in between costs its attempt and does not extend the day of waiting', () => {
    const spent = { attempts: 10, maxAttempts: 14, waitedMs: 23 * hourMs, budget, hasProgressed: false };
    expect(nextAttempt(new Error('any'), spent)).toMatchObject({ maxAttempts: 14, waitedMs: 23 * hourMs });
    expect(nextAttempt(asks(3_600), spent)).toMatchObject({ maxAttempts: 15, waitedMs: 24 * hourMs });
    expect(nextAttempt(asks(3_600), { ...spent, waitedMs: 24 * hourMs })).toMatchObject({ maxAttempts: 14, milliseconds: hourMs });
  });

  it('a wait for capacity never fails the task, however long it lasts', () => {
    expect(course(new TaskDeferred(), { most: 100_000 })).toMatchObject({ left: budget });
  });

  it('a handler that waits for a shop decides how long, at no cost', () => {
    expect(course(new TaskPostponed('The shop is away.', 60_000), { most: 1_000 })).toEqual({
      attempts: 1_000,
      milliseconds: 60_000_000,
      left: budget,
    });
  });

  it('any number of interrupted attempts costs nothing, and the next begins at once', () => {
    expect(course(new TaskInterrupted(), { most: 10_000 })).toEqual({ attempts: 10_000, milliseconds: 0, left: budget });
  });

  it('after progress a failure is the first of a new budget, and the time of waiting is reset', () => {
    expect(course(new Error('any'), { most: 1_000, hasProgressed: true })).toMatchObject({ attempts: 1_000, left: budget - 1 });
    expect(course(asks(3_600), { most: 100, hasProgressed: true })).toMatchObject({ attempts: 100, left: budget });
  });
});
