import { dateText, pastTime } from './times';

const minutes = 60_000;

describe('a time in the past', () => {
  it.each([
    [-5 * minutes, 'now'],
    [59_999, 'now'],
    [minutes, '1 minute ago'],
    [59 * minutes, '59 minutes ago'],
    [60 * minutes, '1 hour ago'],
    [24 * 60 * minutes - 1, '23 hours ago'],
    [24 * 60 * minutes, 'yesterday'],
    [72 * 60 * minutes, '3 days ago'],
  ])('%d ms ago: %j', (ms, text) => {
    expect(pastTime(ms, 'en')).toBe(text);
  });

  it('is said in the language', () => {
    expect(pastTime(5 * minutes, 'de')).toBe('vor 5 Minuten');
  });
});

describe('a date', () => {
  it.each([
    ['en', '2026-01-05T12:00:00.000Z', 'Jan 5, 2026'],
    ['de', '2026-01-05T12:00:00.000Z', '05.01.2026'],
  ])('%s', (tag, at, text) => {
    expect(dateText(at, tag)).toBe(text);
  });

  it('has the time of day on request', () => {
    expect(dateText(new Date(2026, 0, 5, 12, 30).getTime(), 'de', 'short')).toBe('05.01.2026, 12:30');
  });
});
