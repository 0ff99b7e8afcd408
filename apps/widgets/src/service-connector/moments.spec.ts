import { clockText, momentText } from './moments';

const noon = new Date(2026, 0, 5, 12).getTime();
const minutes = 60_000;

describe('the time until which a token is valid', () => {
  it.each([
    ['en', 30 * minutes, /^12:30\sPM$/],
    ['de', 30 * minutes, /^12:30$/],
    ['en', 13 * 60 * minutes, /^Jan 6, 2026, 1:00\sAM$/],
  ])('%s, %d ms from now: with the date when that is not today’s', (tag, ms, text) => {
    expect(momentText(noon + ms, noon, tag)).toMatch(text);
  });
});

describe('the time that is left', () => {
  it.each([
    [3_600_000, '01:00:00'],
    [3_599_000, '59:59'],
    [61_000, '01:01'],
    [999, '00:00'],
    [23 * 3_600_000, '23:00:00'],
    [24 * 3_600_000, ''],
  ])('%d ms: %j', (ms, text) => {
    expect(clockText(ms, 'en')).toBe(text);
  });

  it('is in the digits of the language', () => {
    expect(clockText(61_000, 'ar-EG')).toBe('٠١:٠١');
  });
});
