import { CircuitOpenException, IntegrationRequestException, type OperationKind } from '@sync/integration-contract';
import { connectionTo, failureOf } from '../../testing/connections';
import { BreakerRegistry, type BreakerRegistrySettings } from '../breaker-registry';

export const outage = (): Promise<never> =>
  Promise.reject(new IntegrationRequestException('The shop responded to orders page 1 with 500.', { status: 500 }));
export const success = async (): Promise<string> => 'done';
export const busy = (status: number, retryAfterSeconds?: number) => (): Promise<never> =>
  Promise.reject(new IntegrationRequestException('busy', { status, retryAfterSeconds }));
const registries: BreakerRegistry[] = [];

export function registry(settings: Partial<BreakerRegistrySettings> = {}): BreakerRegistry {
  const created = new BreakerRegistry(settings);
  registries.push(created);
  return created;
}

export const shop = (id: string): ReturnType<typeof connectionTo> => connectionTo('https://shop.example', {}, id);

export async function fail(breakers: BreakerRegistry, times: number, id = 'a', kind: OperationKind = 'bulk'): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let time = 0; time < times; time += 1) errors.push(await failureOf(breakers.run(shop(id), kind, outage)));
  return errors;
}

/** Whether a call of a shop that responds is refused. */
export async function refuses(breakers: BreakerRegistry, id = 'a', kind: OperationKind = 'bulk'): Promise<boolean> {
  return breakers.run(shop(id), kind, success).then(
    () => false,
    (error: unknown) => {
      expect(error).toBeInstanceOf(CircuitOpenException);
      return true;
    },
  );
}

/** An operation that the test settles. */
export function pending(): { operation: () => Promise<string>; succeed: () => void; fail: (error: Error) => void; started: () => boolean } {
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

/** Fakes time in each test and closes its registries afterwards. */
export function useFakeTime(): void {
  beforeEach(() => jest.useFakeTimers());

  afterEach(() => {
    for (const created of registries.splice(0)) created.close();
    jest.useRealTimers();
  });
}
