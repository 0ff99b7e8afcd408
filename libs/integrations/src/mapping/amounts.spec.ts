import { requiredAmount, unlessTooLarge, wholeQuantity } from './amounts';
import { UnmappableRow } from './platform-values';

const tooLarge = new UnmappableRow('7', 'the order has an amount that is too large');

describe('wholeQuantity', () => {
  it.each<[unknown, number, string | null]>([
    [2, 2, null],
    [-0, 0, null],
    ['3', 3, null],
    ['2.0', 2, null],
    [1.5, 2, '1.5'],
    ['1.49', 1, '1.49'],
    ['0.25', 0, '0.25'],
    [-0.25, 0, '-0.25'],
    [-1.5, -2, '-1.5'],
    ['x', 0, null],
    [null, 0, null],
  ])('rounds %p to %i and keeps the exact text %p', (value, rounded, exact) => {
    const quantity = wholeQuantity(value);
    expect([Object.is(quantity.rounded, rounded), quantity.exact]).toEqual([true, exact]);
  });
});

describe('unlessTooLarge', () => {
  it.each<[unknown, unknown]>([
    ['19.99', 1999],
    ['x', null],
    [undefined, null],
    ['99999999999999999999', tooLarge],
  ])('maps an order with the amount %p to %p', (value, expected) => {
    expect(unlessTooLarge('7', () => requiredAmount(value))).toEqual(expected);
  });

  it('passes other errors on', () => {
    const error = new TypeError('x');
    const map = (): never => {
      throw error;
    };
    expect(() => unlessTooLarge('7', map)).toThrow(error);
  });
});
