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

describe('mapProduct', () => {
  it('maps id as text, and the name', () => {
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
  ])('maps status %p to %s', (status, expected) => {
    expect(mapped({ status }).status).toBe(expected);
  });

  it('maps the dates', () => {
    expect(mapped()).toMatchObject({ createdAt: row.date_created, updatedAt: row.date_modified });
    expect(mapped({ date_modified: null }).updatedAt).toBe(row.date_created);
  });

  it.each([
    ['SKU-1', 'SKU-1'],
    ['', null],
    [undefined, null],
  ])('maps sku %p to %p', (sku, expected) => {
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
  ])('maps prices %p to %p', (price, minor) => {
    expect(mapped({ price, regular_price: price })).toMatchObject({ price: minor, originalPrice: minor });
  });

  it('maps names of categories and tags, without blank ones', () => {
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
  ])('maps the first image of %j', (images, imageUrl) => {
    expect(mapped({ images }).imageUrl).toBe(imageUrl);
  });

  it.each([
    ['https://shop.example/p', 'https://shop.example/p'],
    ['', null],
    [undefined, null],
  ])('maps permalink %p to %p', (permalink, url) => {
    expect(mapped({ permalink }).url).toBe(url);
  });

  it.each([
    ['<p>Our <strong>Mug</strong></p>', 'Our Mug'],
    ['', null],
    ['<p> </p>', null],
    [undefined, null],
    [null, null],
  ])('maps description %p to %p', (description, expected) => {
    expect(mapped({ description }).description).toBe(expected);
  });

  it('maps other scalars to custom attributes', () => {
    expect(
      mapped({ price: '1', featured: false, weight: '0.31', dimensions: {}, stock_quantity: null, meta_data: [{ key: 'k', value: 'v' }] })
        .customAttributes,
    ).toEqual([
      { key: 'commerce_a.featured', value: false },
      { key: 'commerce_a.weight', value: '0.31' },
    ]);
  });

  it('maps properties the platform lacks to null', () => {
    expect(mapped()).toMatchObject({ sourceCustomId: null, currency: null, brandName: null, targetGroup: null, orderCount: null });
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
    const raw = recorded
      .flatMap(([product]) => (product.categories as { name: string }[]).map(({ name }) => name))
      .filter((name) => name.includes('&amp;'));
    expect(raw.length).toBeGreaterThan(0);
    expect(recorded.flatMap(([, { categories }]) => categories).filter((name) => name.includes('&amp;'))).toEqual([]);
  });
});

describe('mapProduct skips a row with', () => {
  it.each([
    ['no id', { id: '' }, null],
    ['no date', { date_created: '', date_modified: undefined }, '246'],
  ])('%s', (_name, fields, sourceId) => {
    expect(mapProduct({ ...row, ...fields })).toEqual(new UnmappableRow(sourceId, expect.any(String) as string));
  });
});
