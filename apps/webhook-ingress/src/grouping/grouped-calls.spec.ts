import { setImmediate as turn } from 'node:timers/promises';
import { GroupedCalls, type GroupBounds } from './grouped-calls';

interface Group {
  inputs: readonly number[];
  succeed: () => void;
  fail: (reason: Error) => void;
}

/** Groups of numbers, which are their own sizes; each ends as the test says, with the doubled numbers. */
function watched(bounds: Partial<GroupBounds<number>> = {}) {
  const groups: Group[] = [];
  const carryOut = (inputs: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      groups.push({ inputs, succeed: () => resolve(inputs.map((input) => input * 2)), fail: reject });
    });
  const calls = new GroupedCalls<number, number>(carryOut, {
    atOnce: 1,
    besides: 1,
    calls: 100,
    size: 1_000,
    sizeOf: (input) => input,
    ...bounds,
  });
  return { calls, groups, sent: () => groups.map(({ inputs }) => inputs) };
}

describe('what arrives together is carried out together', () => {
  it('calls of one moment are one group, and each gets its own output', async () => {
    const { calls, groups, sent } = watched();
    const outputs = Promise.all([1, 2, 3].map((input) => calls.call(input)));
    await turn();
    groups[0]?.succeed();
    expect(await outputs).toEqual([2, 4, 6]);
    expect(sent()).toEqual([[1, 2, 3]]);
  });

  it('while a group is under way, the next one gathers', async () => {
    const { calls, groups, sent } = watched();
    const first = calls.call(1);
    await turn();
    const later = [2, 3].map((input) => calls.call(input));
    await turn();
    expect(sent()).toEqual([[1]]);
    groups[0]?.succeed();
    await first;
    await turn();
    groups[1]?.succeed();
    expect(await Promise.all(later)).toEqual([4, 6]);
    expect(sent()).toEqual([[1], [2, 3]]);
  });

  it('so many groups at once, and so many calls and so much of one group, are the most', async () => {
    const { calls, groups, sent } = watched({ atOnce: 2, calls: 3, size: 10 });
    const outputs = Promise.all([1, 1, 1, 6, 5, 50, 1].map((input) => calls.call(input)));
    for (let ended = 0; ended < 5; ended += 1) {
      await turn();
      expect(groups.length).toBeLessThanOrEqual(ended + 2);
      groups[ended]?.succeed();
      await turn();
    }
    expect(await outputs).toEqual([2, 2, 2, 12, 10, 100, 2]);
    expect(sent()).toEqual([[1, 1, 1], [6], [5], [50], [1]]);
  });
});

describe('a group besides another', () => {
  it('starts when enough wait for it to be worth it', async () => {
    const { calls, groups, sent } = watched({ atOnce: 2, besides: 3 });
    const outputs = [calls.call(1)];
    await turn();
    outputs.push(calls.call(2), calls.call(3));
    await turn();
    expect(sent()).toEqual([[1]]);
    outputs.push(calls.call(4));
    await turn();
    expect(sent()).toEqual([[1], [2, 3, 4]]);
    for (const { succeed } of groups) succeed();
    expect(await Promise.all(outputs)).toEqual([2, 4, 6, 8]);
  });
});

describe('when a group fails', () => {
  it('so do all that wait, and later ones are carried out as ever', async () => {
    const { calls, groups } = watched();
    const first = calls.call(1);
    await turn();
    const waiting = calls.call(2);
    groups[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await expect(waiting).rejects.toThrow('away');
    expect(groups).toHaveLength(1);
    const next = calls.call(3);
    await turn();
    groups[1]?.succeed();
    expect(await next).toBe(6);
  });
});
