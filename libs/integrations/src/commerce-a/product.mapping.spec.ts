import type { ProductData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { recordedRows } from '../testing/replaying-shop';
import { mapProduct } from './product.mapping';

const row = { id: 246, name: 'Mug', date_created: '2026-04-12T09:03:11', date_modified: '2026-09-06T09:00:00' };
const recorded = recordedRows('products-page-001').map((product) => [product, mapProduct(product) as ProductData] as const);

/** Rows that hold these values of one field, and what they become. */
const field = (name: string, property: keyof ProductData, cases: [unknown, unknown][]): [object, object][] =>
  cases.map(([value, expected]) => [{ [name]: value }, { [property]: expected }]);
const none: [unknown, null][] = [
  ['', null],
  [undefined, null],
  [null, null],
];
const names = [{ id: 1, name: 'Hoodies' }, {}, { name: ' ' }, { name: '&nbsp;' }, null, 'x', { name: 'Bags &amp; Accessories' }];
const plainNames = ['Hoodies', 'Bags & Accessories'];

describe('mapProduct', () => {
  it('maps a row in full, and what it lacks to null', () => {
    expect(mapProduct(row)).toEqual({
      id: null,
      sourceId: '246',
      system: 'commerce_a',
      name: 'Mug',
      status: 'inactive',
      createdAt: row.date_created,
      createdAtUtc: null,
      updatedAt: row.date_modified,
      updatedAtUtc: null,
      modifiedAt: `${row.date_modified}Z`,
      categories: [],
      tags: [],
      customAttributes: [],
      sourceCustomId: null,
      sku: null,
      description: null,
      url: null,
      imageUrl: null,
      currency: null,
      brandName: null,
      targetGroup: null,
      price: null,
      originalPrice: null,
      orderCount: null,
    });
  });

  it.each<[object, object]>([
    [{ name: undefined }, { name: '' }],
    ...field('status', 'status', [
      ['publish', 'active'],
      ['trash', 'deleted'],
      ...['draft', 'pending', 'private', 'Publish', {}].map((status): [unknown, string] => [status, 'inactive']),
    ]),
    ...field('sku', 'sku', [['SKU-1', 'SKU-1'], ...none]),
    ...field('price', 'price', [['103.35', 10_335], ['9.995', 1000], ['1.005', 101], ['0', 0], ['n/a', null], ...none]),
    ...field('regular_price', 'originalPrice', [['103.35', 10_335], ['0', 0], ...none]),
    [
      { categories: names, tags: names },
      { categories: plainNames, tags: plainNames },
    ],
    [
      { categories: {}, tags: null },
      { categories: [], tags: [] },
    ],
    ...field('images', 'imageUrl', [
      [[{ src: 'https://i/1' }, { src: 'https://i/2' }], 'https://i/1'],
      [[{ src: '' }, { src: 'https://i/2' }], null],
      [[], null],
      [[null], null],
      [undefined, null],
    ]),
    ...field('permalink', 'url', [['https://shop.example/p', 'https://shop.example/p'], ...none]),
    ...field('description', 'description', [['<p>Our <strong>Mug</strong></p>', 'Our Mug'], ['<p> </p>', null], ...none]),
  ])('maps %j to %j', (fields, expected) => {
    expect(mapProduct({ ...row, ...fields })).toMatchObject(expected);
  });

  it('maps other scalars to custom attributes', () => {
    const mapped = { status: 'publish', sku: 'S', price: '1', regular_price: '2', permalink: 'https://p', description: 'Mug' };
    const others = { featured: false, weight: '0.31', dimensions: {}, stock_quantity: null, meta_data: [{ key: 'k', value: 'v' }] };
    expect((mapProduct({ ...row, ...mapped, ...others }) as ProductData).customAttributes).toEqual([
      { key: 'commerce_a.featured', value: false },
      { key: 'commerce_a.weight', value: '0.31' },
      { key: 'commerce_a.price.decimal', value: '1' },
      { key: 'commerce_a.original_price.decimal', value: '2' },
    ]);
  });
});

describe('recorded products', () => {
  it('all map to records', () => {
    expect(recorded).toHaveLength(50);
    for (const [, product] of recorded) expect(product).not.toBeInstanceOf(UnmappableRow);
  });

  it('have null prices if unpriced', () => {
    const variable = recorded.filter(([product]) => product.type === 'variable');
    expect(variable.length).toBeGreaterThan(0);
    for (const [, product] of variable) expect(product.originalPrice).toBeNull();
    for (const [product, { price }] of recorded) expect(price === null).toBe(product.price === '');
  });

  it('have plain descriptions', () => {
    const descriptions = recorded.map(([, { description }]) => description ?? '');
    expect(descriptions.join('\n')).not.toMatch(/alert\(|color:red|&nbsp;|&amp;|<\/?(p|ul|li|strong|script|style)\b/);
    expect(descriptions.some((text) => text.includes('3 < 5 and 7 > 2'))).toBe(true);
    expect(descriptions.every((text) => text === '' || text.includes('Größe: M & L'))).toBe(true);
  });

  it('have decoded category names', () => {
    const raw = recorded.flatMap(([product]) => (product.categories as { name: string }[]).map(({ name }) => name));
    expect(raw.some((name) => name.includes('&amp;'))).toBe(true);
    expect(recorded.flatMap(([, { categories }]) => categories).filter((name) => name.includes('&amp;'))).toEqual([]);
  });
});

describe('mapProduct skips a row with', () => {
  it.each<[unknown, string | null, string]>([
    [null, null, 'the product has no id'],
    [{ ...row, id: '' }, null, 'the product has no id'],
    [{ ...row, date_created: '', date_modified: undefined }, '246', 'the product has no date'],
  ])('%j', (value, sourceId, reason) => {
    expect(mapProduct(value)).toEqual(new UnmappableRow(sourceId, reason));
  });
});
