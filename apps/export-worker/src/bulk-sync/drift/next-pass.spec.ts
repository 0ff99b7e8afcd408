import { pagesFrom, type ListPasses } from '@sync/sync-runs';
import fc from 'fast-check';
import { nextPass } from './next-pass';
import { perPage, readDriftingList, type Motion, type Reader } from './testing/read-drifting-list';

/** About every third response comes after the list has drifted. */
function readers(rows: fc.Arbitrary<number>): fc.Arbitrary<Reader> {
  const motion: fc.Arbitrary<Motion> = fc.record({ rows, place: fc.nat({ max: 60 }) });
  const still = fc.constant<readonly Motion[]>([]);
  const drifting: fc.Arbitrary<readonly Motion[]> = fc.array(motion, { minLength: 1, maxLength: 2 });
  const response = fc.record({
    range: fc.nat({ max: 30 }),
    motions: fc.oneof({ weight: 3, arbitrary: still }, { weight: 1, arbitrary: drifting }),
  });
  return fc.record({ length: fc.integer({ min: 0, max: 60 }), responses: fc.array(response, { maxLength: 40 }) });
}

const pages = pagesFrom(1, 4);
const afterFirst = (differences: Partial<ListPasses>): ListPasses => ({
  pass: 1,
  perPage,
  total: 20,
  plannedPages: 4,
  highestTotal: 20,
  pages,
  totals: [20, 20, 20, 20],
  rowsRead: 20,
  rowsShown: 20,
  rowsSeen: 20,
  rowsListed: 20,
  lowestTotal: 20,
  rowsSeenBefore: null,
  firstTotals: differences.totals ?? [20, 20, 20, 20],
  isOfAll: false,
  unseenKeys: null,
  ...differences,
});

describe('passes over a drifting list', () => {
  it.each([
    ['grows', fc.integer({ min: 1, max: 12 })],
    ['shrinks', fc.integer({ min: -7, max: -1 })],
    ['grows and shrinks by a row', fc.constantFrom(-1, 1)],
  ])('a list that %s between any two responses is complete only when no row is missing', (_how, rows) => {
    fc.assert(
      fc.property(readers(rows), (reader) => {
        const { end, missed } = readDriftingList(reader);
        if (end === 'complete') expect(missed).toEqual([]);
      }),
      { numRuns: 5_000, seed: 14 },
    );
  });

  it('any list is read in at most four passes', () => {
    fc.assert(
      fc.property(readers(fc.integer({ min: -9, max: 12 })), (reader) => {
        expect(readDriftingList(reader).passes).toBeLessThanOrEqual(4);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a list that stands still is read once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200 }), fc.array(fc.nat({ max: 30 }), { maxLength: 40 }), (length, ranges) => {
        const { end, passes, missed } = readDriftingList({ length, responses: ranges.map((range) => ({ range, motions: [] })) });
        expect({ end, passes, missed }).toEqual({ end: 'complete', passes: 1, missed: [] });
      }),
    );
  });

  it('a list that only grows costs a few pages more, not a second pass over all of it', () => {
    const before = (response: number, rows: number) =>
      Array.from({ length: response + 1 }, (_, index) => ({ range: index, motions: index === response ? [{ rows, place: 0 }] : [] }));
    for (let response = 0; response < 40; response += 1) {
      const { end, missed, pagesRead } = readDriftingList({ length: 200, responses: before(response, 2) });
      expect({ end, missed }).toEqual({ end: 'complete', missed: [] });
      expect(pagesRead).toBeLessThanOrEqual(40 + 4 + 1);
    }
  });
});

describe('a list of all records under steady deletions', () => {
  const length = 1_000;
  /** A removal before every so many responses, anywhere in the list, also while pages are read again. */
  const shrinking = (every: number): fc.Arbitrary<Reader> =>
    fc
      .record({ places: fc.array(fc.nat({ max: 990 }), { minLength: 20, maxLength: 20 }), first: fc.nat({ max: every - 1 }) })
      .map(({ places, first }) => ({
        length,
        isOfAll: true,
        responses: Array.from({ length: 20 * every }, (_, at) => ({
          range: at,
          motions: at % every === first ? [{ rows: -1, place: places[Math.floor(at / every)] ?? 0 }] : [],
        })),
      }));

  it('is read 1.5 times at most, and misses no row that stayed', () => {
    fc.assert(
      fc.property(shrinking(60), (reader) => {
        const { end, missed, pagesRead } = readDriftingList(reader);
        expect({ end, missed }).toEqual({ end: 'complete', missed: [] });
        expect(pagesRead).toBeLessThanOrEqual(1.5 * (length / perPage));
      }),
      { numRuns: 500 },
    );
  });
});

