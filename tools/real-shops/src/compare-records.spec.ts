import { compareRecords, differs } from './compare-records';

const all = { unchecked: new Set<string>(), undated: null };
const served = (source_id: string, more: object = {}) => ({ id: 'uuid', source_id, deleted_at: null, synced_at: 'now', ...more });
const expected = (...records: { source_id: string }[]) => new Map(records.map((record) => [record.source_id, { ...record }]));

describe('the comparison of a shop with the feed', () => {
  it('finds what is lost and what is a ghost; a tombstone is neither', () => {
    const feed = [served('2'), served('3'), served('4', { deleted_at: 'now' })];
    const found = compareRecords(expected({ source_id: '1' }, { source_id: '2' }), feed, all);
    expect(found).toMatchObject({ records: 2, lost: ['1'], ghosts: ['3'], wrong: [] });
    expect(differs(found)).toBe(true);
  });

  it('compares attributes by key and lines by id, whatever their order, and counts each field once', () => {
    const record = {
      source_id: '1',
      custom_attributes: [attribute('a', 1), attribute('b', false)],
      line_items: [line('7', 100), line('8', 5)],
    };
    const feed = [
      served('1', { custom_attributes: [attribute('b', false), attribute('a', 1)], line_items: [line('8', 5), line('7', 100)] }),
    ];
    const found = compareRecords(expected(record), feed, all);
    expect(found).toMatchObject({ fields: 7, wrong: [] });
    expect(differs(found)).toBe(false);
  });

  it.each([
    ['another value', { sku: 'A' }, { sku: 'B' }, 'sku'],
    ['a missing field', { address: { city: 'Köln' } }, { address: null }, 'address.city'],
    ['a field too many', {}, { custom_attributes: [attribute('secret', 'x')] }, 'custom_attributes.secret'],
    ['text for a number', { total: 100 }, { total: '100' }, 'total'],
    ['another order of a list', { categories: ['a', 'b'] }, { categories: ['b', 'a'] }, 'categories.0'],
    ['another instant', { created_at_utc: '2026-01-01T00:00:00Z' }, { created_at_utc: '2026-01-01T00:00:01Z' }, 'created_at_utc'],
  ])('reports %s', (_, wanted, actual, field) => {
    const found = compareRecords(expected({ source_id: '1', ...wanted }), [served('1', actual)], all);
    expect(found.wrong[0]).toMatchObject({ sourceId: '1', field });
  });

  it('accepts null for a missing field, the same instant in other words, and other white space of a description', () => {
    const record = { source_id: '1', sku: null, paid_utc: '2026-01-01T01:00:00+01:00', description: 'a b' };
    expect(differs(compareRecords(expected(record), [served('1', { paid_utc: '2026-01-01T00:00:00Z', description: 'a\nb' })], all))).toBe(
      false,
    );
  });

  it('counts a field that no date reveals apart, and leaves out what nothing else shows', () => {
    const record = { source_id: '1', custom_attributes: [attribute('sales', 3), attribute('computed', 1)] };
    const actual = { custom_attributes: [attribute('sales', 2), attribute('computed', 9)] };
    const found = compareRecords(expected(record), [served('1', actual)], { unchecked: new Set(['computed']), undated: /\.sales$/ });
    expect(found).toMatchObject({ wrong: [], stale: [{ field: 'custom_attributes.sales' }] });
  });
});

function attribute(key: string, value: unknown): object {
  return { key, value };
}

function line(source_id: string, total: number): object {
  return { source_id, total };
}
