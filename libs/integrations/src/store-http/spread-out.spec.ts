import { laterByMs } from './spread-out';

describe('what follows a request to a shop', () => {
  it.each([
    ['at once', 999, 0],
    ['within 0.1 s', 1_000, 100],
    ['within 2.7 s', 27_000, 2_700],
    ['within 3 s', 120_000, 3_000],
  ])('begins %s after %i ms', (_when, tookMs, latest) => {
    expect([laterByMs(tookMs, 0), laterByMs(tookMs, 0.5), laterByMs(tookMs, 1)]).toEqual([0, latest / 2, latest]);
  });
});
