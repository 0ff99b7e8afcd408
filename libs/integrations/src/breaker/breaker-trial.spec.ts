import { CircuitOpenException, IntegrationRequestException } from '@sync/integration-contract';
import { failureOf } from '../testing/connections';
import type { BreakerRegistry, BreakerRegistrySettings } from './breaker-registry';
import { busy, fail, outage, pending, refuses, registry, shop, success, useFakeTime } from './testing/breaker-calls';

useFakeTime();

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
    expect(await refuses(breakers)).toBe(false);
  });

  it('opens for another 30 s after a failure', async () => {
    const breakers = await halfOpen();
    expect((await fail(breakers, 1))[0]).toBeInstanceOf(CircuitOpenException);
    await jest.advanceTimersByTimeAsync(29_000);
    expect(await refuses(breakers)).toBe(true);
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
    expect(await refuses(breakers)).toBe(false);
  });

  it('ignores outcomes of calls that began before it opened', async () => {
    const breakers = registry();
    const early = [pending(), pending()];
    const calls = early.map(({ operation }) => breakers.run(shop('a'), 'bulk', operation));
    await fail(breakers, 5);
    early[0]?.succeed();
    await calls[0];
    expect(await refuses(breakers)).toBe(true);
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
