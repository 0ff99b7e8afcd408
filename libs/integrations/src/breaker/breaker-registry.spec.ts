import {
  CircuitOpenException,
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  UnusableWebhookException,
  type OperationKind,
} from '@sync/integration-contract';
import { connectionTo, failureOf } from '../testing/connections';
import { BreakerRegistry, type BreakerRegistrySettings } from './breaker-registry';

const outage = (): Promise<never> =>
  Promise.reject(new IntegrationRequestException('The shop responded to orders page 1 with 500.', { status: 500 }));
const success = async (): Promise<string> => 'done';
const busy = (status: number, retryAfterSeconds?: number) => (): Promise<never> =>
  Promise.reject(new IntegrationRequestException('busy', { status, retryAfterSeconds }));
const registries: BreakerRegistry[] = [];

function registry(settings: Partial<BreakerRegistrySettings> = {}): BreakerRegistry {
  const created = new BreakerRegistry(settings);
  registries.push(created);
  return created;
}

const shop = (id: string): ReturnType<typeof connectionTo> => connectionTo('https://shop.example', {}, id);

async function fail(breakers: BreakerRegistry, times: number, id = 'a', kind: OperationKind = 'bulk'): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let time = 0; time < times; time += 1) errors.push(await failureOf(breakers.run(shop(id), kind, outage)));
  return errors;
}

