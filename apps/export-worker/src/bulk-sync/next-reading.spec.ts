import fc from 'fast-check';
import { perPage, readMovingList, type Motion, type Reader } from '../testing/read-moving-list';
import { nextReading, type ReadList } from './next-reading';
import { pagesFrom } from './plan-ranges';

/** Every third answer or so comes after the list has moved. */
function readers(rows: fc.Arbitrary<number>): fc.Arbitrary<Reader> {
  const motion: fc.Arbitrary<Motion> = fc.record({ rows, place: fc.nat({ max: 60 }) });
  const still = fc.constant<readonly Motion[]>([]);
  const moving: fc.Arbitrary<readonly Motion[]> = fc.array(motion, { minLength: 1, maxLength: 2 });
  const answer = fc.record({
    range: fc.nat({ max: 30 }),
    motions: fc.oneof({ weight: 3, arbitrary: still }, { weight: 1, arbitrary: moving }),
  });
  return fc.record({ length: fc.integer({ min: 0, max: 60 }), answers: fc.array(answer, { maxLength: 40 }) });
}

const pages = pagesFrom(1, 4);
const reading = (...totals: (number | null)[]) => ({ pages, totals });
const still = reading(20, 20, 20, 20);

const afterFirst = (differences: Partial<ReadList>): ReadList => ({
  reading: 1,
  perPage,
  total: 20,
  first: still,
  last: still,
  before: null,
  highestTotal: 20,
  rowsRead: 20,
  rowsShown: 20,
  rowsSeen: 20,
  rowsSeenBefore: null,
  ...differences,
});

describe('reading a list that moves', () => {
  it.each([
    ['grows', fc.integer({ min: 1, max: 12 })],
    ['shrinks', fc.integer({ min: -7, max: -1 })],
  ])('a list that %s in front and between any two answers is complete only when no row is missing', (_how, rows) => {
    fc.assert(
      fc.property(readers(rows), (reader) => {
        const { end, missed } = readMovingList(reader);
        if (end === 'complete') expect(missed).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('a list that grows and shrinks by a row now and then is read without a gap', () => {
    fc.assert(
      fc.property(readers(fc.constantFrom(-1, 1)), (reader) => {
        const { end, missed } = readMovingList(reader);
        if (end === 'complete') expect(missed).toEqual([]);
      }),
      { numRuns: 5_000, seed: 14 },
    );
  });

  it('every list is read in a bounded number of readings, whatever it does', () => {
    fc.assert(
      fc.property(readers(fc.integer({ min: -9, max: 12 })), (reader) => {
        expect(readMovingList(reader).readings).toBeLessThanOrEqual(4);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a list that stands still is read once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200 }), fc.array(fc.nat({ max: 30 }), { maxLength: 40 }), (length, ranges) => {
        const { end, readings, missed } = readMovingList({ length, answers: ranges.map((range) => ({ range, motions: [] })) });
        expect({ end, readings, missed }).toEqual({ end: 'complete', readings: 1, missed: [] });
      }),
    );
  });

  it('a list that only grows costs a few pages more, not a second reading', () => {
    const before = (answer: number, rows: number) =>
      Array.from({ length: answer + 1 }, (_, index) => ({ range: index, motions: index === answer ? [{ rows, place: 0 }] : [] }));
    for (let answer = 0; answer < 40; answer += 1) {
      const { end, missed, pagesRead } = readMovingList({ length: 200, answers: before(answer, 2) });
      expect({ end, missed }).toEqual({ end: 'complete', missed: [] });
      expect(pagesRead).toBeLessThanOrEqual(40 + 4 + 1);
    }
  });
});

describe('whether a list that was read once is read again', () => {
  it.each<[string, Partial<ReadList>]>([
    ['it stood still', {}],
    ['rows were removed before its first page was read', { total: 23 }],
    ['it stood still, and hides rows that it counts', { rowsRead: 18, rowsShown: 18, rowsSeen: 18 }],
    [
      'it grew while it was read upwards, and every row was seen',
      { total: 18, first: reading(18, 18, 19, 19), rowsRead: 19, rowsShown: 19, rowsSeen: 18 },
    ],
    ['it is one page: one answer is one moment', { first: reading(4), last: reading(4), total: 5, rowsSeen: 3, rowsShown: 3 }],
    ['it tells no totals, shows no row twice and none that came later', { total: null, first: reading(null, null, null, null) }],
  ])('no: %s', (_why, differences) => {
    expect(nextReading(afterFirst({ ...differences, ...(differences.first && { last: differences.first }) }))).toBe('complete');
  });

  const whole = { pages };
  it.each<[string, Partial<ReadList>, { pages: number[] }]>([
    [
      'beside which it shifted: it grew after the third page and before the second was read',
      { last: reading(21, 21, 20, 20) },
      { pages: [3, 5] },
    ],
    ['that it grew by', { first: reading(26, 26, 26, 26), last: reading(26, 26, 26, 26), rowsShown: 14, rowsSeen: 14 }, { pages: [5, 6] }],
    ['all of it: one row in place of another, which came later', { rowsShown: 19, rowsSeen: 19 }, whole],
    ['all of it: a row came twice, as where dates that are equal put it anywhere', { rowsSeen: 19 }, whole],
    [
      'before the one that was beyond the end when it was read',
      { first: reading(20, 20, 20, null), last: reading(20, 20, 20, null), rowsSeen: 15 },
      { pages: [3] },
    ],
    [
      'all of it: pages tell no totals, and fewer rows were seen than the probe counted',
      { first: reading(null, null, null, null), last: reading(null, null, null, null), rowsSeen: 19, rowsShown: 19, rowsRead: 19 },
      whole,
    ],
    [
      'all of it: no total is known at all, and a row came twice',
      { total: null, first: reading(null, null, null, null), last: reading(null, null, null, null), rowsSeen: 19, highestTotal: null },
      whole,
    ],
  ])('yes, the pages %s', (_which, differences, next) => {
    expect(nextReading(afterFirst(differences))).toEqual(next);
  });
});
