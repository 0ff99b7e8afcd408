import { shopTime } from './fields';

it.each([
  ['2025-01-15 08:00:00', '2025-01-15T08:00:00+01:00'],
  ['2025-07-15 08:00:00', '2025-07-15T08:00:00+02:00'],
  // Twice on that day: the first counts.
  ['2025-10-26 02:30:00', '2025-10-26T02:30:00+02:00'],
  ['0000-00-00 00:00:00', null],
  [null, null],
])('reads the clock of the shop: %p is %p', (text, expected) => {
  expect(shopTime(text)).toBe(expected);
});
