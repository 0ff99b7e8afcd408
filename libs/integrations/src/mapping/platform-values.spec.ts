import { asRow, count, dateText, decimalText, lastOfEachId, sourceId, text } from './platform-values';

it.each<[unknown, string | null]>([
  ['x', 'x'],
  [' x ', ' x '],
  [1e-7, '0.0000001'],
  ['', null],
  [' ', null],
  [Infinity, null],
  [true, null],
  [null, null],
  [undefined, null],
  [['x'], null],
])('the text of %p is %p', (value, expected) => {
  expect(text(value)).toBe(expected);
});

it.each<[unknown, string | null]>([
  [7, '7'],
  [0, '0'],
  [2 ** 53, '9007199254740992'],
  [' 7 ', '7'],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['x'.repeat(256), null],
  [1.5, null],
  [NaN, null],
  ['', null],
  [{}, null],
  [null, null],
])('the id %p is %p', (value, expected) => {
  expect(sourceId(value)).toBe(expected);
});

it.each<[unknown, string | null]>([
  [' 2026-01-01 ', '2026-01-01'],
  ['soon', 'soon'],
  ['0000-00-00 00:00:00', null],
  ['-0001-11-30T00:53:28', null],
  ['0000-01-01T00:00:00', null],
  ['2026-02-30T10:00:00', null],
  ['2026-13-01', null],
  ['2024-02-29T10:00:00', '2024-02-29T10:00:00'],
  ['2026-01-31', '2026-01-31'],
  ['at 0000-00-00', 'at 0000-00-00'],
  [' ', null],
  [20260101, null],
  [null, null],
])('the date %p is %p', (value, expected) => {
  expect(dateText(value)).toBe(expected);
});

it.each<[unknown, number | null]>([
  [3, 3],
  [-0, 0],
  [' -12 ', -12],
  ['3x', null],
  ['x3', null],
  ['', null],
  ['9007199254740993', null],
  [1.5, null],
  [null, null],
])('the count %p is %p', (value, expected) => {
  expect(Object.is(count(value), expected)).toBe(true);
});

it.each([
  [1.5, '1.5'],
  [-1.25e-9, '-0.00000000125'],
  [1e21, '1000000000000000000000'],
])('the decimal text of %p is %p', (value, expected) => {
  expect(decimalText(value)).toBe(expected);
});

it.each([
  [{ id: 1 }, true],
  [[], false],
  [null, false],
  ['x', false],
])('%j is a row: %p', (value, isRow) => {
  expect(asRow(value)).toBe(isRow ? value : null);
});

it('of items with the same id, the last one wins, in the place of the first', () => {
  const items = ['1', '2', '1'].map((id, index) => ({ sourceId: id, index }));
  expect(lastOfEachId(items).map(({ index }) => index)).toEqual([2, 1]);
  expect(lastOfEachId(items.slice(0, 2)).map(({ index }) => index)).toEqual([0, 1]);
});