/** An operation that the test settles. */
function pending(): { operation: () => Promise<string>; succeed: () => void; fail: (error: Error) => void; started: () => boolean } {
  let started = false;
  let settle: { resolve: (value: string) => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<string>((resolve, reject) => (settle = { resolve, reject }));
  promise.catch(() => undefined);
  return {
    operation: () => {
      started = true;
      return promise;
    },
    succeed: () => settle?.resolve('done'),
    fail: (error) => settle?.reject(error),
    started: () => started,
  };
}

beforeEach(() => jest.useFakeTimers());

afterEach(() => {
  for (const created of registries.splice(0)) created.close();
  jest.useRealTimers();
});

describe('the breaker opens after 5 calls within 60 s, if more than half failed', () => {
  it('stays closed after 4 failures', async () => {
    const breakers = registry();
    for (const error of await fail(breakers, 4)) expect(error).not.toBeInstanceOf(CircuitOpenException);
    expect(breakers.isOpen('a')).toBe(false);
  });

  it('opens after 5 failures and throws CircuitOpenException with the last reason', async () => {
    const breakers = registry();
    const errors = await fail(breakers, 5);
    expect(errors.map((error) => error instanceof CircuitOpenException)).toEqual([false, false, false, false, true]);
    expect(errors[4]).toMatchObject({
      message: expect.stringContaining('Last failure: The shop responded to orders page 1 with 500.'),
      status: 500,
    });
    expect(breakers.isOpen('a')).toBe(true);
  });

  it('stays closed if half of the calls fail', async () => {
    const breakers = registry();
    for (let round = 0; round < 10; round += 1) {
      await breakers.run(shop('a'), 'bulk', success);
      await fail(breakers, 1);
    }
    expect(breakers.isOpen('a')).toBe(false);
  });

  it('ignores failures older than the window', async () => {
    const breakers = registry();
    await fail(breakers, 4);
    await jest.advanceTimersByTimeAsync(66_000);
    await fail(breakers, 4);
    expect(breakers.isOpen('a')).toBe(false);
  });

  it('opens after timeouts that each last as long as the window', async () => {
    const breakers = registry();
    const slow = (): Promise<never> =>
      new Promise((_resolve, reject) => setTimeout(() => reject(new IntegrationRequestException('no complete response')), 60_000));
    const calls = Array.from({ length: 5 }, () => failureOf(breakers.run(shop('a'), 'bulk', slow)));
    await jest.advanceTimersByTimeAsync(60_000);
    await Promise.all(calls);
    expect(breakers.isOpen('a')).toBe(true);
  });

  it('lets nothing through while open', async () => {
    const breakers = registry();
    await fail(breakers, 5);
    const operation = jest.fn(success);
    expect(await failureOf(breakers.run(shop('a'), 'bulk', operation))).toBeInstanceOf(CircuitOpenException);
    expect(await failureOf(breakers.run(shop('a'), 'verify', operation))).toBeInstanceOf(CircuitOpenException);
    expect(operation).not.toHaveBeenCalled();
  });

  it('tells a refused caller when the next trial is due', async () => {
    const breakers = registry({ resetMs: 30_000 });
    const [own] = (await fail(breakers, 5)).slice(-1);
    expect(own).toMatchObject({ retryAfterSeconds: null });
    expect(own).toBeInstanceOf(CircuitOpenException);
    expect(await failureOf(breakers.run(shop('a'), 'bulk', success))).toMatchObject({ retryAfterSeconds: 30 });
  });

  it('does not affect other connections', async () => {
    const breakers = registry();
    await fail(breakers, 5);
    expect(await breakers.run(shop('b'), 'bulk', success)).toBe('done');
  });

  it('keeps webhook and bulk failures apart', async () => {
    const breakers = registry();
    await fail(breakers, 5, 'a', 'webhook');
    expect([breakers.isOpen('a', 'webhook'), breakers.isOpen('a')]).toEqual([true, false]);
    expect(await breakers.run(shop('a'), 'bulk', success)).toBe('done');
    await fail(breakers, 5, 'b');
    expect(await breakers.run(shop('b'), 'webhook', success)).toBe('done');
  });

  it('shares one breaker between verify and bulk', async () => {
    const breakers = registry();
    await fail(breakers, 3, 'a', 'verify');
    await fail(breakers, 2);
    expect(breakers.isOpen('a')).toBe(true);
  });
});

describe('outcomes that count', () => {
  it.each([
    ['429', busy(429)],
    ['429 with Retry-After', busy(429, 5)],
    ['503 with Retry-After', busy(503, 600)],
    ['an unusable webhook', (): Promise<never> => Promise.reject(new UnusableWebhookException('no record'))],
    ["the caller's own error", (): Promise<never> => Promise.reject(new Error('deadlock detected'))],
  ])('ignores %s and passes the error on', async (_name, operation) => {
    const breakers = registry();
    for (let time = 0; time < 20; time += 1)
      expect(await failureOf(breakers.run(shop('a'), 'bulk', operation))).not.toBeInstanceOf(CircuitOpenException);
    expect(breakers.isOpen('a')).toBe(false);
  });

  it.each([
    ['503 without Retry-After', busy(503)],
    ['401', busy(401)],
    ['an unreadable response', (): Promise<never> => Promise.reject(new InvalidIntegrationResponseException('not JSON'))],
  ])('counts %s', async (_name, operation) => {
    const breakers = registry();
    for (let time = 0; time < 5; time += 1) await failureOf(breakers.run(shop('a'), 'bulk', operation));
    expect(breakers.isOpen('a')).toBe(true);
  });
});

describe('after 30 s, one call is the trial', () => {
  async function halfOpen(settings: Partial<BreakerRegistrySettings> = {}): Promise<BreakerRegistry> {
    const breakers = registry(settings);
    await fail(breakers, 5);
    await jest.advanceTimersByTimeAsync(30_000);
    return breakers;
  }

  it('closes after a success and forgets the old failures', async () => {
    const breakers = await halfOpen();
    await breakers.run(shop('a'), 'bulk', success);
    await fail(breakers, 4);
    expect(breakers.isOpen('a')).toBe(false);
  });

  it('opens for another 30 s after a failure', async () => {
    const breakers = await halfOpen();
    expect((await fail(breakers, 1))[0]).toBeInstanceOf(CircuitOpenException);
    await jest.advanceTimersByTimeAsync(29_000);
    expect(breakers.isOpen('a')).toBe(true);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await breakers.run(shop('a'), 'bulk', success)).toBe('done');
  });

  it.each([
    ['a busy shop', busy(429)],
    ["the caller's own error", (): Promise<never> => Promise.reject(new Error('deadlock detected'))],
  ])('stays half-open after %s, so the next call is the trial', async (_name, operation) => {
    const breakers = await halfOpen();
    await failureOf(breakers.run(shop('a'), 'bulk', operation));
    expect((await fail(breakers, 1))[0]).toBeInstanceOf(CircuitOpenException);
  });

  it('makes other calls wait for the outcome, but refuses verify at once', async () => {
    const breakers = await halfOpen();
    const trial = pending();
    const first = breakers.run(shop('a'), 'bulk', trial.operation);
    const waiting = [pending(), pending()];
    const others = waiting.map(({ operation }) => breakers.run(shop('a'), 'bulk', operation));
    expect(await failureOf(breakers.run(shop('a'), 'verify', success))).toBeInstanceOf(CircuitOpenException);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(waiting.map(({ started }) => started())).toEqual([false, false]);
    trial.succeed();
    for (const { succeed } of waiting) succeed();
    expect(await Promise.all([first, ...others])).toEqual(['done', 'done', 'done']);
  });

  it('refuses waiting calls if the trial fails', async () => {
    const breakers = await halfOpen();
    const trial = pending();
    const operation = jest.fn(success);
    const calls = [breakers.run(shop('a'), 'bulk', trial.operation), breakers.run(shop('a'), 'bulk', operation)].map(failureOf);
    trial.fail(new IntegrationRequestException('still down'));
    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(CircuitOpenException);
    expect(operation).not.toHaveBeenCalled();
  });

  it('closes at the first page of a long export', async () => {
    const breakers = await halfOpen();
    const trial = pending();
    const first = breakers.run(shop('a'), 'bulk', (proveAlive) => {
      proveAlive();
      return trial.operation();
    });
    expect(await breakers.run(shop('a'), 'bulk', success)).toBe('done');
    trial.succeed();
    await first;
  });

  it('replaces a hanging trial with another call', async () => {
    const breakers = await halfOpen({ trialMs: 10_000 });
    const hanging = breakers.run(shop('a'), 'bulk', pending().operation);
    hanging.catch(() => undefined);
    const next = breakers.run(shop('a'), 'bulk', success);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await next).toBe('done');
    expect(breakers.isOpen('a')).toBe(false);
  });

  it('ignores outcomes of calls that began before it opened', async () => {
    const breakers = registry();
    const early = [pending(), pending()];
    const calls = early.map(({ operation }) => breakers.run(shop('a'), 'bulk', operation));
    await fail(breakers, 5);
    early[0]?.succeed();
    await calls[0];
    expect(breakers.isOpen('a')).toBe(true);
    await jest.advanceTimersByTimeAsync(30_000);
    early[1]?.fail(new IntegrationRequestException('late'));
    await failureOf(calls[1] as Promise<string>);
    expect(await breakers.run(shop('a'), 'bulk', success)).toBe('done');
  });

  it('sends one request per trial in a 10-minute outage', async () => {
    const breakers = await halfOpen();
    let reached = 0;
    const counting = (): Promise<never> => {
      reached += 1;
      return outage();
    };
    for (let second = 0; second < 600; second += 5) {
      expect(await failureOf(breakers.run(shop('a'), 'bulk', counting))).toBeInstanceOf(CircuitOpenException);
      await jest.advanceTimersByTimeAsync(5_000);
    }
    expect(reached).toBe(20);
  });
});

