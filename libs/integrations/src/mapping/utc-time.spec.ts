import { utcMilliseconds, utcOfOffset, utcTime } from './utc-time';

describe('utcMilliseconds', () => {
  it.each(['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'])('reads %s, the limits of the database included', (text) => {
    expect(utcMilliseconds(text)).toBe(Date.parse(text));
  });

  it.each(['0000-12-31T23:59:59Z', '9999-12-31T00:00:01Z'])('refuses %s', (text) => {
    expect(utcMilliseconds(text)).toBeNull();
  });
});

it.each([
  ['2026-03-02T09:00:00', '2026-03-02T09:00:00Z'],
  ['2026-03-31 09:00:00', '2026-03-31T09:00:00Z'],
  ['2026-03-31T09:00:00.25', '2026-03-31T09:00:00.250Z'],
  ['2026-03-02T10:00:00+01:00', '2026-03-02T09:00:00Z'],
  ['0000-00-00 00:00:00', null],
  ['yesterday', null],
  [17, null],
])('utcTime(%j) is %j', (value, expected) => {
  expect(utcTime(value)).toBe(expected);
});

it.each([
  ['2026-03-02T10:00:00+01:00', '2026-03-02T09:00:00Z'],
  ['2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z'],
  ['2026-03-02T10:00:00', null],
  ['2026-03-02', null],
  ['no time Z', null],
  [null, null],
])('utcOfOffset(%j) is %j', (time, expected) => {
  expect(utcOfOffset(time)).toBe(expected);
});
