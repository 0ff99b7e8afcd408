import { countdownText, expiryText } from './token-times';

const noon = new Date(2026, 0, 5, 12).getTime();
const minutes = 60_000;

describe('the expiry of a token', () => {
  it.each([
    ['en', 30 * minutes, /^12:30\sPM$/],
    ['de', 30 * minutes, /^12:30$/],
    ['en', 13 * 60 * minutes, /^Jan 6, 2026, 1:00\sAM$/],
  ])('%s, %d ms from now: with the date unless it is today', (tag, ms, text) => {
    expect(expiryText(noon + ms, noon, tag)).toMatch(text);
  });
});

describe('the countdown', () => {
  it.each([
    [3_600_000, '01:00:00'],
    [3_599_000, '59:59'],
    [61_000, '01:01'],
    [999, '00:00'],
    [23 * 3_600_000, '23:00:00'],
    [24 * 3_600_000, ''],
  ])('%d ms: %j', (ms, text) => {
    expect(countdownText(ms, 'en')).toBe(text);
  });

  it('uses the digits of the language', () => {
    expect(countdownText(61_000, 'ar-EG')).toBe('٠١:٠١');
  });
});
