import { setImmediate as turn } from 'node:timers/promises';
import { BatchedCalls, type BatchLimits } from './batched-calls';

interface Batch {
  inputs: readonly number[];
  succeed: () => void;
  fail: (reason: Error) => void;
}

/** Batches of numbers, which are their own sizes. The test ends each one; outputs are the doubled numbers. */
function watched(limits: Partial<BatchLimits<number>> = {}) {
  const batches: Batch[] = [];
  const run = (inputs: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ inputs, succeed: () => resolve(inputs.map((input) => input * 2)), fail: reject });
    });
  const calls = new BatchedCalls<number, number>(run, {
    maxConcurrentBatches: 1,
    minCallsBesides: 1,
    maxCalls: 100,
    maxSize: 1_000,
    sizeOf: (input) => input,
    ...limits,
  });
  return { calls, batches, sent: () => batches.map(({ inputs }) => inputs) };
}

describe('calls that arrive together', () => {
  it('run as one batch, and each gets its own output', async () => {
    const { calls, batches, sent } = watched();
    const outputs = Promise.all([1, 2, 3].map((input) => calls.call(input)));
    await turn();
    batches[0]?.succeed();
    expect(await outputs).toEqual([2, 4, 6]);
    expect(sent()).toEqual([[1, 2, 3]]);
  });

  it('wait on their own for an output that comes later', async () => {
    let arrive = (_output: string): void => undefined;
    const late = new Promise<string>((resolve) => (arrive = resolve));
    const calls = new BatchedCalls<number, string>(() => Promise.resolve(['soon', late]), { maxConcurrentBatches: 1, maxCalls: 2 });
    const [soon, later] = [calls.call(1), calls.call(2)];
    expect(await soon).toBe('soon');
    arrive('later');
    expect(await later).toBe('later');
  });

  it('gather for the next batch while one runs', async () => {
    const { calls, batches, sent } = watched();
    const first = calls.call(1);
    await turn();
    const later = [2, 3].map((input) => calls.call(input));
    await turn();
    expect(sent()).toEqual([[1]]);
    batches[0]?.succeed();
    await first;
    await turn();
    batches[1]?.succeed();
    expect(await Promise.all(later)).toEqual([4, 6]);
    expect(sent()).toEqual([[1], [2, 3]]);
  });

  it('respect the limits of concurrent batches, calls and size', async () => {
    const { calls, batches, sent } = watched({ maxConcurrentBatches: 2, maxCalls: 3, maxSize: 10 });
    const outputs = Promise.all([1, 1, 1, 6, 5, 50, 1].map((input) => calls.call(input)));
    for (let ended = 0; ended < 5; ended += 1) {
      await turn();
      expect(batches.length).toBeLessThanOrEqual(ended + 2);
      batches[ended]?.succeed();
      await turn();
    }
    expect(await outputs).toEqual([2, 2, 2, 12, 10, 100, 2]);
    expect(sent()).toEqual([[1, 1, 1], [6], [5], [50], [1]]);
  });
});

describe('a second batch', () => {
  it('starts beside another once enough calls wait', async () => {
    const { calls, batches, sent } = watched({ maxConcurrentBatches: 2, minCallsBesides: 3 });
    const outputs = [calls.call(1)];
    await turn();
    outputs.push(calls.call(2), calls.call(3));
    await turn();
    expect(sent()).toEqual([[1]]);
    outputs.push(calls.call(4));
    await turn();
    expect(sent()).toEqual([[1], [2, 3, 4]]);
    for (const { succeed } of batches) succeed();
    expect(await Promise.all(outputs)).toEqual([2, 4, 6, 8]);
  });
});

describe('a failed batch', () => {
  it('fails the calls that wait, and later calls run as ever', async () => {
    const { calls, batches } = watched();
    const first = calls.call(1);
    await turn();
    const waiting = calls.call(2);
    batches[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect(waiting).rejects.toThrow('away');
    expect(batches).toHaveLength(1);
    const next = calls.call(3);
    await turn();
    batches[1]?.succeed();
    expect(await next).toBe(6);
  });
});
