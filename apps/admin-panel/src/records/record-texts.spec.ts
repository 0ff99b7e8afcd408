import { addressText, moneyText } from './record-texts';

describe('what a record holds, in words', () => {
  it.each([
    [123456, 'EUR', '€1,234.56'],
    [5, 'EUR', '€0.05'],
    // Minor units are hundredths, also of yen.
    [123400, 'JPY', 'JP¥1,234.00'],
    [123456, null, '1,234.56'],
    [123456, 'euro', '1,234.56'],
  ])('the amount %i in %s is %s', (amount, currency, text) => expect(moneyText('en-IE', amount, currency)).toBe(text));

  it('an address leaves out what it does not have', () => {
    const address = {
      first_name: 'Anna',
      last_name: 'Müller',
      company: null,
      address1: 'Calle Mayor 161',
      postal_code: '10115',
      city: 'Berlin',
    };
    expect(addressText({ ...address, country: 'DE', region: null })).toBe('Anna Müller, Calle Mayor 161, 10115 Berlin, DE');
  });
});
