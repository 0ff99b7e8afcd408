import { DemoExampleShop } from '../../demo-shops/example-shop/demo-example-shop';
import { mapProduct } from './product.mapping';
import { driver } from './shared-fields';

const recorded = DemoExampleShop.recorded.products;

describe('mapProduct', () => {
  it.each<[what: string, fields: object, expected: object]>([
    [
      'a recorded product',
      {},
      {
        ...{ sourceId: '85', name: 'Urban Hoodie', status: 'active', sku: 'HOOD-85', brandName: 'Nordlicht' },
        ...{ description: 'Warm & soft\nOrganic cotton', categories: ['Clothing'], tags: ['new'] },
        ...{ url: 'https://shop.example/p/85', imageUrl: 'https://shop.example/i/85.jpg' },
        ...{ currency: 'EUR', price: 5_990, originalPrice: 7_990 },
        customAttributes: [{ key: `${driver}.weight_grams`, value: 640 }],
      },
    ],
    [
      'empty values',
      { sku: '', description: '', currency: 'euro', tags: null },
      { sku: null, description: null, currency: null, tags: [] },
    ],
    ['a deleted product', { status: 'deleted' }, { status: 'deleted' }],
    ['a product in any other state', { status: 'draft' }, { status: 'inactive' }],
    ['a row without id', { id: {} }, { sourceId: null, reason: 'the row has no id' }],
  ])('maps %s', (_what, fields, expected) => {
    expect(mapProduct({ ...recorded, ...fields })).toMatchObject(expected);
  });
});
