import type { OrderData } from '@sync/records';
import { DemoExampleShop } from '../../demo-shops/example-shop/demo-example-shop';
import { ExampleShopTransformer } from './example-shop';
import { mapOrder } from './order.mapping';
import { driver } from './shared-fields';

const recorded = DemoExampleShop.recorded.orders;

describe('mapOrder', () => {
  it.each<[what: string, fields: object, expected: object]>([
    [
      'a recorded order',
      {},
      {
        ...{ sourceId: '512', sourceOrderNumber: '2026-512', status: 'paid', customerSourceId: '17', addressBilling: null },
        ...{ currency: 'EUR', total: 12_470, totalTax: 2_072, totalShipping: 490, datePaidUtc: '2026-03-01T10:05:00Z' },
        lineItems: [
          {
            ...{ sourceId: '1', productSourceId: '85', name: 'Urban Hoodie', sku: 'HOOD-85' },
            ...{ quantity: 2, unitPrice: 5_990, total: 11_980, currency: 'EUR' },
          },
        ],
      },
    ],
    ['the unpaid order of a guest', { customer_id: null, paid_at: null }, { customerSourceId: null, datePaid: null, datePaidUtc: null }],
    ['an order without lines', { lines: 'x' }, { lineItems: [] }],
    ['a line without id, of a deleted product', { lines: [null, {}] }, { lineItems: [{ sourceId: 'line-1', productSourceId: '0' }] }],
    ['lines with one id', { lines: [{ id: 7 }, { id: 7, name: 'last' }] }, { lineItems: [{ sourceId: '7', name: 'last' }] }],
    ['a row without currency', { currency: 'euro' }, { sourceId: '512', reason: 'the order has no known currency' }],
  ])('maps %s', (_what, fields, expected) => {
    expect(mapOrder({ ...recorded, ...fields })).toMatchObject(expected);
  });

  it('makes custom attributes of the other fields; the transformer removes the access key', () => {
    const mapped = mapOrder(recorded) as OrderData;
    const [stored] = new ExampleShopTransformer().transform('orders', [mapped]);
    expect(mapped.customAttributes.map(({ key }) => key)).toEqual([`${driver}.note`, `${driver}.access_key`]);
    expect(stored?.customAttributes.map(({ key }) => key)).toEqual([`${driver}.note`]);
  });
});
