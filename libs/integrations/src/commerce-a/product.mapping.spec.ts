import type { ProductData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { recordedRows } from '../testing/replaying-shop';
import { mapProduct } from './product.mapping';

const row = { id: 246, name: 'Mug', date_created: '2026-04-12T09:03:11', date_modified: '2026-09-06T09:00:00' };

function mapped(fields: Record<string, unknown> = {}): ProductData {
  const record = mapProduct({ ...row, ...fields });
  if (record instanceof UnmappableRow) throw new Error(record.reason);
  return record;
}

const recorded = recordedRows('products-page-001').map((product) => [product, mapProduct(product) as ProductData] as const);

describe('Product mapping', () => {
  it('id: sourceId, string; name: name', () => {
    expect(mapped()).toMatchObject({ sourceId: '246', name: 'Mug', system: 'commerce_a', id: null });
  });

  it.each([
    ['publish', 'active'],
    ['trash', 'deleted'],
    ['draft', 'inactive'],
    ['pending', 'inactive'],
    ['private', 'inactive'],
    ['Publish', 'inactive'],
    [undefined, 'inactive'],
    [{}, 'inactive'],
  ])('status: %p gives %s', (status, expected) => {
    expect(mapped({ status }).status).toBe(expected);
  });

  it('date_created, date_modified: createdAt, updatedAt', () => {
    expect(mapped()).toMatchObject({ createdAt: row.date_created, updatedAt: row.date_modified });
    expect(mapped({ date_modified: null }).updatedAt).toBe(row.date_created);
  });

  it.each([
    ['SKU-1', 'SKU-1'],
    ['', null],
    [undefined, null],
  ])('sku: %p is %p', (sku, expected) => {
    expect(mapped({ sku }).sku).toBe(expected);
  });

  it.each([
    ['103.35', 10335],
    ['9.995', 1000],
    ['1.005', 101],
    ['0', 0],
    ['', null],
    [undefined, null],
    [null, null],
    ['n/a', null],
  ])('price, regular_price: %p is %p (null if absent, empty or non-numeric)', (price, minor) => {
    expect(mapped({ price, regular_price: price })).toMatchObject({ price: minor, originalPrice: minor });
  });

  it('categories[*].name, tags[*].name: a flat list; blank names and empty objects skipped', () => {
    const names = [{ id: 1, name: 'Hoodies' }, {}, { name: ' ' }, { name: '&nbsp;' }, null, 'x', { name: 'Bags &amp; Accessories' }];
    expect(mapped({ categories: names, tags: names })).toMatchObject({
      categories: ['Hoodies', 'Bags & Accessories'],
      tags: ['Hoodies', 'Bags & Accessories'],
    });
    expect(mapped({ categories: {}, tags: null })).toMatchObject({ categories: [], tags: [] });
  });

  it.each([
    [[{ src: 'https://i/1' }, { src: 'https://i/2' }], 'https://i/1'],
    [[{ src: '' }, { src: 'https://i/2' }], null],
    [[], null],
    [undefined, null],
    [[null], null],
  ])('images[0].src: first image only, null if none or blank: %j', (images, imageUrl) => {
    expect(mapped({ images }).imageUrl).toBe(imageUrl);
  });

  it.each([
    ['https://shop.example/p', 'https://shop.example/p'],
    ['', null],
    [undefined, null],
  ])('permalink: %p is url %p', (permalink, url) => {
    expect(mapped({ permalink }).url).toBe(url);
  });

  it.each([
    ['<p>Our <strong>Mug</strong></p>', 'Our Mug'],
    ['', null],
    ['<p> </p>', null],
    [undefined, null],
    [null, null],
  ])('description: %p is %p', (description, expected) => {
    expect(mapped({ description }).description).toBe(expected);
  });

  it('other unmapped scalar top-level fields: customAttributes; mapped keys and non-scalar values are excluded', () => {
    expect(
      mapped({ price: '1', featured: false, weight: '0.31', dimensions: {}, stock_quantity: null, meta_data: [{ key: 'k', value: 'v' }] })
        .customAttributes,
    ).toEqual([
      { key: 'commerce_a.featured', value: false },
      { key: 'commerce_a.weight', value: '0.31' },
    ]);
  });

  it('what the platform does not tell is null', () => {
    expect(mapped()).toMatchObject({ sourceCustomId: null, currency: null, brandName: null, targetGroup: null, orderCount: null });
  });
});

describe('Real products', () => {
  it('every recorded product makes a record', () => {
    expect(recorded).toHaveLength(50);
    for (const [, product] of recorded) expect(product).not.toBeInstanceOf(UnmappableRow);
  });

  it('A12 12 unpriced ones are null, never 0 or NaN; variable products have no regular price', () => {
    const variable = recorded.filter(([product]) => product.type === 'variable');
    expect(variable.length).toBeGreaterThan(0);
    for (const [, product] of variable) expect(product.originalPrice).toBeNull();
    for (const [product, { price }] of recorded) expect(price === null).toBe(product.price === '');
  });

  it('12 the text of scripts and styles does not survive, entities are decoded, comparisons stay', () => {
    const descriptions = recorded.map(([, { description }]) => description ?? '');
    expect(descriptions.join('\n')).not.toMatch(/alert\(|color:red|&nbsp;|&amp;|<\/?(p|ul|li|strong|script|style)\b/);
    expect(descriptions.some((text) => text.includes('3 < 5 and 7 > 2'))).toBe(true);
    expect(descriptions.every((text) => text === '' || text.includes('Größe: M & L'))).toBe(true);
  });

  it('12 names of categories are decoded', () => {
    const raw = recorded
      .flatMap(([product]) => (product.categories as { name: string }[]).map(({ name }) => name))
      .filter((name) => name.includes('&amp;'));
    expect(raw.length).toBeGreaterThan(0);
    expect(recorded.flatMap(([, { categories }]) => categories).filter((name) => name.includes('&amp;'))).toEqual([]);
  });

  it('A11 13 draft, pending and private products are listed and are inactive; trash is deleted', () => {
    expect(['draft', 'pending', 'private', 'trash'].map((status) => mapped({ status }).status)).toEqual([
      'inactive',
      'inactive',
      'inactive',
      'deleted',
    ]);
  });
});

describe('A record that cannot be mapped is skipped', () => {
  it.each([
    ['no id', { id: '' }, null],
    ['no date', { date_created: '', date_modified: undefined }, '246'],
  ])('%s', (_name, fields, sourceId) => {
    expect(mapProduct({ ...row, ...fields })).toEqual(new UnmappableRow(sourceId, expect.any(String) as string));
  });
});
