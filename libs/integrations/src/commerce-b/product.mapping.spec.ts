import type { CustomAttributeData, ProductData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { mapProduct, type ProductContext } from './product.mapping';
import { lostDate } from './shop-dates';
import { ShopZone } from './shop-zone';
import { recordedRow, recordedRows, type Row } from './testing/recorded';

const context: ProductContext = {
  zone: ShopZone.named('Europe/Berlin'),
  language: '1',
  currency: 'EUR',
  categories: new Map([
    ['10', 'Shirts & Tops'],
    ['12', '日本の器'],
    ['3', 'Clothes'],
  ]),
  tags: new Map([
    ['1', 'summer'],
    ['3', 'gift'],
  ]),
  shopBase: 'https://shop.example/store',
  imageType: 'large_default',
};
const base = recordedRow('products-full-page-002', 51);
const map = (row: unknown, besides: Partial<ProductContext> = {}): ProductData =>
  mapProduct(row, { ...context, ...besides }) as ProductData;
const mapped = (fields: Row, besides: Partial<ProductContext> = {}): ProductData => map({ ...base, ...fields }, besides);
const attribute = (record: ProductData, name: string): CustomAttributeData['value'] | undefined =>
  record.customAttributes.find(({ key }) => key === `commerce_b.${name}`)?.value;

describe('mapProduct', () => {
  it('maps every recorded product, with one language or several', () => {
    for (const name of ['products-full-page-002', 'variant-one-language-products']) {
      const rows = recordedRows(name);
      expect(rows.map((row) => map(row).sourceId)).toEqual(rows.map(({ id }) => String(id)));
    }
  });

  it('maps a recorded product in full', () => {
    expect(map(base)).toEqual({
      id: null,
      sourceId: '51',
      system: 'commerce_b',
      name: 'Slim Poster 31',
      status: 'active',
      createdAt: '2024-09-01T16:13:20+02:00',
      createdAtUtc: '2024-09-01T14:13:20Z',
      updatedAt: '2024-10-07T05:13:20+02:00',
      updatedAtUtc: '2024-10-07T03:13:20Z',
      modifiedAt: '2024-10-07T03:13:20.000Z',
      categories: ['Shirts & Tops', '日本の器'],
      tags: [],
      customAttributes: expect.any(Array) as CustomAttributeData[],
      sourceCustomId: null,
      sku: 'RIG-0031',
      description: 'Made with care & love.\n100\u00a0% cotton',
      url: 'https://shop.example/store/index.php?controller=product&id_product=51',
      imageUrl: 'https://shop.example/store/img/p/5/8/58-large_default.jpg',
      currency: 'EUR',
      brandName: 'Fabrik & Söhne',
      targetGroup: null,
      price: 10_454,
      originalPrice: 10_454,
      orderCount: null,
    });
  });

  it.each(['0', '1', '2'])('keeps %s of customizable, which says no, yes or required', (customizable) => {
    expect(attribute(mapped({ customizable }), 'customizable')).toBe(customizable);
  });

  it('flags lost dates', () => {
    const lost = mapped({ date_add: '0000-00-00 00:00:00', date_upd: '' });
    expect([lost.createdAt, attribute(lost, 'dates_lost'), attribute(map(base), 'dates_lost')]).toEqual([lostDate, true, undefined]);
  });

  it.each([null, 'x', [], {}, { id: '' }])('skips %j, which has no id', (row) => {
    expect(mapProduct(row, context)).toEqual(new UnmappableRow(null, 'the product has no id'));
  });

  it.each([
    ['1', '1', 'active'],
    [1, '1', 'active'],
    ['1', undefined, 'active'],
    ['1', '0', 'inactive'],
    ['0', '1', 'inactive'],
    [undefined, '1', 'inactive'],
  ])('maps active %p and state %p to %s', (active, state, status) => {
    expect(mapped({ active, state }).status).toBe(status);
  });

  it('maps recorded products to active and inactive', () => {
    expect(new Set(recordedRows('products-full-page-002').map((row) => map(row).status))).toEqual(new Set(['active', 'inactive']));
  });

  it.each([
    ['104.537815', 10_454],
    ['1.005000', 101],
    ['0.000000', 0],
    ['', null],
    [undefined, null],
  ])('maps price %p to %p, also before discounts', (price, minor) => {
    expect(mapped({ price })).toMatchObject({ price: minor, originalPrice: minor });
  });

  it('maps an unknown default currency to null', () => {
    expect(mapped({}, { currency: null }).currency).toBeNull();
  });

  it.each([
    ['58', 'https://shop.example/store/img/p/5/8/58-large_default.jpg'],
    [7, 'https://shop.example/store/img/p/7/7-large_default.jpg'],
    ['7a', null],
    ['a7', null],
  ])('maps id_default_image %p to its public URL', (id_default_image, imageUrl) => {
    expect(mapped({ id_default_image }).imageUrl).toBe(imageUrl);
  });

  it.each([[''], ['0'], [false], [undefined]])('falls back from id_default_image %p to the first image', (id_default_image) => {
    expect(mapped({ id_default_image, associations: { images: [{ id: '154' }, { id: '155' }] } }).imageUrl).toBe(
      'https://shop.example/store/img/p/1/5/4/154-large_default.jpg',
    );
    expect(mapped({ id_default_image, associations: {} }).imageUrl).toBeNull();
  });

  it('uses the original image if no image type is configured', () => {
    expect(mapped({}, { imageType: '' }).imageUrl).toBe('https://shop.example/store/img/p/5/8/58.jpg');
  });

  it.each([
    ['in the shop’s order', '10', [{ id: '12' }, { id: '10' }, { id: '3' }], ['Shirts & Tops', '日本の器', 'Clothes']],
    ['without roots and unknown ones', '2', [{ id: '2' }, { id: '3' }, { id: '77' }], ['Clothes']],
    ['without a default one', '0', [{ id: '12' }, { id: '0' }], ['日本の器']],
    ['missing', '', undefined, []],
  ])('maps categories with the default one first: %s', (_name, id_category_default, categories, names) => {
    expect(mapped({ id_category_default, associations: { categories } }).categories).toEqual(names);
  });

  it('maps known tags to names', () => {
    expect(mapped({ associations: { tags: [{ id: '3' }, { id: '2' }, { id: '1' }] } }).tags).toEqual(['gift', 'summer']);
    expect(mapped({ associations: { tags: [{ id: '3' }] } }, { tags: new Map() }).tags).toEqual([]);
  });

  it.each([
    ['<p>Kurz</p>', '<p>Lang</p>', 'Lang'],
    ['<p>Kurz</p>', '', 'Kurz'],
    ['', '<p> </p>', null],
    [undefined, undefined, null],
    ['x', '<script>alert(1)</script><b>&euro; 5</b>', '€ 5'],
  ])('maps descriptions %p and %p to %p', (description_short, description, expected) => {
    expect(mapped({ description_short, description }).description).toBe(expected);
  });

  it.each([
    [false, null],
    ['', null],
    [undefined, null],
    ['Fabrik & Söhne', 'Fabrik & Söhne'],
  ])('maps manufacturer_name %p to %p', (manufacturer_name, brandName) => {
    expect(mapped({ manufacturer_name }).brandName).toBe(brandName);
  });
});

describe('multi-language fields', () => {
  const name = [
    { id: '1', value: 'Slim Poster' },
    { id: '2', value: 'Slim Plakat' },
  ];

  it('use the default language, and without any text the id', () => {
    expect(mapped({ name }).name).toBe('Slim Poster');
    expect(mapped({ name }, { language: '2' }).name).toBe('Slim Plakat');
    expect(mapped({ name: [] }).name).toBe('#51');
  });

  it('describe recorded products in the default language before they change it: the short text of it comes first', () => {
    const withoutGerman = recordedRow('products-full-page-002', 51);
    const withGerman = recordedRow('products-full-page-002', 57);
    const german = (row: Row): string | null => map(row, { language: '2' }).description;
    const text = (value: unknown): string => (value as { id: string; value: string }[]).find(({ id }) => id === '2')?.value ?? '';
    expect(text(withoutGerman.description)).toBe('');
    expect(german(withoutGerman)).toBe(text(withoutGerman.description_short).replace(/<[^>]*>/g, ''));
    expect(german({ ...withoutGerman, description_short: '' })).toBe(map(withoutGerman).description);
    expect(german(withGerman)).toBe('Mit Sorgfalt gemacht.');
  });

  it('may be plain text', () => {
    const [row] = recordedRows('variant-one-language-products');
    expect(map(row)).toMatchObject({ name: 'Eco Bag 120', description: 'Made with care & love.\n100\u00a0% cotton' });
  });

  it('never become attributes', () => {
    const keys = (row: unknown): string[] => map(row).customAttributes.map(({ key }) => key);
    const several = keys(base);
    for (const key of ['meta_title', 'link_rewrite', 'available_now', 'description_short', 'delivery_in_stock'])
      expect([...several, ...keys({ ...base, [key]: 'text' })]).not.toContain(`commerce_b.${key}`);
  });
});

describe('custom attributes of a product', () => {
  it('are namespaced scalars', () => {
    const values = Object.fromEntries(mapped({ ean13: '4000000001200' }).customAttributes.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({
      'commerce_b.id_manufacturer': '4',
      'commerce_b.ean13': '4000000001200',
      'commerce_b.condition': 'new',
      'commerce_b.visibility': 'both',
      'commerce_b.product_type': 'standard',
      'commerce_b.available_for_order': true,
      'commerce_b.on_sale': false,
      'commerce_b.online_only': false,
      'commerce_b.weight': '0.250000',
      'commerce_b.minimal_quantity': '1',
      'commerce_b.id_tax_rules_group': '1',
      'commerce_b.id_category_default': '10',
      'commerce_b.id_default_combination': '0',
    });
    for (const empty of ['quantity', 'isbn', 'upc', 'mpn', 'supplier_reference', 'new', 'available_date'])
      expect(values).not.toHaveProperty(`commerce_b.${empty}`);
  });

  it('omit wholesale_price', () => {
    expect(attribute(mapped({ wholesale_price: '40.265546' }), 'wholesale_price')).toBeUndefined();
  });

  it('hold prices as decimals unless a hundredth is the minor unit of the shop’s currency', () => {
    const decimals = (code: string | null): unknown[] =>
      ['price.decimal', 'original_price.decimal', 'currency_exponent'].map((name) =>
        attribute(mapped({ price: '12.345000' }, { currency: code }), name),
      );
    expect(decimals('KWD')).toEqual(['12.345', '12.345', 3]);
    expect(decimals('JPY')).toEqual(['12', '12', 0]);
    expect(decimals(null)).toEqual(['12.345000', '12.345000', undefined]);
    expect(decimals('EUR')).toEqual([undefined, undefined, undefined]);
  });
});
