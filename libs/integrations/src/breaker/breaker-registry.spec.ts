import {
  CircuitOpenException,
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  UnusableWebhookException,
  type OperationKind,
  type OutageWatch,
} from '@sync/integration-contract';
import { failureOf } from '../testing/connections';
import { busy, fail, outage, pending, refuses, registry, shop, success, useFakeTime } from './testing/breaker-calls';

useFakeTime();

describe('without an outage watch, the breaker opens after 5 calls within 60 s, if more than half failed', () => {
  it('opens after 5 failures, not 4, and throws CircuitOpenException with the last reason', async () => {
    const breakers = registry();
    for (const error of await fail(breakers, 4)) expect(error).not.toBeInstanceOf(CircuitOpenException);
    expect(await refuses(breakers)).toBe(false);
    const [error] = await fail(breakers, 1);
    expect(error).toBeInstanceOf(CircuitOpenException);
    expect(error).toMatchObject({
      message: expect.stringContaining('Last failure: The shop responded to orders page 1 with 500.'),
      status: 500,
      retryAfterSeconds: null,
    });
    expect(await refuses(breakers)).toBe(true);
  });

  it('stays closed if half of the calls fail', async () => {
    const breakers = registry();
    for (let round = 0; round < 10; round += 1) {
      await breakers.run(shop('a'), 'bulk', success);
      await fail(breakers, 1);
    }
    expect(await refuses(breakers)).toBe(false);
  });

  it('ignores failures older than the window', async () => {
    const breakers = registry();
    await fail(breakers, 4);
    await jest.advanceTimersByTimeAsync(66_000);
    await fail(breakers, 4);
    expect(await refuses(breakers)).toBe(false);
  });

  it('opens after timeouts that each last as long as the window', async () => {
    const breakers = registry();
    const slow = (): Promise<never> =>
      new Promise((_resolve, reject) => setTimeout(() => reject(new IntegrationRequestException('no complete response')), 60_000));
    const calls = Array.from({ length: 5 }, () => failureOf(breakers.run(shop('a'), 'bulk', slow)));
    await jest.advanceTimersByTimeAsync(60_000);
    await Promise.all(calls);
    expect(await refuses(breakers)).toBe(true);
  });

  it('lets nothing through while open and says when the next trial is due', async () => {
    const breakers = registry({ resetMs: 30_000 });
    await fail(breakers, 5);
    const operation = jest.fn(success);
    for (const kind of ['bulk', 'verify'] as const) {
      const error = await failureOf(breakers.run(shop('a'), kind, operation));
      expect(error).toBeInstanceOf(CircuitOpenException);
      expect(error).toMatchObject({ retryAfterSeconds: 30 });
    }
    expect(operation).not.toHaveBeenCalled();
  });

  it.each<[call: [string, OperationKind], isOpen: boolean, failures: [number, string, OperationKind][]]>([
    [['b', 'bulk'], false, [[5, 'a', 'bulk']]],
    [['a', 'bulk'], false, [[5, 'a', 'webhook']]],
    [['a', 'webhook'], false, [[5, 'a', 'bulk']]],
    [['a', 'webhook'], true, [[5, 'a', 'webhook']]],
    [
      ['a', 'bulk'],
      true,
      [
        [3, 'a', 'verify'],
        [2, 'a', 'bulk'],
      ],
    ],
  ])('is kept per connection, for webhooks apart: %j is open (%s) after %j', async ([id, kind], isOpen, failures) => {
    const breakers = registry();
    for (const [times, failing, failingKind] of failures) await fail(breakers, times, failing, failingKind);
    expect(await refuses(breakers, id, kind)).toBe(isOpen);
  });
});

describe('outcomes that count', () => {
  const rejecting = (error: Error) => (): Promise<never> => Promise.reject(error);

  it.each<[counts: string, name: string, operation: () => Promise<never>]>([
    ['ignores', '429', busy(429)],
    ['ignores', '429 with Retry-After', busy(429, 5)],
    ['ignores', '503 with Retry-After', busy(503, 600)],
    ['ignores', 'an unusable webhook', rejecting(new UnusableWebhookException('no record'))],
    ['ignores', "the caller's own error", rejecting(new Error('deadlock detected'))],
    ['counts', '503 without Retry-After', busy(503)],
    ['counts', '401', busy(401)],
    ['counts', 'an unreadable response', rejecting(new InvalidIntegrationResponseException('not JSON'))],
  ])('%s %s', async (counts, _name, operation) => {
    const breakers = registry();
    const errors: unknown[] = [];
    for (let time = 0; time < 20; time += 1) errors.push(await failureOf(breakers.run(shop('a'), 'bulk', operation)));
    const opens = errors.findIndex((error) => error instanceof CircuitOpenException);
    expect([opens, await refuses(breakers)]).toEqual(counts === 'counts' ? [4, true] : [-1, false]);
  });
});

describe('the breaker of exports', () => {
  /** Gives the breaker the responses of the test, and remembers the calls. */
  const watch = (isLong: () => boolean) => {
    const told: string[] = [];
    const outages: OutageWatch = {
      failed: async () => told.push('failed') > 0 && isLong(),
      succeeded: async () => void told.push('succeeded'),
    };
    return { told, breakers: registry({ outages }) };
  };

  it('stays closed however many calls fail, until the shop has failed for longer than is tolerated', async () => {
    let isLong = false;
    const { breakers } = watch(() => isLong);
    for (const error of await fail(breakers, 100)) expect(error).not.toBeInstanceOf(CircuitOpenException);
    isLong = true;
    const [error] = await fail(breakers, 1);
    expect([error, await refuses(breakers)]).toEqual([expect.any(CircuitOpenException), true]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await refuses(breakers)).toBe(false);
  });

  it("the shop's failure stays the reason when the watch cannot note it", async () => {
    const { breakers } = watch(() => {
      throw new Error('Postgres is away');
    });
    const [error] = await fail(breakers, 1);
    expect(error).toBeInstanceOf(IntegrationRequestException);
  });

  it('reports to its watch each page and each failure of the shop, and no other failure', async () => {
    const { breakers, told } = watch(() => false);
    const pages = (proveAlive: () => void) => {
      proveAlive();
      proveAlive();
      return outage();
    };
    await failureOf(breakers.run(shop('a'), 'bulk', pages));
    for (const operation of [busy(429), busy(503, 600), () => Promise.reject(new Error('deadlock detected'))])
      await failureOf(breakers.run(shop('a'), 'bulk', operation));
    await fail(breakers, 10, 'a', 'webhook');
    expect(told).toEqual(['succeeded', 'succeeded', 'failed']);
  });

  it.each([
    [1, false],
    [2, false],
    [4, true],
    [undefined, true],
  ])('counts a response that takes too long with timeoutFactor %p: %p', async (timeoutFactor, counts) => {
    const { breakers, told } = watch(() => false);
    const slow = () => Promise.reject(new IntegrationRequestException('too slow', { code: 'DEADLINE', deadlineMs: 30_000 }));
    await failureOf(breakers.run({ ...shop('a'), timeoutFactor }, 'bulk', slow));
    expect(told).toEqual(counts ? ['failed'] : []);
  });
});

describe('breakers are bounded and cheap', () => {
  it('evicts the least recently used breaker', async () => {
    const breakers = registry({ maxBreakers: 2 });
    await fail(breakers, 5, 'a');
    await fail(breakers, 5, 'b');
    await fail(breakers, 5, 'c');
    expect([await refuses(breakers, 'b'), await refuses(breakers, 'c'), await refuses(breakers, 'a')]).toEqual([true, true, false]);
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