describe('breakers are bounded and cheap', () => {
  it('evicts the least recently used breaker', async () => {
    const breakers = registry({ maxBreakers: 2 });
    await fail(breakers, 5, 'a');
    await fail(breakers, 5, 'b');
    await fail(breakers, 5, 'c');
    expect(['a', 'b', 'c'].map((id) => breakers.isOpen(id))).toEqual([false, true, true]);
    expect(await breakers.run(shop('a'), 'bulk', success)).toBe('done');
  });

  it('completes a call whose breaker is evicted', async () => {
    const breakers = registry({ maxBreakers: 1 });
    const [good, bad] = [pending(), pending()];
    const calls = [good, bad].map(({ operation }) => breakers.run(shop('a'), 'bulk', operation));
    await breakers.run(shop('b'), 'bulk', success);
    good.succeed();
    bad.fail(new IntegrationRequestException('500'));
    expect(await calls[0]).toBe('done');
    expect(await failureOf(calls[1] as Promise<string>)).toMatchObject({ message: '500' });
  });

  it('10,001 connections share one timer', async () => {
    const breakers = registry();
    const before = jest.getTimerCount();
    for (let id = 0; id <= 10_000; id += 1) await breakers.run(shop(String(id)), 'bulk', success);
    expect(jest.getTimerCount()).toBe(before);
  });

  it('forgets the state of a reconnected connection', async () => {
    const breakers = registry();
    await fail(breakers, 5);
    breakers.forget('a');
    expect(await breakers.run(shop('a'), 'bulk', success)).toBe('done');
  });
});