describe('after the first pass', () => {
  it.each<[string, Partial<ListPasses>]>([
    ['the list stood still', {}],
    ['rows were removed before the first page was read', { total: 23 }],
    ['the list stood still and hides rows that it counts', { rowsRead: 18, rowsShown: 18, rowsSeen: 18 }],
    ['the list grew and every row was seen', { total: 18, totals: [18, 18, 19, 19], rowsRead: 19, rowsShown: 19, rowsSeen: 18 }],
    ['one response held the whole list', { pages: [1], plannedPages: 1, totals: [4], total: 5, rowsSeen: 3, rowsShown: 3 }],
    ['no total is known, no row came twice, and none came later', { total: null, totals: [null, null, null, null] }],
    ['every listed key was seen, whatever the totals say', { unseenKeys: [], totals: [20, 20, 19, 19], rowsSeen: 19 }],
  ])('no other pass is needed when %s', (_why, differences) => {
    expect(nextPass(afterFirst(differences))).toBe('complete');
  });

  it.each<[string, Partial<ListPasses>, number[]]>([
    ['the pages beside which the list grew', { totals: [21, 21, 20, 20], rowsSeen: 19 }, [3, 5]],
    ['the pages that the list grew by', { totals: [26, 26, 26, 26], rowsShown: 14, rowsSeen: 14 }, [5, 6]],
    ['the page before one beyond the end', { totals: [20, 20, 20, null], rowsSeen: 15 }, [3]],
    ['the whole list when a newer row took the place of another', { rowsShown: 19, rowsSeen: 19 }, pages],
    ['the whole list when a row came twice, as equal dates can put it anywhere', { rowsSeen: 19 }, pages],
    [
      'the whole list when no page reports a total and rows are missing',
      { totals: [null, null, null, null], rowsSeen: 19, rowsShown: 19, rowsRead: 19 },
      pages,
    ],
    [
      'the whole list when no total is known and a row came twice',
      { total: null, totals: [null, null, null, null], rowsSeen: 19, highestTotal: null },
      pages,
    ],
  ])('the next pass reads %s', (_which, differences, expected) => {
    expect(nextPass(afterFirst(differences))).toEqual({ pages: expected });
  });
});

describe('a list whose keys are known', () => {
  const drifted = { unseenKeys: ['3', '17'], totals: [20, 19, 18, 18], rowsSeen: 18 };

  it('no page is read again: the rows that no page showed are asked for by their keys', () => {
    expect(nextPass(afterFirst(drifted))).toEqual({ keys: ['3', '17'] });
  });

  it('a row that does not come when it is asked for is gone', () => {
    expect(nextPass(afterFirst({ ...drifted, pass: 2, unseenKeys: ['3'] }))).toBe('complete');
  });
});

describe('after later passes', () => {
  const whole = { pass: 2, total: 22, rowsSeen: 20, rowsSeenBefore: 20 };

  it('a pass over the whole list that stood still and found nothing new is the last', () => {
    expect(nextPass(afterFirst(whole))).toBe('complete');
  });

  it.each<[string, Partial<ListPasses>]>([
    ['it found a new row', { rowsSeenBefore: 19 }],
    ['the list drifted again', { totals: [20, 20, 19, 19] }],
    ['it read only some pages', { pages: [3, 4], totals: [20, 20] }],
  ])('the whole list is read again when %s', (_why, differences) => {
    expect(nextPass(afterFirst({ ...whole, ...differences }))).toEqual({ pages });
  });

  it('a list that drifted in all four passes is given up', () => {
    expect(nextPass(afterFirst({ ...whole, pass: 4, rowsSeenBefore: 19 }))).toBe('given up');
  });
});
