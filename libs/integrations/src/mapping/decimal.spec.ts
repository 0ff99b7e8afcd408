import fc from 'fast-check';
import { toMinorUnits } from '@sync/records';
import { difference, product, rounded, sum } from './decimal';

describe('difference and product', () => {
  it.each([
    ['0.3', '0.1', '0.2'],
    ['68.200000', '66.800000', '1.400000'],
    ['1', '1.5', '-0.5'],
    [5, '0.05', '4.95'],
    ['-1', '-1', '0'],
  ])('difference(%p, %p) is %s', (minuend, subtrahend, expected) => {
    expect(difference(minuend, subtrahend)).toBe(expected);
  });

  it.each([
    ['0.333333', '3', '0.999999'],
    ['10298.949538', 2, '20597.899076'],
    ['-1.5', '2', '-3.0'],
    ['1.1', '1.1', '1.21'],
  ])('product(%p, %p) is %s', (first, second, expected) => {
    expect(product(first, second)).toBe(expected);
  });

  it.each([
    ['', '1'],
    ['1', null],
    [undefined, '1'],
    ['x', '1'],
    ['1e5', '1'],
    ['.', '1'],
    ['1,5', '1'],
    ['9'.repeat(60), '1'],
    [true, '1'],
  ])('return null for %p and %p', (first, second) => {
    expect([difference(first, second), product(first, second)]).toEqual([null, null]);
  });

  it('agree with integer arithmetic in cents', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    const written = (value: number): string =>
      `${value < 0 ? '-' : ''}${Math.trunc(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 1000 }), (first, second, count) => {
        expect(toMinorUnits(difference(written(first), written(second)))).toBe(first - second + 0);
        expect(toMinorUnits(product(written(first), count))).toBe(first * count + 0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('sum', () => {
  it.each([
    [['-283.01', '-1', '0.005'], '-284.005'],
    [['2.50', 'x', null], '2.50'],
    [[], null],
    [['x'], null],
  ])('of %j is %p', (values, expected) => {
    expect(sum(values)).toBe(expected);
  });
});

describe('rounded', () => {
  it.each([
    ['24286.00', 0, '24286'],
    ['12.345000', 3, '12.345'],
    ['12.35', 3, '12.350'],
    ['0.5', 0, '1'],
    ['-2.5', 0, '-3'],
    ['-0.4', 0, '0'],
    [143.81512608333333, 3, '143.815'],
    ['', 2, null],
    ['free', 2, null],
  ])('turns %p into text with %i decimals: %p', (value, decimals, expected) => {
    expect(rounded(value, decimals)).toBe(expected);
  });
});
