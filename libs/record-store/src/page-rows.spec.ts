import { toPageRows } from './page-rows';
import { customer, lineItem, order } from './testing/record-fixtures';

type Change = Parameters<typeof order>[1];

describe('toPageRows', () => {
  const hashOf = (...args: Parameters<typeof order>): string | undefined => toPageRows('orders', [order(...args)])[0]?.contentHash;

  it('hashes the same record alike in any page and position', () => {
    const alone = toPageRows('customers', [customer('7')])[0]?.contentHash;
    const among = toPageRows('customers', [customer('9'), customer('7'), customer('8')]).find(
      ({ sourceId }) => sourceId === '7',
    )?.contentHash;
    expect(among).toBe(alone);
    expect(alone).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[what: string, change: Change, before?: Change]>([
    ['a text', { status: 'completed' }],
    ['an amount', { total: 1_991 }],
    ['null instead of a value', { totalTax: null }],
    ['the field that is null', { totalTax: null, totalShipping: 100 }, { totalTax: 100, totalShipping: null }],
    ['an empty text instead of a value', { sourceOrderNumber: '' }],
    ['a line item', { lineItems: [lineItem('1', '7')] }],
    ['a custom attribute', { customAttributes: [{ key: 'commerce_a.meta.origin', value: null }] }],
    ['text that moves from one field to the next', { status: 'processingE', currency: 'UR' }],
  ])('hashes a record differently after a change of %s', (_, change, before = {}) => {
    expect(hashOf('1', change)).not.toBe(hashOf('1', before));
  });

  it('hashes an order alike with and without links', () => {
    const unlinked = { customerSourceId: '5', lineItems: [lineItem('1', '7')] };
    const linked = {
      ...unlinked,
      customerId: '018f0000-0000-7000-8000-000000000001',
      lineItems: [lineItem('1', '7', { productId: '018f0000-0000-7000-8000-000000000002' })],
    };
    expect(hashOf('1', linked)).toBe(hashOf('1', unlinked));
  });

  it('sorts rows the same way for every writer', () => {
    const ids = ['10', '9', 'a', 'Z', '1'];
    for (const given of [ids, ids.toReversed()]) {
      const rows = toPageRows(
        'customers',
        given.map((id) => customer(id)),
      );
      expect(rows.map(({ sourceId }) => sourceId)).toEqual(['1', '10', '9', 'Z', 'a']);
    }
  });

  it('keeps the last of records with the same id', () => {
    const rows = toPageRows('orders', [order('1', { status: 'old' }), order('1', { status: 'new' })]);
    expect(rows.map(({ record }) => record.status)).toEqual(['new']);
  });
});
