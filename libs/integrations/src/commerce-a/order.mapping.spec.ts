import type { LineItemData, OrderData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { recordedRows } from '../testing/replaying-shop';
import { mapOrder } from './order.mapping';

const row = { id: 511, currency: 'EUR', date_created: '2026-09-24T04:03:54', date_modified: '2026-10-29T13:21:18' };

function mapped(fields: Record<string, unknown> = {}): OrderData {
  const record = mapOrder({ ...row, ...fields });
  if (record instanceof UnmappableRow) throw new Error(record.reason);
  return record;
}

const line = (fields: Record<string, unknown>): LineItemData | undefined => mapped({ line_items: [{ id: 784, ...fields }] }).lineItems[0];
const recorded = (name: string): OrderData[] => recordedRows(name).map((order) => mapOrder(order) as OrderData);

/** Line items that hold these values of one field, and what they become. */
const lines = (field: string, property: string, cases: [unknown, unknown][]): [object, object][] =>
  cases.map(([value, expected]) => [
    { line_items: [{ id: 784, [field]: value }] },
    { lineItems: [expect.objectContaining({ [property]: expected })] },
  ]);
const fields = (field: string, property: string, cases: [unknown, unknown][]): [object, object][] =>
  cases.map(([value, expected]) => [{ [field]: value }, { [property]: expected }]);
const none = [undefined, null, ''];

describe('mapOrder', () => {
  it('an order that the shop has anonymised loses the person; amounts stay', () => {
    const left = {
      ...{
        billing: { first_name: 'Erika', email: 'deleted@site.invalid' },
        shipping: { last_name: 'Muster' },
        total: '19.90',
        discount_total: '1.50',
      },
      ...{ customer_note: 'For Erika', transaction_id: 'payer-99', meta_data: [{ key: '_anonymized', value: 'yes' }] },
    };
    const order = mapped(left);
    expect(order).toMatchObject({ addressBilling: null, addressShipping: null, total: 1990 });
    expect(JSON.stringify(order)).not.toMatch(/Erika|Muster|payer/);
    expect(order.customAttributes).toContainEqual({ key: 'commerce_a.customer_note', value: null });
    expect(mapped({ ...left, meta_data: [{ key: '_anonymized', value: 'no' }] })).toMatchObject({ addressBilling: { firstName: 'Erika' } });
  });

  it.each<[object, object]>([
    [{}, { sourceId: '511', sourceOrderNumber: null, currency: 'EUR', createdAt: row.date_created, updatedAt: row.date_modified }],
    [{}, { id: null, system: 'commerce_a', status: '', tags: [], modifiedAt: '2026-10-29T13:21:18Z' }],
    ...fields('number', 'sourceOrderNumber', [
      ['A-511', 'A-511'],
      [511, '511'],
    ]),
    ...fields('status', 'status', [['wc-Custom Status', 'wc-Custom Status']]),
    ...fields('currency', 'currency', [
      ['usd', 'USD'],
      [' eur ', 'EUR'],
    ]),
    ...fields('total', 'total', [
      ['3280.60', 328060],
      ['1.005', 101],
      [19.99, 1999],
      ...[...none, 'abc'].map((value): [unknown, number] => [value, 0]),
    ]),
    [
      { total_tax: '0.00', shipping_total: '4.90' },
      { totalTax: 0, totalShipping: 490 },
    ],
    [
      { total_tax: '', shipping_total: 'free' },
      { totalTax: null, totalShipping: null },
    ],
    [{}, { totalTax: null, totalShipping: null }],
    ...fields('date_paid', 'datePaid', [
      ['2026-01-01T00:00:00', '2026-01-01T00:00:00'],
      ...[...none, '0000-00-00 00:00:00'].map((value): [unknown, null] => [value, null]),
    ]),
    [{ customer_id: 68 }, { customerSourceId: '68', customerId: null }],
    [{ customer_id: '68' }, { customerSourceId: '68', customerId: null }],
    ...fields(
      'customer_id',
      'customerSourceId',
      [...none, 0, '0'].map((guest) => [guest, null]),
    ),
    [
      { billing: { first_name: 'François', email: 'b@mail.example' }, shipping: { city: '' } },
      { addressBilling: { firstName: 'François', email: 'b@mail.example' }, addressShipping: null },
    ],
    [
      { line_items: [{ id: 784, product_id: 88, name: 'Heft' }] },
      {
        lineItems: [{ sourceId: '784', productSourceId: '88', name: 'Heft', productId: null, productCustomId: null, currency: 'EUR' }],
      },
    ],
    ...lines('quantity', 'quantity', [
      [12, 12],
      ['3', 3],
      [undefined, 0],
      [null, 0],
      ['x', 0],
    ]),
    ...lines('price', 'unitPrice', [
      [143.81512608333333, 14382],
      ['9.995', 1000],
      [0, 0],
      [undefined, 0],
      ['', 0],
    ]),
    ...lines('total', 'total', [
      ['1725.78', 172578],
      [undefined, 0],
      ['-5.00', -500],
    ]),
    ...lines('sku', 'sku', [['SKU-1', 'SKU-1'], ...none.map((value): [unknown, null] => [value, null])]),
    ...[undefined, null, {}, 'x', 5].map((value): [object, object] => [{ line_items: value }, { lineItems: [] }]),
  ])('maps %j to %j', (given, expected) => {
    expect(mapped({ ...given })).toMatchObject(expected);
  });

  it('maps other scalars to custom attributes', () => {
    const attributes = mapped({
      status: 'pending',
      total: '1',
      customer_id: 5,
      parent_id: 0,
      needs_payment: true,
      note: null,
      refunds: [],
      meta_data: [{ key: 'k', value: 'v' }],
    }).customAttributes;
    expect(attributes).toEqual([
      { key: 'commerce_a.parent_id', value: 0 },
      { key: 'commerce_a.needs_payment', value: true },
    ]);
  });
});

describe('line items', () => {
  it('keep product id "0" of a deleted product', () => {
    const lines = recorded('orders-page-001').flatMap(({ lineItems }) =>
      lineItems.filter(({ productSourceId }) => productSourceId === '0'),
    );
    expect(lines.length).toBeGreaterThan(1);
    for (const item of lines) expect(item).toMatchObject({ productSourceId: '0', sku: null });
    expect(line({})).toMatchObject({ productSourceId: '0', name: '' });
  });

  it.each([
    [1.5, 2, '1.5'],
    ['0.25', 0, '0.25'],
    [-1.5, -2, '-1.5'],
    ['2.0', 2, null],
  ])('round the fractional quantity %p to %i and keep the exact one in an attribute', (quantity, rounded, exact) => {
    const order = mapped({ line_items: [{ id: 784, quantity }] });
    expect(order.lineItems[0]?.quantity).toBe(rounded);
    expect(order.customAttributes).toEqual(exact === null ? [] : [{ key: 'commerce_a.line_items.784.quantity', value: exact }]);
  });

  it('number lines without id, keep the last of repeated ids and skip other values', () => {
    expect(
      mapped({ line_items: [{ id: 1, name: 'a' }, null, { name: 'b' }, 'x', { id: '1', name: 'c' }] }).lineItems.map(
        ({ sourceId, name }) => [sourceId, name],
      ),
    ).toEqual([
      ['1', 'c'],
      ['line-3', 'b'],
    ]);
  });
});

describe('recorded orders', () => {
  it('all map to records', () => {
    for (const name of [
      'orders-page-001',
      'orders-modified-after-mid-page-001',
      'variant-decimals-3-orders',
      'variant-timezone-utc-orders',
    ]) {
      for (const order of recorded(name)) expect(order).not.toBeInstanceOf(UnmappableRow);
    }
  });

  it('have unrounded line prices, which are rounded once', () => {
    for (const order of recorded('orders-page-001')) {
      for (const { unitPrice, quantity, total } of order.lineItems)
        expect(Math.abs(unitPrice * quantity - total)).toBeLessThanOrEqual(quantity / 2 + 1);
    }
  });

  it('have amounts with the decimals of the shop, in any currency', () => {
    for (const order of recordedRows('variant-decimals-3-orders')) {
      const [whole = '', decimals = ''] = String(order.total).split('.');
      expect(decimals).toHaveLength(3);
      expect((mapOrder(order) as OrderData).total).toBe(
        Number(whole + decimals.slice(0, 2)) + (decimals.endsWith('5') || Number(decimals[2]) > 5 ? 1 : 0),
      );
    }
    expect(mapped({ currency: 'JPY', total: '757' }).total).toBe(75700);
    expect(mapped({ currency: 'KWD', total: '12.345' }).total).toBe(1235);
    expect(mapped({ total: '756.9000' }).total).toBe(75690);
  });

  it('keep net line totals beside a gross order total', () => {
    const order = mapped({ prices_include_tax: true, total: '119.00', line_items: [{ id: 1, total: '100.00', price: 100, quantity: 1 }] });
    expect([order.total, order.lineItems[0]?.total]).toEqual([11900, 10000]);
  });

  it('include guests, unpaid orders and free orders', () => {
    const orders = recorded('orders-page-001');
    expect(recordedRows('orders-page-001').filter((order) => order.customer_id === 0)).toHaveLength(
      orders.filter(({ customerSourceId }) => customerSourceId === null).length,
    );
    expect(orders.some(({ datePaid }) => datePaid === null)).toBe(true);
    expect(mapped({ status: 'completed', total: '0.00' })).toMatchObject({ status: 'completed', total: 0 });
  });

  it('differ only in local dates between time zones', () => {
    const [utc] = recorded('variant-timezone-utc-orders');
    const local = recorded('orders-page-001').find(({ sourceId }) => sourceId === utc?.sourceId);
    const twin = (order: OrderData | undefined): unknown =>
      order?.customAttributes.find(({ key }) => key === 'commerce_a.date_created_gmt')?.value;
    expect(twin(utc)).toBe(twin(local));
    expect(utc?.createdAt).not.toBe(local?.createdAt);
    expect(utc?.createdAt).toBe(twin(utc));
  });

  it('keep the sums of refunds, fees and coupons in minor units', () => {
    const sums = (id: string): object => {
      const order = recorded('orders-page-001').find(({ sourceId }) => sourceId === id);
      const kept = order?.customAttributes.filter(({ key }) => /^commerce_a\.total_[a-z_]+$/.test(key)) ?? [];
      return Object.fromEntries(kept.map(({ key, value }) => [key.replace('commerce_a.total_', ''), value]));
    };
    expect(sums('503')).toEqual({ refunded: 28301, fees: 250, fees_tax: 50 });
    expect(sums('485')).toEqual({ refunded: 100 });
    expect(sums('499')).toEqual({ coupons: 7761, coupons_tax: 562 });
    expect(sums('488')).toEqual({ fees: 250, fees_tax: 0, coupons: 1307, coupons_tax: 0 });
    expect(sums('512')).toEqual({});
    const several = mapped({ refunds: [{ total: '-1.00' }, { total: '-0.995' }, null, {}], fee_lines: {}, coupon_lines: [] });
    expect(several.customAttributes).toEqual([{ key: 'commerce_a.total_refunded', value: 200 }]);
  });

  it('hold amounts as decimals where a hundredth is not the minor unit of the currency', () => {
    const decimals = ({ customAttributes }: OrderData): object =>
      Object.fromEntries(
        customAttributes
          .filter(({ key }) => /\.decimal$|currency_exponent$/.test(key))
          .map(({ key, value }) => [key.replace('commerce_a.', ''), value]),
      );
    const byId = new Map(recorded('orders-page-001').map((order) => [order.sourceId, order] as const));
    expect(decimals(byId.get('469') as OrderData)).toMatchObject({
      currency_exponent: 0,
      'total.decimal': '97666',
      'total_refunded.decimal': '97666',
    });
    expect(decimals(byId.get('480') as OrderData)).toMatchObject({ currency_exponent: 3, 'total.decimal': '12.350' });
    expect(decimals(byId.get('503') as OrderData)).toEqual({});
    expect(decimals(mapped({ currency: 'KWD', total: '12.345', line_items: [{ id: 7, price: 1.23456, total: '1.235' }] }))).toEqual({
      currency_exponent: 3,
      'total.decimal': '12.345',
      'line_items.7.unit_price.decimal': '1.235',
      'line_items.7.total.decimal': '1.235',
    });
  });
});

describe('mapOrder skips a row with', () => {
  it.each([
    ['no known currency', { currency: undefined }],
    ['no known currency', { currency: 'EURO' }],
    ['no known currency', { currency: '' }],
    ['no date', { date_created: null, date_modified: null }],
    ['an amount that is too large', { total: '99999999999999999999' }],
    ['an amount that is too large', { total: JSON.parse('1e999') as number }],
    ['an amount that is too large', { line_items: [{ id: 1, total: '-1e30' }] }],
    ['an amount that is too large', { line_items: [{ id: 1 }, { id: 2, price: 1e20 }] }],
    ['an amount that is too large', { line_items: [{ id: 1, quantity: '99999999999999999999' }] }],
  ])('%s: %j', (what, fields) => {
    expect(mapOrder({ ...row, ...fields })).toEqual(new UnmappableRow('511', `the order has ${what}`));
  });

  it.each([null, [], { ...row, id: null }])('no id: %j', (value) => {
    expect(mapOrder(value)).toEqual(new UnmappableRow(null, 'the order has no id'));
  });
});
