import { associated, flag, inLanguage, onlyRows, plainText, referenceTo } from './shop-values';

it.each([
  [' x ', 'x'],
  [5, '5'],
  ['', null],
  [false, null],
  [null, null],
])('the text of %j is %j', (value, expected) => {
  expect(plainText(value)).toBe(expected);
});

it.each([
  ['1', true],
  [1, true],
  [true, true],
  ['0', false],
  [0, false],
  [false, false],
  [undefined, false],
])('the flag %p is %p', (value, expected) => {
  expect(flag(value)).toBe(expected);
});

it.each([
  ['5', '5'],
  [5, '5'],
  ['010', '010'],
  ['0', null],
  ['000', null],
  [0, null],
  ['', null],
  [null, null],
])('the reference %j is %j', (value, expected) => {
  expect(referenceTo(value)).toBe(expected);
});

const language = (id: unknown, value: unknown): object => ({ id, value });
const several = [language('1', 'Poster'), language('2', 'Plakat')];

it.each<[unknown, string | null]>([
  ['Poster', 'Poster'],
  [several, 'Poster'],
  [[language('1', ''), language('2', 'Plakat')], 'Plakat'],
  [[language('5', ' '), language('6', 'Affiche')], 'Affiche'],
  [[language(2, 'Plakat'), language(1, 'Poster')], 'Poster'],
  [{ language: several }, 'Poster'],
  [{ language: language('2', 'Plakat') }, 'Plakat'],
  [language('2', 'Plakat'), 'Plakat'],
  [[language('1', '')], null],
  [[], null],
  [{ language: null }, null],
  [null, null],
  [undefined, null],
])('the text of %j in language 1, or else the first, is %j', (value, expected) => {
  expect(inLanguage(value, '1')).toBe(expected);
});

it('rows are the objects of a list', () => {
  expect(onlyRows([null, { id: 1 }, 'x', [2]])).toEqual([{ id: 1 }]);
});

const [first, second] = [{ id: '9' }, { id: '10' }];

it.each<[unknown, object[]]>([
  [
    [first, second],
    [first, second],
  ],
  [[first, null, 'x'], [first]],
  [first, [first]],
  [{ order_row: [first, second] }, [first, second]],
  [{ order_row: first }, [first]],
  [{ '0': first, '1': second }, [first, second]],
  [{ outer: { inner: first } }, [first]],
  [{ outer: { middle: { inner: first } } }, []],
  ['', []],
  [undefined, []],
])('the entries of the association %j are %j', (rows, entries) => {
  expect(associated({ associations: { rows } }, 'rows')).toEqual(entries);
});

it.each([undefined, null, '', [], {}, { others: [first] }])('there are no entries in %j', (associations) => {
  expect(associated({ associations }, 'rows')).toEqual([]);
});
