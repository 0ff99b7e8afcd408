import fc from 'fast-check';
import { configurationOffers, defaultConfiguration, type ConfigurationSchema } from './configuration-schema';
import { validateConfiguration } from './validate-configuration';

const offer = configurationOffers.commerce_a;
const schema = offer?.schema as ConfigurationSchema;
const current = { direction: 'outgoing', data_types: ['customers', 'orders', 'products'], frequency: 'daily' };

describe('Schema of commerce_a and commerce_b', () => {
  it.each(['commerce_a', 'commerce_b'] as const)('%s offers direction, data_types and frequency', (driver) => {
    const fields = configurationOffers[driver]?.schema.fields.map(({ type, name, options }) => [
      type,
      name,
      options.map(({ value }) => value),
    ]);
    expect(fields).toEqual([
      ['radio', 'direction', ['outgoing', 'incoming', 'both']],
      ['multiselect', 'data_types', ['customers', 'orders', 'products']],
      ['select', 'frequency', ['manual', 'hourly', 'every_six_hours', 'daily', 'weekly']],
    ]);
    expect(defaultConfiguration(driver)).toEqual(current);
  });

  it.each(['mailing_platform', 'user-platform'] as const)('%s, a direct system, has no schema', (driver) => {
    expect(configurationOffers[driver]).toBeNull();
    expect(defaultConfiguration(driver)).toBeNull();
  });

  it('the defaults satisfy the schema and are returned as a copy', () => {
    expect(validateConfiguration(schema, null, defaultConfiguration('commerce_a'))).toEqual({ configuration: current });
    const copy = defaultConfiguration('commerce_a') ?? {};
    copy.direction = 'both';
    expect(defaultConfiguration('commerce_a')).toEqual(current);
  });
});

describe('validateConfiguration merges', () => {
  it('replaces submitted fields', () => {
    expect(validateConfiguration(schema, current, { frequency: 'hourly' })).toEqual({ configuration: { ...current, frequency: 'hourly' } });
  });

  it('keeps everything if nothing is submitted', () => {
    expect(validateConfiguration(schema, current, {})).toEqual({ configuration: current });
  });

  it('keeps a stored value that the schema no longer knows', () => {
    expect(validateConfiguration(schema, { ...current, legacy: 1 }, { data_types: [] })).toEqual({
      configuration: { ...current, legacy: 1, data_types: [] },
    });
  });

  it('treats an empty data_types list as a selection of nothing, which differs from an absent one', () => {
    expect(validateConfiguration(schema, current, { data_types: [] }).configuration?.data_types).toEqual([]);
    const { data_types: _absent, ...unrestricted } = current;
    expect(validateConfiguration(schema, unrestricted, { direction: 'both' }).configuration).not.toHaveProperty('data_types');
  });

  it.each(['select', 'radio'] as const)('clears an optional %s with null', (type) => {
    const field = { type, name: 'colour', label: 'Colour', required: false, options: [{ value: 'red', label: 'Red' }] };
    expect(validateConfiguration({ fields: [field] }, { colour: 'red' }, { colour: null })).toEqual({ configuration: { colour: null } });
  });

  it('modifies neither argument', () => {
    const stored = Object.freeze({ ...current });
    validateConfiguration(schema, stored, Object.freeze({ frequency: 'weekly' }));
    expect(stored).toEqual(current);
  });
});

describe('validateConfiguration rejects', () => {
  it.each([
    ['an unknown field', { speed: 'fast' }, '/configuration/speed', 'unknown_field'],
    ['a field name with a slash and a tilde', { 'a/b~c': 1 }, '/configuration/a~1b~0c', 'unknown_field'],
    ['a value outside the options', { direction: 'sideways' }, '/configuration/direction', 'unknown_option'],
    ['an option in another case', { direction: 'Outgoing' }, '/configuration/direction', 'unknown_option'],
    ['a list instead of a value', { direction: ['outgoing'] }, '/configuration/direction', 'wrong_type'],
    ['a number instead of an option', { frequency: 1 }, '/configuration/frequency', 'wrong_type'],
    ['a value instead of a list', { data_types: 'orders' }, '/configuration/data_types', 'wrong_type'],
    ['an object instead of a list', { data_types: { 0: 'orders' } }, '/configuration/data_types', 'wrong_type'],
    ['null instead of a list', { data_types: null }, '/configuration/data_types', 'wrong_type'],
    ['an item outside the options', { data_types: ['orders', 'refunds'] }, '/configuration/data_types/1', 'unknown_option'],
    ['an item of the wrong kind', { data_types: [null] }, '/configuration/data_types/0', 'wrong_type'],
    ['a duplicate option', { data_types: ['orders', 'customers', 'orders'] }, '/configuration/data_types/2', 'duplicate'],
    ['an empty required value', { direction: '' }, '/configuration/direction', 'required'],
    ['null for a required value', { frequency: null }, '/configuration/frequency', 'required'],
    ['a list instead of an object', ['direction'], '/configuration', 'wrong_type'],
    ['null instead of an object', null, '/configuration', 'wrong_type'],
    ['text instead of an object', 'direction', '/configuration', 'wrong_type'],
  ])('%s', (_name, submitted, pointer, code) => {
    const { configuration, errors } = validateConfiguration(schema, current, submitted);
    expect(configuration).toBeUndefined();
    expect(errors).toEqual([{ pointer, code, detail: expect.any(String) as string }]);
  });

  it('a required value that is neither stored nor submitted', () => {
    expect(validateConfiguration(schema, null, { data_types: [] }).errors?.map(({ pointer }) => pointer)).toEqual([
      '/configuration/direction',
      '/configuration/frequency',
    ]);
  });

  it('reports every error at once', () => {
    expect(validateConfiguration(schema, current, { direction: 1, x: 1, frequency: 'never' }).errors).toHaveLength(3);
  });

  it('treats __proto__ as an unknown field', () => {
    const outcome = validateConfiguration(schema, current, JSON.parse('{"__proto__": {"direction": "both"}}'));
    expect(outcome.errors?.[0]?.pointer).toBe('/configuration/__proto__');
    expect(({} as Record<string, unknown>).direction).toBeUndefined();
  });

  it('an empty required list', () => {
    const field = { type: 'multiselect' as const, name: 'tags', label: 'Tags', required: true, options: [{ value: 'a', label: 'A' }] };
    expect(validateConfiguration({ fields: [field] }, null, { tags: [] }).errors).toEqual([
      { pointer: '/configuration/tags', detail: 'is required', code: 'required' },
    ]);
  });

  it('returns either errors or a valid configuration for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.object(),
          fc.anything(),
          fc.record({ direction: fc.constantFrom('both', 'x'), data_types: fc.array(fc.constantFrom('orders', 'products', 'y')) }),
        ),
        (submitted) => {
          const { configuration, errors } = validateConfiguration(schema, current, submitted);
          if (errors) expect(errors.length).toBeGreaterThan(0);
          else expect(validateConfiguration(schema, null, configuration)).toEqual({ configuration });
        },
      ),
    );
  });
});
