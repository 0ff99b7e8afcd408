import { parseSettings } from './loaded-settings';

const option = (value: string, label = value) => ({ value, label });
const field = (name: string, more: object = {}) => ({
  type: 'select',
  name,
  label: name,
  required: false,
  options: [option('a')],
  ...more,
});
const parsed = (fields: unknown[], configuration: unknown = {}) => parseSettings({ schema: { fields }, configuration });

describe('fields of the schema', () => {
  it.each(['select', 'multiselect', 'radio'])('keep type, name, label, required and options: %s', (type) => {
    const given = { type, name: 'a', label: 'A', required: true, options: [option('x', 'X'), option('y', 'Y')] };
    expect(parsed([given], { a: 'x' })).toEqual({ fields: [given], isPartial: false, values: new Map([['a', 'x']]) });
  });

  it.each(['colour', 'Select', '', 5, null, undefined, 'constructor'])('with the unknown type %j are kept without a type', (type) => {
    expect(parsed([field('a', { type })])?.fields).toMatchObject([{ type: undefined, name: 'a' }]);
  });

  it('are none in a null or empty schema', () => {
    expect(parseSettings({ schema: null, configuration: {} })).toMatchObject({ fields: [], isPartial: false });
    expect(parsed([])).toMatchObject({ fields: [], isPartial: false });
  });

  it('keep all of 500 options', () => {
    const options = Array.from({ length: 500 }, (_, at) => option(`${at}`));
    expect(parsed([field('a', { options })])?.fields[0]?.options).toEqual(options);
  });
});

describe('malformed parts are left out', () => {
  it.each([
    ['a field that is no object', 5],
    ['a field that is null', null],
    ['a field without a name', field(5 as unknown as string)],
    ['a second field of the same name', field('known')],
  ])('%s', (_name, part) => {
    const { fields, isPartial } = parsed([field('known'), part])!;
    expect(fields.map(({ name }) => name)).toEqual(['known']);
    expect(isPartial).toBe(true);
  });

  it.each([
    ['an option that is no object', [option('a'), 'b']],
    ['an option without a value', [option('a'), { label: 'B' }]],
    ['an option whose value is no string', [option('a'), { value: 1, label: 'B' }]],
    ['a second option of the same value', [option('a'), option('a', 'B')]],
  ])('%s', (_name, options) => {
    const { fields, isPartial } = parsed([field('known', { options })])!;
    expect(fields[0]?.options).toEqual([option('a')]);
    expect(isPartial).toBe(true);
  });

  it.each([undefined, null, 'a', { 0: option('a') }])('%j as options counts as none', (options) => {
    expect(parsed([field('known', { options })])).toMatchObject({ fields: [{ options: [] }], isPartial: true });
  });

  it('an empty list of options is well-formed', () => {
    expect(parsed([field('known', { options: [] })])).toMatchObject({ fields: [{ options: [] }], isPartial: false });
  });

  it.each([undefined, null, '', '  ', 5, {}])('the name replaces the label %j', (label) => {
    expect(parsed([field('a', { label, options: [{ value: 'x', label }] })])?.fields).toMatchObject([
      { label: 'a', options: [{ value: 'x', label: 'x' }] },
    ]);
  });

  it('only true means required', () => {
    const fields = ['true', 1, undefined, true].map((required, at) => field(`${at}`, { required }));
    expect(parsed(fields)?.fields.map(({ required }) => required)).toEqual([false, false, false, true]);
  });

  it.each([
    undefined,
    null,
    5,
    'x',
    [],
    {},
    { schema: 5 },
    { schema: [] },
    { schema: {} },
    { schema: { fields: {} } },
    { configuration: {} },
  ])('the body %j is rejected as a whole', (body) => {
    expect(parseSettings(body)).toBeNull();
  });

  it.each([undefined, null, 5, 'x'])('a configuration of %j is empty', (configuration) => {
    expect(parsed([field('a')], configuration)?.values.size).toBe(0);
  });
});

describe('hostile names', () => {
  it.each(['__proto__', 'constructor', 'toString', '', ' ', '<img src=x onerror=alert(1)>', '\u202Egnirts', 'x'.repeat(10_000)])(
    'a field called %j keeps its own value',
    (name) => {
      const body = JSON.parse(`{"schema": {"fields": []}, "configuration": {${JSON.stringify(name)}: "b"}}`) as {
        schema: { fields: unknown[] };
      };
      body.schema.fields.push(field(name, { options: [option(name)] }));
      expect(parseSettings(body)).toMatchObject({
        fields: [{ name, options: [{ value: name, label: name }] }],
        values: new Map([[name, 'b']]),
      });
      expect(({} as Record<string, unknown>).b).toBeUndefined();
    },
  );
});
