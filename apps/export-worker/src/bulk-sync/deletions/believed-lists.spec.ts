import type { ListPasses } from '@sync/sync-runs';
import { isTooMany, showsAll } from './find-deletions';

describe('what a list may delete unasked', () => {
  it.each([
    [1_000, 200, 20, false],
    [1_000, 201, 20, true],
    [1_000, 0, 20, false],
    [8, 5, 20, false],
    [8, 6, 20, true],
    [5, 5, 20, true],
    [1, 1, 20, true],
    [1_000, 1_000, 100, true],
    [1_000, 999, 100, false],
    [1_000, 6, 0, true],
  ])('of %i records %i, at %i %% at most: held back is %s', (live, due, maxPercent, isHeldBack) => {
    expect(isTooMany({ live, due }, maxPercent)).toBe(isHeldBack);
  });

  it.each<[string, boolean, Partial<ListPasses>]>([
    ['shows all that it says it has', true, { total: 120, lowestTotal: 120, rowsListed: 120 }],
    ['shows fewer than it says', false, { total: 120, lowestTotal: 120, rowsListed: 119 }],
    ['shows all that were left after removals', true, { total: 120, lowestTotal: 117, rowsListed: 117 }],
    ['is empty and says so', true, { total: 0, lowestTotal: 0, rowsListed: 0 }],
    ['says only how many pages it has, and shows rows on the last of them', true, { total: null, lowestTotal: 150, rowsListed: 101 }],
    ['says only how many pages it has, and shows fewer', false, { total: null, lowestTotal: 150, rowsListed: 100 }],
    ['says nothing', false, { total: null, lowestTotal: null, rowsListed: 120 }],
  ])('a list that %s is believed: %s', (_, isBelieved, list) => {
    expect(showsAll({ perPage: 50, ...list } as ListPasses)).toBe(isBelieved);
  });
});
