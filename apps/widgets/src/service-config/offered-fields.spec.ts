import { offerOf } from './offered-fields';

const option = (value: string, label = value) => ({ value, label });
const field = (name: string, more: object = {}) => ({
  type: 'select',
  name,
  label: name,
  required: false,
  options: [option('a')],
  ...more,
});
const offer = (fields: unknown[], configuration: unknown = {}) => offerOf({ schema: { fields }, configuration });

describe('schema.fields: each entry has type, name, label, required and options', () => {
  it.each(['select', 'multiselect', 'radio'])('%s is shown', (type) => {
    const given = { type, name: 'a', label: 'A', required: true, options: [option('x', 'X'), option('y', 'Y')] };
    expect(offer([given], { a: 'x' })).toEqual({ fields: [given], isPartial: false, values: new Map([['a', 'x']]) });
  });

  it.each(['colour', 'Select', '', 5, null, undefined, 'constructor'])('a field of the unknown type %j is kept, without a type', (type) => {
    expect(offer([field('a', { type })])?.fields).toMatchObject([{ type: undefined, name: 'a' }]);
  });

  it('a null schema offers no field; so does an empty one', () => {
    expect(offerOf({ schema: null, configuration: {} })).toMatchObject({ fields: [], isPartial: false });
    expect(offer([])).toMatchObject({ fields: [], isPartial: false });
  });

  it('500 options are all there', () => {
    const options = Array.from({ length: 500 }, (_, at) => option(`${at}`));
    expect(offer([field('a', { options })])?.fields[0]?.options).toEqual(options);
  });
});

describe('what is malformed is left out, and the rest is shown', () => {
  it.each([
    ['a field that is no object', 5],
    ['a field that is null', null],
    ['a field without a name', field(5 as unknown as string)],
    ['a second field of the same name', field('known')],
  ])('%s', (_name, part) => {
    const { fields, isPartial } = offer([field('known'), part])!;
    expect(fields.map(({ name }) => name)).toEqual(['known']);
    expect(isPartial).toBe(true);
  });

  it.each([
    ['an option that is no object', [option('a'), 'b']],
    ['an option without a value', [option('a'), { label: 'B' }]],
    ['an option whose value is no string', [option('a'), { value: 1, label: 'B' }]],
    ['a second option of the same value', [option('a'), option('a', 'B')]],
  ])('%s', (_name, options) => {
    const { fields, isPartial } = offer([field('known', { options })])!;
    expect(fields[0]?.options).toEqual([option('a')]);
    expect(isPartial).toBe(true);
  });

  it.each([undefined, null, 'a', { 0: option('a') }])('options of %j are none', (options) => {
    expect(offer([field('known', { options })])).toMatchObject({ fields: [{ options: [] }], isPartial: true });
  });

  it('an empty list of options is not malformed', () => {
    expect(offer([field('known', { options: [] })])).toMatchObject({ fields: [{ options: [] }], isPartial: false });
  });

  it.each([undefined, null, '', '  ', 5, {}])('in place of the label %j stands the name', (label) => {
    expect(offer([field('a', { label, options: [{ value: 'x', label }] })])?.fields).toMatchObject([
      { label: 'a', options: [{ value: 'x', label: 'x' }] },
    ]);
  });

  it('required is what is true, and nothing else', () => {
    const fields = ['true', 1, undefined, true].map((required, at) => field(`${at}`, { required }));
    expect(offer(fields)?.fields.map(({ required }) => required)).toEqual([false, false, false, true]);
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
  ])('%j is no answer at all', (body) => {
    expect(offerOf(body)).toBeNull();
  });

  it.each([undefined, null, 5, 'x'])('a configuration of %j is an empty one', (configuration) => {
    expect(offer([field('a')], configuration)?.values.size).toBe(0);
  });
});

describe('hostile names', () => {
  it.each(['__proto__', 'constructor', 'toString', '', ' ', '<img src=x onerror=alert(1)>', '\u202Egnirts', 'x'.repeat(10_000)])(
    'a field called %j has its own value',
    (name) => {
      const body = JSON.parse(`{"schema": {"fields": []}, "configuration": {${JSON.stringify(name)}: "b"}}`) as {
        schema: { fields: unknown[] };
      };
      body.schema.fields.push(field(name, { options: [option(name)] }));
      expect(offerOf(body)).toMatchObject({ fields: [{ name, options: [{ value: name, label: name }] }], values: new Map([[name, 'b']]) });
      expect(({} as Record<string, unknown>).b).toBeUndefined();
    },
  );
});
