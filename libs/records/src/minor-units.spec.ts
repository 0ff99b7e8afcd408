import fc from 'fast-check';
import { isBeyondMinorUnits, toMinorUnits } from './minor-units';

describe('toMinorUnits', () => {
  it.each([
    ['19.99', 1999],
    ['1.005', 101],
    ['9.995', 1000],
    ['0.1', 10],
    ['1e3', 100000],
    ['-0.005', -1],
    ['-0.004', 0],
    ['0.00', 0],
    ['-0', 0],
    ['0', 0],
    ['757', 75700],
    ['756.9000', 75690],
    ['12.345', 1235],
    ['24286.00', 2428600],
    ['  4.90\n', 490],
    ['+5', 500],
    ['.5', 50],
    ['5.', 500],
    ['1.5E-2', 2],
    ['1.4e-2', 1],
    ['12345e-3', 1235],
    ['-5e1', -5000],
    ['+5e1', 5000],
    ['0012e1', 12000],
    ['00.05e1', 50],
    ['0e999999999', 0],
    ['1e-999999999', 0],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('converts the text %j to %i', (text, expected) => {
    expect(Object.is(toMinorUnits(text), expected)).toBe(true);
  });

  it.each<[number | bigint, number]>([
    [5n, 500],
    [143.81512608333333, 14382],
    [117, 11700],
    [0, 0],
    [-0, 0],
    [1.005, 101],
    [1e-7, 0],
    [1e13, 1e15],
    [-4.5, -450],
  ])('converts the number %p to %i', (value, expected) => {
    expect(Object.is(toMinorUnits(value), expected)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '1,99',
    'NaN',
    'Infinity',
    '-',
    '.',
    '1.2.3',
    '1e',
    'e5',
    '1e5.5',
    '0x10',
    '١٢',
    '1 000',
    '12abc',
    '99999999999999',
    '1e999999999',
    '90071992547409.915',
  ])('returns null for the text %j', (text) => {
    expect(toMinorUnits(text)).toBeNull();
  });

  it.each<[unknown]>([[undefined], [null], [true], [false], [NaN], [Infinity], [-Infinity], [[]], [[1]], [{}], [{ valueOf: () => 1 }]])(
    'returns null for %p',
    (value) => {
      expect(toMinorUnits(value)).toBeNull();
    },
  );

  it.each<[unknown]>([
    ['99999999999999'],
    ['-99999999999999999999'],
    ['90071992547409.915'],
    ['1e999999999'],
    ['-1e18'],
    ['9'.repeat(400)],
    [1e20],
    [-Infinity],
  ])('flags %p as a number beyond the safe range', (value) => {
    expect([toMinorUnits(value), isBeyondMinorUnits(value)]).toEqual([null, true]);
  });

  it.each<[unknown]>([['90071992547409.91'], [''], ['Infinity'], ['1e'], ['abc'], [NaN], [null], [undefined], [{}], ['0e999999999']])(
    'does not flag %p as beyond the safe range',
    (value) => {
      expect(isBeyondMinorUnits(value)).toBe(false);
    },
  );

  it('agrees with integer arithmetic for every decimal text', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 13n), 10n ** 13n), fc.stringMatching(/^\d{0,20}$/), (whole, fraction) => {
        const negative = whole < 0n;
        const scale = 10n ** BigInt(fraction.length);
        const size = (negative ? -whole : whole) * scale + BigInt(fraction || '0');
        const rounded = (size * 200n + scale) / (scale * 2n);
        const text = `${whole}${fraction === '' ? '' : `.${fraction}`}`;
        expect(toMinorUnits(text)).toBe(Number(negative ? -rounded : rounded) + 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same result with and without an exponent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: -12, max: 4 }), (digits, exponent) => {
        const plain =
          exponent >= 0
            ? `${digits}${'0'.repeat(exponent)}`
            : `${'0'.repeat(13)}${digits}`.replace(new RegExp(`(\\d{${-exponent}})$`), '.$1');
        expect(toMinorUnits(`${digits}e${exponent}`)).toBe(toMinorUnits(plain));
      }),
    );
  });

  it('returns a safe integer or null for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.string(), fc.stringMatching(/^[-+]?[\d.]{0,20}(e[-+]?\d{0,10})?$/)), (value) => {
        const minor = toMinorUnits(value);
        expect(minor === null || (Number.isSafeInteger(minor) && !Object.is(minor, -0))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
