import { DemoExampleShop } from '../../demo-shops/example-shop/demo-example-shop';
import { mapProduct } from './product.mapping';
import { driver } from './shared-fields';

const recorded = DemoExampleShop.recorded.products;

describe('mapProduct', () => {
  it.each<[title: string, fields: object, expected: object]>([
    [
      'maps a recorded product',
      {},
      {
        ...{ sourceId: '8', name: 'Urban Hoodie', status: 'active', sku: 'HOOD-8', brandName: 'Nordlicht' },
        ...{ description: 'Warm & soft\nOrganic cotton', categories: ['Clothing'], tags: ['new'] },
        ...{ url: 'https://shop.example/p/8', imageUrl: 'https://shop.example/i/8.jpg' },
        ...{ currency: 'EUR', price: 5_990, originalPrice: 7_990 },
        customAttributes: [{ key: `${driver}.weight_grams`, value: 640 }],
      },
    ],
    [
      'maps empty values',
      { sku: '', description: '', currency: 'euro', tags: null },
      { sku: null, description: null, currency: null, tags: [] },
    ],
    ['maps a deleted product', { status: 'deleted' }, { status: 'deleted' }],
    ['maps a product in any other state', { status: 'draft' }, { status: 'inactive' }],
    ['skips a row without id', { id: {} }, { sourceId: null, reason: 'the row has no id' }],
  ])('%s', (_title, fields, expected) => {
    expect(mapProduct({ ...recorded, ...fields })).toMatchObject(expected);
  });
});
