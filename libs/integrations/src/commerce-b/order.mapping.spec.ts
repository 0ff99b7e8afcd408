import type { CustomAttributeData, LineItemData, OrderData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { mapAddress } from './address.mapping';
import { mapOrder, type OrderContext } from './order.mapping';
import { lostDate } from './shop-dates';
import { ShopZone } from './shop-zone';
import { recordedRow, recordedRows, type Row } from './testing/recorded';

const context: OrderContext = {
  zone: ShopZone.named('Europe/Berlin'),
  states: new Map(
    recordedRows('order_states').map(({ id, name, paid }) => [
      String(id),
      { name: (name as { value: string }[])[0]?.value ?? '', paid: paid === '1' },
    ]),
  ),
  currencies: new Map(recordedRows('currencies').map(({ id, iso_code: code }) => [String(id), String(code)])),
  addresses: new Map(
    recordedRows('addresses-1-2-3').map((row) => [
      String(row.id),
      mapAddress(row, { countries: new Map([['8', 'FR']]), regions: new Map() }),
    ]),
  ),
  slips: new Map(),
};
const map = (row: unknown): OrderData => mapOrder(row, context) as OrderData;
const currency = (code: string): string | undefined => [...context.currencies].find(([, iso]) => iso === code)?.[0];
const base = recordedRow('orders-full-page-001', 19);
const mapped = (fields: Row): OrderData => map({ ...base, ...fields });
const rows = (orderRows: unknown): LineItemData[] => mapped({ associations: { order_rows: orderRows } }).lineItems;
const line = (fields: Row): LineItemData | undefined =>
  rows([{ id: '9', product_id: '3', product_quantity: '1', unit_price_tax_excl: '10.000000', ...fields }])[0];
const attribute = (record: OrderData, name: string): CustomAttributeData['value'] | undefined =>
  record.customAttributes.find(({ key }) => key === `commerce_b.${name}`)?.value;

describe('mapOrder', () => {
  it('maps a recorded order in full', () => {
    expect(map(base)).toEqual({
      id: null,
      sourceId: '19',
      system: 'commerce_b',
      status: 'Payment accepted',
      currency: context.currencies.get('3'),
      total: 3_121_463,
      createdAt: '2024-07-23T09:33:20+02:00',
      createdAtUtc: '2024-07-23T07:33:20Z',
      updatedAt: '2024-08-05T06:33:20+02:00',
      updatedAtUtc: '2024-08-05T04:33:20Z',
      modifiedAt: '2024-08-05T04:33:20.000Z',
      lineItems: [
        {
          sourceId: '37',
          productSourceId: '85',
          name: 'Premium Mühle 65',
          quantity: 2,
          unitPrice: 1_029_895,
          total: 2_059_790,
          productId: null,
          productCustomId: null,
          sku: 'RIG-0065',
          currency: context.currencies.get('3') ?? '',
        },
        expect.objectContaining({ sourceId: '38', productSourceId: '98', quantity: 3, unitPrice: 172_605, total: 517_815 }) as LineItemData,
      ],
      tags: [],
      customAttributes: expect.any(Array) as CustomAttributeData[],
      sourceOrderNumber: 'OETNRLGCE',
      customerId: null,
      customerSourceId: '104',
      totalTax: 498_385,
      totalShipping: 113_750,
      addressBilling: null,
      addressShipping: null,
      datePaid: '2026-11-21T02:39:48+01:00',
      datePaidUtc: '2026-11-21T01:39:48Z',
    });
  });

  it('maps net lines and shipping that add up to the total with tax, wrapping and discounts', () => {
    const own = recordedRows('orders-full-page-001').filter(({ id }) => Number(id) > 5);
    expect(own.length).toBeGreaterThan(40);
    for (const row of own) {
      const record = map(row);
      expect(record.sourceId).toBe(String(row.id));
      const lines = record.lineItems.reduce((sum, item) => sum + item.total, 0);
      const besides = Number(attribute(record, 'total_wrapping_tax_excl')) - Number(attribute(record, 'total_discounts_tax_excl'));
      const sum = lines + (record.totalShipping ?? 0) + (record.totalTax ?? 0) + besides;
      expect(Math.abs(sum - record.total)).toBeLessThanOrEqual(record.lineItems.length + 1);
    }
  });

  it.each([['99'], ['0'], [''], [undefined]])('skips an order with the unknown currency %p', (id_currency) => {
    expect(mapOrder({ ...base, id_currency }, context)).toEqual(new UnmappableRow('19', 'the order has no known currency'));
  });

  it.each<Row>([
    { total_paid_tax_incl: '99999999999999999999.000000' },
    { total_paid_tax_incl: '', total_paid: '99999999999999999999.000000' },
    ...[
      { unit_price_tax_excl: '99999999999999999999.000000', product_price: '1.000000' },
      { unit_price_tax_excl: '90000000000000.000000', product_quantity: '2' },
      { product_quantity: '99999999999999999999' },
    ].map((fields) => ({
      associations: { order_rows: [{ id: '9', product_quantity: '1', unit_price_tax_excl: '10.000000', ...fields }] },
    })),
  ])('skips an order with an amount too large to store: %j', (fields) => {
    expect(mapOrder({ ...base, ...fields }, context)).toEqual(new UnmappableRow('19', 'the order has an amount that is too large'));
  });

  it('flags lost dates', () => {
    const lost = mapped({ date_add: '0000-00-00 00:00:00', date_upd: '' });
    expect([lost.createdAt, attribute(lost, 'dates_lost'), attribute(map(base), 'dates_lost')]).toEqual([lostDate, true, undefined]);
  });

  it.each([null, 'x', [], {}, { id: '' }])('skips %j, which has no id', (row) => {
    expect(mapOrder(row, context)).toEqual(new UnmappableRow(null, 'the order has no id'));
  });

  const paid = '2026-11-21 02:39:46';

  it.each<[Row, Partial<OrderData>]>([
    ...['2', 2].map((current_state): [Row, Partial<OrderData>] => [{ current_state }, { status: 'Payment accepted' }]),
    [{ current_state: '999' }, { status: '999' }],
    ...['0', '', undefined].map((current_state): [Row, Partial<OrderData>] => [{ current_state }, { status: '0' }]),
    [{ total_paid_tax_incl: '413.210000', total_paid: '1.000000' }, { total: 41_321 }],
    [{ total_paid_tax_incl: undefined, total_paid: '61.800000' }, { total: 6180 }],
    [{ total_paid_tax_incl: '', total_paid: '61.800000' }, { total: 6180 }],
    [{ total_paid_tax_incl: undefined, total_paid: undefined }, { total: 0 }],
    [{ total_paid_tax_incl: '68.200000', total_paid_tax_excl: '66.800000' }, { totalTax: 140 }],
    [{ total_paid_tax_incl: '0.015000', total_paid_tax_excl: '0.010000' }, { totalTax: 1 }],
    [{ total_paid_tax_incl: '10.004000', total_paid_tax_excl: '0.009000' }, { totalTax: 1000 }],
    [{ total_paid_tax_incl: '10', total_paid_tax_excl: '12.5' }, { totalTax: -250 }],
    [{ total_paid_tax_incl: '10.000000', total_paid_tax_excl: undefined }, { totalTax: null }],
    [{ total_paid_tax_incl: undefined, total_paid_tax_excl: '10.000000' }, { totalTax: null }],
    [{ total_paid_tax_incl: 'x', total_paid_tax_excl: '10' }, { totalTax: null }],
    [
      { id_currency: currency('JPY'), total_paid_tax_incl: '24286.000000' },
      { currency: 'JPY', total: 2_428_600 },
    ],
    [
      { id_currency: currency('KWD'), total_paid_tax_incl: '12.345000' },
      { currency: 'KWD', total: 1235 },
    ],
    [
      { current_state: '2', invoice_date: paid },
      { datePaid: '2026-11-21T02:39:46+01:00', datePaidUtc: '2026-11-21T01:39:46Z' },
    ],
    [
      { current_state: '2', invoice_date: '0000-00-00 00:00:00' },
      { datePaid: null, datePaidUtc: null },
    ],
    [{ current_state: '1', invoice_date: paid }, { datePaid: null }],
    [{ current_state: '999', invoice_date: paid }, { datePaid: null }],
    [{ id_customer: '2' }, { customerSourceId: '2', customerId: null }],
    ...['0', '', undefined].map((id_customer): [Row, Partial<OrderData>] => [{ id_customer }, { customerSourceId: null }]),
  ])('maps %j to %j', (fields, expected) => {
    expect(mapped(fields)).toMatchObject(expected);
  });

  it.each([
    ['2', '0', { firstName: 'John', city: 'Paris', country: 'FR' }, null],
    ['12345', '3', null, { city: 'New York' }],
  ])('maps the addresses %s and %s, missing ones to null', (id_address_invoice, id_address_delivery, addressBilling, addressShipping) => {
    expect(mapped({ id_address_invoice, id_address_delivery })).toMatchObject({ addressBilling, addressShipping });
  });
});

describe('line items', () => {
  it.each<[Row, Partial<LineItemData>]>([
    [
      { unit_price_tax_excl: '0.333333', product_quantity: '3' },
      { unitPrice: 33, total: 100 },
    ],
    [
      { unit_price_tax_excl: '1.005000', product_quantity: '1' },
      { unitPrice: 101, total: 101 },
    ],
    [
      { unit_price_tax_excl: undefined, product_price: '23.900000', product_quantity: '2' },
      { unitPrice: 2390, total: 4780 },
    ],
    [
      { unit_price_tax_excl: '', product_price: undefined },
      { unitPrice: 0, total: 0 },
    ],
    [{ product_attribute_id: '13' }, { productCustomId: '13' }],
    [{ product_id: '0' }, { productSourceId: '0' }],
    [{ product_id: undefined }, { productSourceId: '0' }],
    [
      { product_id: '3', product_name: ' ' },
      { productSourceId: '3', name: '#3' },
    ],
  ])('map %j to %j', (fields, expected) => {
    expect(line(fields)).toMatchObject(expected);
  });

  it.each([
    ['2', 2, undefined],
    [2, 2, undefined],
    ['1.5', 2, '1.5'],
    ['', 0, undefined],
    [undefined, 0, undefined],
  ])('map product_quantity %p to %p and keep a fraction in an attribute: %p', (product_quantity, quantity, kept) => {
    const record = mapped({ associations: { order_rows: [{ id: '9', product_quantity, unit_price_tax_excl: '1.000000' }] } });
    expect(record.lineItems[0]?.quantity).toBe(quantity);
    expect(attribute(record, 'order_rows.9.product_quantity')).toBe(kept);
  });

  it('are empty without order rows', () => {
    expect(mapped({ associations: undefined }).lineItems).toEqual([]);
  });

  it('keep the last of repeated ids and number lines without id', () => {
    expect(rows([{ id: '1', product_id: '5' }, { id: '1', product_id: '6' }, { product_id: '7' }])).toMatchObject([
      { sourceId: '1', productSourceId: '6' },
      { sourceId: 'line-3', productSourceId: '7' },
    ]);
  });
});

describe('custom attributes of an order', () => {
  it('convert amounts, flags and dates and keep ids as text', () => {
    const values = Object.fromEntries(map(base).customAttributes.map(({ key, value }) => [key.replace('commerce_b.', ''), value]));
    expect(values).toMatchObject({
      total_discounts_tax_excl: 68_277,
      total_discounts_tax_incl: 81_250,
      total_wrapping_tax_excl: 0,
      total_shipping_tax_incl: 135_363,
      total_paid_real: 3_121_463,
      payment: 'Überweisung',
      module: 'ps_wirepayment',
      valid: true,
      invoice_number: '9',
      invoice_date: '2026-11-21T02:39:48+01:00',
      conversion_rate: '162.500000',
      id_carrier: '2',
      id_lang: '2',
      id_shop: '1',
      id_cart: '19',
      gift: false,
      recyclable: false,
      carrier_tax_rate: '19.000',
    });
    expect(values).not.toHaveProperty('delivery_date');
    expect(values).not.toHaveProperty('shipping_number');
  });

  it('name the gross shipping only total_shipping_tax_incl: total_shipping is net wherever it stands', () => {
    const { customAttributes, totalShipping } = map({ ...base, total_shipping: '1353.630000', total_shipping_tax_excl: '1137.500000' });
    const shipping = customAttributes.filter(({ key }) => key.includes('shipping_tax') || key.includes('total_shipping'));
    expect(totalShipping).toBe(113_750);
    expect(shipping).toEqual([
      { key: 'commerce_b.total_shipping_tax_incl', value: 135_363 },
      { key: 'commerce_b.total_shipping_tax_incl.decimal', value: '1354' },
      { key: 'commerce_b.total_shipping.decimal', value: '1138' },
    ]);
  });

  it.each(['secure_key', 'note', 'gift_message'])('omit %s', (field) => {
    expect(base).toHaveProperty(field);
    expect(JSON.stringify(mapped({ [field]: 'canary-77d1' }))).not.toContain('canary-77d1');
  });

  it.each([
    ['2', 2],
    [6, 6],
    ['0', 0],
    ['', undefined],
    [undefined, undefined],
  ])('keep the number of the state beside its name: %p', (current_state, kept) => {
    expect(attribute(mapped({ current_state }), 'current_state')).toBe(kept);
  });

  it('sum up what its credit slips give back', () => {
    const slip = (products: string, shipping: string): Row => ({
      total_products_tax_incl: products,
      total_shipping_tax_incl: shipping,
      total_products_tax_excl: '10.000000',
      total_shipping_tax_excl: '0.000000',
    });
    const slips = new Map([['19', [slip('11.900000', '4.900000'), slip('23.800000', '0.000000')]]]);
    const refunded = mapOrder(base, { ...context, slips }) as OrderData;
    const names = ['order_slips', 'total_refunded', 'total_refunded_tax_excl'];
    expect(names.map((name) => attribute(refunded, name))).toEqual([2, 4060, 2000]);
    expect(names.map((name) => attribute(map(base), name))).toEqual([undefined, undefined, undefined]);
  });

  it('hold amounts as decimals where a hundredth is not the minor unit of the currency', () => {
    const decimals = (code: string): object => {
      const { customAttributes } = mapped({
        ...{ id_currency: currency(code), total_paid_tax_incl: '12.345000', total_paid_tax_excl: '10.000000' },
        associations: { order_rows: [{ id: '9', product_quantity: '3', unit_price_tax_excl: '0.333333' }] },
      });
      const kept = customAttributes.filter(({ key }) => /\.decimal$|exponent$/.test(key));
      return Object.fromEntries(kept.map(({ key, value }) => [key.replace('commerce_b.', ''), value]));
    };
    expect(decimals('KWD')).toMatchObject({
      currency_exponent: 3,
      'total.decimal': '12.345',
      'total_tax.decimal': '2.345',
      'total_paid_tax_excl.decimal': '10.000',
      'line_items.9.unit_price.decimal': '0.333',
      'line_items.9.total.decimal': '1.000',
    });
    expect(decimals('JPY')).toMatchObject({ currency_exponent: 0, 'total.decimal': '12' });
    expect(decimals('EUR')).toEqual({});
  });
});
