import fc from 'fast-check';
import { pagesFrom, planRanges, rangesOf } from './plan-ranges';

describe('page ranges', () => {
  const pagesOf = (ranges: ReturnType<typeof planRanges>) => ranges.flatMap(({ firstPage, lastPage }) => pagesFrom(firstPage, lastPage));
  const longest = (ranges: ReturnType<typeof planRanges>) =>
    Math.max(0, ...ranges.map(({ firstPage, lastPage }) => lastPage - firstPage + 1));

  it('cover every page once, in order, at most 25 each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 64 }), (pages, parallel) => {
        const ranges = planRanges(pagesFrom(1, pages), parallel);
        expect(pagesOf(ranges)).toEqual(pagesFrom(1, pages));
        expect(longest(ranges)).toBeLessThanOrEqual(25);
      }),
    );
  });

  it('cover exactly the requested pages, also with gaps between them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 })), fc.integer({ min: 1, max: 64 }), (wanted, parallel) => {
        const pages = wanted.sort((one, other) => one - other);
        const ranges = planRanges(pages, parallel);
        expect(pagesOf(ranges)).toEqual(pages);
        expect(longest(ranges)).toBeLessThanOrEqual(25);
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

  it('are two for each request in flight in a small shop, and of two pages at least', () => {
    expect(planRanges(pagesFrom(1, 8), 4)).toHaveLength(4);
    expect(planRanges(pagesFrom(1, 40), 4)).toHaveLength(8);
  });

  it('become shorter towards the end of a long list, so that no fetch is left with a long one', () => {
    const lengths = planRanges(pagesFrom(1, 400), 4).map(({ firstPage, lastPage }) => lastPage - firstPage + 1);
    expect(lengths).toEqual([...lengths].sort((one, other) => other - one));
    expect(lengths.filter((length) => length === 25)).toHaveLength(9);
    expect(lengths.slice(-4)).toEqual([2, 2, 2, 1]);
  });
});
