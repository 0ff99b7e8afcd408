import { choicesOf, toggled } from './choices';
import { choose, loaded, type ConfigurationForm } from './configuration-form';
import type { Field } from './loaded-settings';

function formOf(
  type: string,
  value: unknown,
  { name = 'kind', options = ['a', 'b', 'c'] } = {},
): { form: ConfigurationForm; field: Field } {
  const field = { type, name, label: name, required: false, options: options.map((each) => ({ value: each, label: each.toUpperCase() })) };
  const body = { schema: { fields: [field] }, configuration: value === undefined ? {} : { [name]: value } };
  const form = loaded({ status: 200, body, retryAfterMs: null, clockAheadMs: 0, etag: null });
  return { form, field: form.fields[0]! };
}

const shown = (type: string, value: unknown, more = {}) => {
  const { form, field } = formOf(type, value, more);
  return choicesOf(form, field).map(({ label, isGone, isChosen }) => `${isChosen ? '*' : ''}${label}${isGone ? '?' : ''}`);
};

describe('the choices of a field', () => {
  it.each(['select', 'radio'])('%s: marks the chosen option', (type) => {
    expect(shown(type, 'b')).toEqual(['A', '*B', 'C']);
  });

  it('multiselect: marks any number of options', () => {
    expect(shown('multiselect', ['c', 'a'])).toEqual(['*A', 'B', '*C']);
    expect(shown('multiselect', [])).toEqual(['A', 'B', 'C']);
  });

  it.each([undefined, null, '', []])('marks none while %j is stored', (value) => {
    for (const type of ['select', 'radio', 'multiselect']) expect(shown(type, value)).toEqual(['A', 'B', 'C']);
  });

  it('allows the empty text as an option', () => {
    expect(shown('select', '', { options: ['', 'b'] })).toEqual(['*', 'B']);
  });

  it('marks all data types when the opt-in is missing, and none when it is an empty list', () => {
    expect(shown('multiselect', undefined, { name: 'data_types' })).toEqual(['*A', '*B', '*C']);
    expect(shown('multiselect', [], { name: 'data_types' })).toEqual(['A', 'B', 'C']);
  });
});

describe('a stored value that is not among the options', () => {
  it.each([
    ['select', 'old', '*old?'],
    ['radio', 'old', '*old?'],
    ['radio', 5, '*5?'],
    ['select', ['a'], '*["a"]?'],
    ['select', { a: 1 }, '*{"a":1}?'],
    ['select', true, '*true?'],
    ['multiselect', 'old', '*old?'],
    ['multiselect', ['old'], '*old?'],
    ['multiselect', [null], '*null?'],
  ])('%s: %j is shown as an extra choice', (type, value, label) => {
    expect(shown(type, value)).toEqual(['A', 'B', 'C', label]);
  });

  it('can be chosen again after the user has chosen another one', () => {
    const { form, field } = formOf('select', 'old');
    const chosen = choose(form, field, 'b');
    expect(choicesOf(chosen, field).map(({ value, isChosen }) => [value, isChosen])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
      ['old', false],
    ]);
    expect(choose(chosen, field, 'old').chosen.size).toBe(0);
  });

  it('stays in a multiselect when the user toggles another option', () => {
    const { form, field } = formOf('multiselect', ['old', 'b']);
    const choices = choicesOf(form, field);
    expect(toggled(choices, choices[0]!.value)).toEqual(['a', 'b', 'old']);
    expect(toggled(choices, choices[3]!.value)).toEqual(['b']);
  });
});

describe('a multiselect', () => {
  it('toggles options one by one and keeps their order', () => {
    const { form, field } = formOf('multiselect', ['c']);
    const choices = choicesOf(form, field);
    expect(toggled(choices, choices[0]!.value)).toEqual(['a', 'c']);
    expect(toggled(choices, choices[2]!.value)).toEqual([]);
  });
});
