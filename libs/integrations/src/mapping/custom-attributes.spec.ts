import { attributeValue, fieldAttributes, metaAttributes } from './custom-attributes';

const noneMapped = new Set<string>();

describe('custom attributes', () => {
  it('hold unmapped scalar fields as <driver>.<field>', () => {
    expect(
      fieldAttributes(
        'commerce_a',
        { id: 1, role: 'customer', active: true, list: [1], object: {}, none: null, missing: undefined },
        new Set(['id']),
      ),
    ).toEqual([
      { key: 'commerce_a.role', value: 'customer' },
      { key: 'commerce_a.active', value: true },
    ]);
  });

  it('hold meta_data as <driver>.meta.<key>', () => {
    expect(metaAttributes('commerce_a', [{ id: 7, key: 'vat', value: 'DE1' }])).toEqual([{ key: 'commerce_a.meta.vat', value: 'DE1' }]);
  });

  it.each([
    [0.5, '0.5'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1e21, '1000000000000000000000'],
    [2 ** 53, '9007199254740992'],
    [-0, 0],
    [42, 42],
    ['', ''],
    [false, false],
    [null, null],
    [undefined, null],
    [Infinity, null],
    [[], null],
    [{}, null],
  ])('convert %p to %p', (value, expected) => {
    expect(Object.is(attributeValue(value), expected)).toBe(true);
  });
});

describe('meta_data', () => {
  it('skips lists and objects', () => {
    expect(
      metaAttributes('commerce_a', [
        { key: 'a', value: [1] },
        { key: 'b', value: { c: 1 } },
        { key: 'd', value: 'x' },
      ]),
    ).toEqual([{ key: 'commerce_a.meta.d', value: 'x' }]);
  });

  it('may be an object instead of a list', () => {
    expect(metaAttributes('commerce_a', { a: 1, b: [2] })).toEqual([{ key: 'commerce_a.meta.a', value: 1 }]);
  });

  it.each([undefined, null, 'text', 1, [], [null, 1, 'x', [], {}, { key: {}, value: 'x' }, { key: '', value: 'x' }]])(
    'yields nothing for %p',
    (metaData) => {
      expect(metaAttributes('commerce_a', metaData)).toEqual([]);
    },
  );

  it('keeps strings', () => {
    expect(
      metaAttributes('commerce_a', [
        { key: 'n', value: '120' },
        { key: 'b', value: '' },
      ]),
    ).toEqual([
      { key: 'commerce_a.meta.n', value: '120' },
      { key: 'commerce_a.meta.b', value: '' },
    ]);
  });

  it('may have numbers as keys', () => {
    expect(metaAttributes('commerce_a', [{ key: 5, value: 'x' }])).toEqual([{ key: 'commerce_a.meta.5', value: 'x' }]);
  });

  it('keeps the last value of a repeated key', () => {
    expect(
      metaAttributes('commerce_a', [
        { key: 'k', value: '1' },
        { key: 'k', value: '2' },
        { key: 'k', value: [3] },
      ]),
    ).toEqual([{ key: 'commerce_a.meta.k', value: '2' }]);
  });

  it('is safe from prototype pollution', () => {
    const row = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, unknown>;
    expect(fieldAttributes('commerce_a', row, noneMapped).map(({ key }) => key)).toEqual([
      'commerce_a.__proto__',
      'commerce_a.constructor',
    ]);
    expect(metaAttributes('commerce_a', [{ key: '__proto__', value: 'x' }])).toEqual([{ key: 'commerce_a.meta.__proto__', value: 'x' }]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('may hold 10,000 entries and a megabyte of text', () => {
    const entries = Array.from({ length: 10_000 }, (_, index) => ({ key: `k${index}`, value: index === 0 ? 'x'.repeat(2 ** 20) : 'v' }));
    expect(metaAttributes('commerce_a', entries)).toHaveLength(10_000);
  });
});
