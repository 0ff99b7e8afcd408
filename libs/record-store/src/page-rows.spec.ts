import { contentColumns } from './columns';
import { feedBytes, isTooLarge, rowParameters, toPageRows } from './page-rows';
import { customer, lineItem, order, product } from './testing/record-fixtures';

type Change = Parameters<typeof order>[1];

describe('toPageRows', () => {
  const hashOf = (...args: Parameters<typeof order>): string | undefined => toPageRows('orders', [order(...args)])[0]?.contentHash;

  it('hashes the same record alike in any page and position', () => {
    const alone = toPageRows('customers', [customer('7')])[0]?.contentHash;
    const among = toPageRows('customers', [customer('9'), customer('7'), customer('8')]).find(
      ({ sourceId }) => sourceId === '7',
    )?.contentHash;
    expect(among).toBe(alone);
    expect(alone).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[what: string, change: Change, before?: Change]>([
    ['a text', { status: 'completed' }],
    ['an amount', { total: 1_991 }],
    ['null instead of a value', { totalTax: null }],
    ['the field that is null', { totalTax: null, totalShipping: 100 }, { totalTax: 100, totalShipping: null }],
    ['an empty text instead of a value', { sourceOrderNumber: '' }],
    ['a line item', { lineItems: [lineItem('1', '7')] }],
    ['a custom attribute', { customAttributes: [{ key: 'commerce_a.meta.origin', value: null }] }],
    ['text that moves from one field to the next', { status: 'processingE', currency: 'UR' }],
  ])('hashes a record differently after a change of %s', (_, change, before = {}) => {
    expect(hashOf('1', change)).not.toBe(hashOf('1', before));
  });

  it('hashes an order alike with and without links', () => {
    const unlinked = { customerSourceId: '5', lineItems: [lineItem('1', '7')] };
    const linked = {
      ...unlinked,
      customerId: '018f0000-0000-7000-8000-000000000001',
      lineItems: [lineItem('1', '7', { productId: '018f0000-0000-7000-8000-000000000002' })],
    };
    expect(hashOf('1', linked)).toBe(hashOf('1', unlinked));
  });

  it('sorts rows the same way for every writer', () => {
    const ids = ['10', '9', 'a', 'Z', '1'];
    for (const given of [ids, ids.toReversed()]) {
      const rows = toPageRows(
        'customers',
        given.map((id) => customer(id)),
      );
      expect(rows.map(({ sourceId }) => sourceId)).toEqual(['1', '10', '9', 'Z', 'a']);
    }
  });

  it('keeps the last of records with the same id', () => {
    const rows = toPageRows('orders', [order('1', { status: 'old' }), order('1', { status: 'new' })]);
    expect(rows.map(({ record }) => record.status)).toEqual(['new']);
  });
});

const emptyBytes = 760;
const asText = () => false;
const asJson = () => true;

describe('feedBytes', () => {
  it.each<[what: string, fields: (string | null)[], isJson: (index: number) => boolean, bytes: number]>([
    ['no field', [], asText, 0],
    ['null', [null], asText, 4],
    ['a text with its quotes', ['ab'], asText, 4],
    ['bytes, not characters', ['é€'], asText, 7],
    ['a quote, a backslash and a line break as their escapes', ['"\\\n'], asText, 8],
    ['a control character as six bytes', ['\u0001'], asText, 8],
    ['json as it is, and two bytes to spare', ['{"a":"\\n"}'], asJson, 12],
    ['each field in its own way', ['"', '"', null], (index) => index === 1, 4 + 3 + 4],
  ])('counts %s', (_, fields, isJson, bytes) => {
    expect(feedBytes(fields, isJson)).toBe(emptyBytes + bytes);
  });
});

describe('isTooLarge', () => {
  const rowOf = (change: Parameters<typeof product>[1]) => toPageRows('products', [product('1', change)])[0]!;
  const sizeOf = (change: Parameters<typeof product>[1]) =>
    feedBytes(rowOf(change).fields, (index) => contentColumns.products[index]?.type === 'json');
  const limit = 1024 * 1024;

  it.each([
    ['plain text', 'x', 1],
    ['text that is escaped', '\u0001', 6],
  ])('a record of %s may take 1 MiB and no byte more', (_, character, bytesEach) => {
    const rest = limit - sizeOf({ description: character }) + bytesEach;
    const full = { description: character.repeat(Math.floor(rest / bytesEach)), name: product('1').name + 'x'.repeat(rest % bytesEach) };
    expect(sizeOf(full)).toBe(limit);
    expect(isTooLarge('products', rowOf(full))).toBe(false);
    expect(isTooLarge('products', rowOf({ ...full, name: `${full.name}x` }))).toBe(true);
  });

  it('json counts as it is stored', () => {
    const quotes = (count: number) => ({ customAttributes: [{ key: 'a', value: '"'.repeat(count) }] });
    const most = Math.floor((limit - sizeOf(quotes(0))) / 2);
    expect([isTooLarge('products', rowOf(quotes(most))), isTooLarge('products', rowOf(quotes(most + 1)))]).toEqual([false, true]);
  });
});

describe('rowParameters', () => {
  it('gives each row an id that follows the one before, its hash, its modification, its bytes and its fields', () => {
    const rows = toPageRows('customers', [customer('1'), customer('2')]);
    const isJson = [false, false, false, false, ...contentColumns.customers.map(({ type }) => type === 'json')];
    const [text = '', fieldSeparator = '', rowSeparator = '', nullMark] = rowParameters(rows, isJson);
    const written = text.split(rowSeparator).map((row) => row.split(fieldSeparator).map((field) => (field === nullMark ? null : field)));
    const ids = written.map(([id]) => id ?? '');
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids.join()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7.*,[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(written.map(([, ...others]) => others)).toEqual(
      rows.map(({ contentHash, modifiedAt, fields }) => {
        const bytes = feedBytes(fields, (index) => contentColumns.customers[index]?.type === 'json');
        return [contentHash, modifiedAt, String(bytes), ...fields];
      }),
    );
  });
});
