import fc from 'fast-check';
import { pagesFrom, planRanges, rangesOf, shareOut } from './plan-ranges';

describe('page ranges', () => {
  const pagesOf = (ranges: ReturnType<typeof planRanges>) => ranges.flatMap(({ firstPage, lastPage }) => pagesFrom(firstPage, lastPage));
  const longest = (ranges: ReturnType<typeof planRanges>) =>
    Math.max(0, ...ranges.map(({ firstPage, lastPage }) => lastPage - firstPage + 1));

  it('cover every page once, in order, at most ten each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 64 }), (pages, parallel) => {
        const ranges = planRanges(pagesFrom(1, pages), parallel);
        expect(pagesOf(ranges)).toEqual(pagesFrom(1, pages));
        expect(longest(ranges)).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('cover exactly the requested pages, also with gaps between them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 })), fc.integer({ min: 1, max: 64 }), (wanted, parallel) => {
        const pages = wanted.sort((one, other) => one - other);
        const ranges = planRanges(pages, parallel);
        expect(pagesOf(ranges)).toEqual(pages);
        expect(longest(ranges)).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('leave a first page that was read already alone with its task', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 64 }), (pages, parallel) => {
        const [first, ...others] = rangesOf({ pages: pagesFrom(1, pages) }, 50, parallel, 'a task');
        expect(first).toEqual({ firstPage: 1, lastPage: 1, taskId: 'a task' });
        expect(pagesOf(others)).toEqual(pagesFrom(2, pages));
        expect(others.filter(({ taskId }) => taskId !== undefined)).toEqual([]);
      }),
    );
  });

  it('do not exist for an empty collection', () => {
    expect(planRanges([], 4)).toEqual([]);
    expect(rangesOf({ pages: [] }, 50, 4, 'a task')).toEqual([]);
  });

  it('are small enough in a small shop to give every fetch two', () => {
    expect(planRanges(pagesFrom(1, 8), 4)).toHaveLength(8);
    expect(planRanges(pagesFrom(1, 40), 4)).toHaveLength(8);
  });

  it('become shorter towards the end of a long list, so that no fetch is left with a long one', () => {
    const lengths = planRanges(pagesFrom(1, 400), 4).map(({ firstPage, lastPage }) => lastPage - firstPage + 1);
    expect(lengths).toEqual([...lengths].sort((one, other) => other - one));
    expect(lengths.filter((length) => length === 10)).toHaveLength(33);
    expect(lengths.slice(-8)).toEqual(Array(8).fill(1));
  });
});

describe('assigning ranges to fetches', () => {
  const of = (run: string, count: number) => Array.from({ length: count }, (_, index) => ({ syncRunId: run, index }));

  it('gives two to each fetch when there are enough', () => {
    expect(shareOut(of('a', 8), 4).map((share) => share.length)).toEqual([2, 2, 2, 2]);
  });

  it('prefers a busy fetch to a pair', () => {
    expect(shareOut(of('a', 5), 4).map((share) => share.length)).toEqual([2, 1, 1, 1]);
    expect(shareOut(of('a', 3), 4).map((share) => share.length)).toEqual([1, 1, 1]);
  });

  it('never pairs ranges of two runs, so that a failure stays within its run', () => {
    expect(shareOut([...of('a', 1), ...of('b', 9)], 4)[0]).toEqual([{ syncRunId: 'a', index: 0 }]);
  });

  it('gives nothing when no fetch is free', () => {
    expect(shareOut(of('a', 8), 0)).toEqual([]);
  });
});
