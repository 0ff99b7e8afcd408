import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from '../commerce-a/shop-faults';

export interface MisbehavingShop {
  begin(options?: { latencyMs: number }): Promise<void>;
  shop(): {
    setFaults(faults: readonly (FaultKind & { times?: number })[]): void;
    counters: { maximumConcurrent: number };
    stop(): Promise<void>;
  };
  /** The first page of 50 orders. */
  get(): Promise<Response>;
  /** Its records. */
  list(): Promise<unknown[]>;
  /** First character of its body. */
  opens: '[' | '{';
}

/** What any demo shop does to its answers when told to. */
export function itMisbehavesOnTheWire({ begin, shop, get, list, opens }: MisbehavingShop): void {
  it('answers a status a number of times, with Retry-After, then well again', async () => {
    await begin();
    shop().setFaults([{ kind: 'status', status: 429, retryAfter: '7', times: 2 }]);
    const answered = [await get(), await get(), await get()];
    expect(answered.map(({ status }) => status)).toEqual([429, 429, 200]);
    expect(answered[0]?.headers.get('retry-after')).toBe('7');
  });

  it('cuts the body, resets, drips, compresses, puts a byte order mark, redirects, says anything', async () => {
    await begin();
    shop().setFaults([{ kind: 'cut', times: 1 }]);
    await expect(list()).rejects.toThrow();
    shop().setFaults([{ kind: 'reset', times: 1 }]);
    await expect(get()).rejects.toThrow();
    shop().setFaults([{ kind: 'drip', bytes: 20_000, everyMs: 1 }]);
    expect(await list()).toHaveLength(50);
    shop().setFaults([{ kind: 'gzip' }]);
    expect((await get()).headers.get('content-encoding')).toBe('gzip');
    shop().setFaults([{ kind: 'byte-order-mark' }]);
    const bytes = Buffer.from(await (await get()).arrayBuffer());
    expect(bytes.subarray(0, 4).toString('hex')).toBe(`efbbbf${Buffer.from(opens).toString('hex')}`);
    shop().setFaults([{ kind: 'redirect', location: 'http://169.254.169.254/' }]);
    expect((await get()).status).toBe(302);
    shop().setFaults([{ kind: 'answer', status: 202, body: '{}' }]);
    expect((await get()).status).toBe(202);
  });

  it('is slow', async () => {
    await begin({ latencyMs: 60 });
    const asked = performance.now();
    await get();
    expect(performance.now() - asked).toBeGreaterThan(50);
  });

  it('counts the most lists under way at once', async () => {
    await begin();
    shop().setFaults([{ kind: 'hang' }]);
    const asked = Promise.allSettled([get(), get(), get()]);
    while (shop().counters.maximumConcurrent < 3) await sleep(5);
    await shop().stop();
    expect((await asked).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  });
}
