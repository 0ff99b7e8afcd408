import fc from 'fast-check';
import { planRanges, shareOut } from './plan-ranges';

describe('page ranges', () => {
  it('cover every page once, in order, at most ten each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 64 }), (pages, parallel) => {
        const ranges = planRanges(pages, parallel);
        const covered = ranges.flatMap(({ firstPage, lastPage }) =>
          Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index),
        );
        expect(covered).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
        expect(Math.max(0, ...ranges.map(({ firstPage, lastPage }) => lastPage - firstPage + 1))).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('an empty collection has none', () => {
    expect(planRanges(0, 4)).toEqual([]);
  });

  it('a small shop is divided so that every fetch has its two', () => {
    expect(planRanges(8, 4)).toHaveLength(8);
    expect(planRanges(40, 4)).toHaveLength(8);
  });
});

describe('sharing ranges out', () => {
  const of = (run: string, count: number) => Array.from({ length: count }, (_, index) => ({ syncRunId: run, index }));

  it('gives two to each fetch when there are enough', () => {
    expect(shareOut(of('a', 8), 4).map((share) => share.length)).toEqual([2, 2, 2, 2]);
  });

  it('leaves no fetch idle for the sake of pairs', () => {
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
