import type { OrderData } from '@sync/records';
import { DemoExampleShop } from '../../demo-shops/example-shop/demo-example-shop';
import { ExampleShopTransformer } from './example-shop';
import { mapOrder } from './order.mapping';
import { driver } from './shared-fields';

const recorded = DemoExampleShop.recorded.orders;

describe('mapOrder', () => {
  it.each<[title: string, fields: object, expected: object]>([
    [
      'maps a recorded order',
      {},
      {
        ...{ sourceId: '51', sourceOrderNumber: '2026-51', status: 'paid', customerSourceId: '17', addressBilling: null },
        ...{ currency: 'EUR', total: 12_470, totalTax: 2_072, totalShipping: 490, datePaidUtc: '2026-03-01T10:05:00Z' },
        lineItems: [
          {
            ...{ sourceId: '1', productSourceId: '8', name: 'Urban Hoodie', sku: 'HOOD-8' },
            ...{ quantity: 2, unitPrice: 5_990, total: 11_980, currency: 'EUR' },
          },
        ],
      },
    ],
    [
      'maps the unpaid order of a guest',
      { customer_id: null, paid_at: null },
      { customerSourceId: null, datePaid: null, datePaidUtc: null },
    ],
    ['maps an order without lines', { lines: 'x' }, { lineItems: [] }],
    ['maps a line without id, of a deleted product', { lines: [null, {}] }, { lineItems: [{ sourceId: 'line-1', productSourceId: '0' }] }],
    ['maps lines with one id', { lines: [{ id: 7 }, { id: 7, name: 'last' }] }, { lineItems: [{ sourceId: '7', name: 'last' }] }],
    ['skips a row without currency', { currency: 'euro' }, { sourceId: '51', reason: 'the order has no known currency' }],
  ])('%s', (_title, fields, expected) => {
    expect(mapOrder({ ...recorded, ...fields })).toMatchObject(expected);
  });

  it('makes custom attributes of the other fields; the transformer removes the access key', () => {
    const mapped = mapOrder(recorded) as OrderData;
    const [stored] = new ExampleShopTransformer().transform('orders', [mapped]);
    expect(mapped.customAttributes.map(({ key }) => key)).toEqual([`${driver}.note`, `${driver}.access_key`]);
    expect(stored?.customAttributes.map(({ key }) => key)).toEqual([`${driver}.note`]);
  });
});
