import { currencyExponent } from './currency-exponent';

/** Where the runtime follows how people write prices rather than ISO 4217. */
const writtenWithoutDecimals = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ');

describe('currencyExponent', () => {
  it.each([
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
    ['CLF', 4],
    ['XYZ', 2],
  ])('of %s is %i', (currency, exponent) => {
    expect(currencyExponent(currency)).toBe(exponent);
  });

  it('agrees with the runtime on each current currency', () => {
    const digits = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    const current = Intl.supportedValuesOf('currency').filter((currency) => !writtenWithoutDecimals.includes(currency));
    expect(current.filter((currency) => digits(currency) !== currencyExponent(currency))).toEqual([]);
  });
});
