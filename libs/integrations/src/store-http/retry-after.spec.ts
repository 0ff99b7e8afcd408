import { parseRetryAfter } from './retry-after';

const now = Date.parse('2026-10-21T07:28:00Z');

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    [' 7 ', 7],
    ['99999999', 3600],
    ['Wed, 21 Oct 2026 07:30:00 GMT', 120],
    ['Wed, 21 Oct 2026 07:00:00 GMT', 0],
    ['Wed, 21 Oct 2099 07:28:00 GMT', 3600],
  ])('reads %s as %i seconds, at most an hour', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });

  it.each(['-1', '1.5', 'soon', '', 'Wed, never', '2026-10-21', '1e3', null])('ignores %s', (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  });
});
