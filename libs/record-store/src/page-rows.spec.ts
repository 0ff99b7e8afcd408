import { toPageRows } from './page-rows';
import { customer, lineItem, order } from './testing/record-fixtures';

describe('rows of a page', () => {
  const hashOf = (...args: Parameters<typeof order>): string | undefined => toPageRows('orders', [order(...args)])[0]?.contentHash;

  it('tell an unchanged record by its content, wherever it stands in whatever page', () => {
    const alone = toPageRows('customers', [customer('7')])[0]?.contentHash;
    const among = toPageRows('customers', [customer('9'), customer('7'), customer('8')]).find(
      ({ sourceId }) => sourceId === '7',
    )?.contentHash;
    expect(among).toBe(alone);
    expect(alone).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['a text', { status: 'completed' }],
    ['an amount', { total: 1_991 }],
    ['null for nothing', { totalTax: null }],
    ['null for an empty text', { sourceOrderNumber: '' }],
    ['a line item', { lineItems: [lineItem('1', '7')] }],
    ['a custom attribute', { customAttributes: [{ key: 'commerce_a.meta.origin', value: null }] }],
    ['text that moves from one field to the next', { status: 'processingE', currency: 'UR' }],
  ])('tell a record apart that differs in %s', (_, change) => {
    expect(hashOf('1', change)).not.toBe(hashOf('1'));
  });

  it('are the same whether or not the links of an order are known', () => {
    const unlinked = { customerSourceId: '5', lineItems: [lineItem('1', '7')] };
    const linked = {
      ...unlinked,
      customerId: '018f0000-0000-7000-8000-000000000001',
      lineItems: [lineItem('1', '7', { productId: '018f0000-0000-7000-8000-000000000002' })],
    };
    expect(hashOf('1', linked)).toBe(hashOf('1', unlinked));
  });

  it('are in one order for every writer, so that writers of the same records do not deadlock', () => {
    const ids = ['10', '9', 'a', 'Z', '1'];
    const order1 = toPageRows(
      'customers',
      ids.map((id) => customer(id)),
    ).map(({ sourceId }) => sourceId);
    const order2 = toPageRows(
      'customers',
      ids.reverse().map((id) => customer(id)),
    ).map(({ sourceId }) => sourceId);
    expect(order1).toEqual(order2);
  });
});
