import { platforms } from './platforms';
import { environmentSettings, platformSettings } from './platform-settings';
import { expectationOf, parseSetting, type Setting } from './settings';
import { systemDrivers, systemSeeds } from './systems';

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length;

describe('the list of platforms', () => {
  it('keeps the ids and the order of the systems that installations know', () => {
    expect(systemSeeds.slice(0, 4).map(({ id, slug, isDirect }) => [id, slug, isDirect])).toEqual([
      ['01960000-0000-7000-8000-000000000001', 'commerce_a', false],
      ['01960000-0000-7000-8000-000000000002', 'commerce_b', false],
      ['01960000-0000-7000-8000-000000000003', 'mailing_platform', true],
      ['01960000-0000-7000-8000-000000000004', 'user-platform', true],
    ]);
  });

  it('shares no driver, system id or environment variable between two platforms', () => {
    expect(distinct(systemDrivers)).toBe(true);
    expect(distinct(systemSeeds.map(({ id }) => id))).toBe(true);
    expect(distinct(environmentSettings.map(({ variable }) => variable))).toBe(true);
  });

  it.each(Object.values(platforms))('$driver: each default of its configuration is an option', ({ configuration }) => {
    for (const { name, options } of configuration?.schema.fields ?? []) {
      const values = [configuration?.defaults[name]].flat();
      expect(options.map(({ value }) => value)).toEqual(expect.arrayContaining(values));
    }
  });

  it.each(environmentSettings)('$variable: its default is valid', (setting) => {
    expect(parseSetting(setting, String(setting.default))).toEqual(setting.default);
  });
});

describe('a setting of a platform', () => {
  const path: Setting = { kind: 'path', variable: 'SHOP_PATH', default: 'rest/v1', meaning: '' };
  const names: Setting = { kind: 'header names', variable: 'SHOP_HEADERS', default: ['X-Shop'], meaning: '' };

  it.each([
    [path, ' wp-json/wc/v3 ', 'wp-json/wc/v3'],
    [path, '~a.b_c-d', '~a.b_c-d'],
    [names, 'X-One, X-Two,', ['X-One', 'X-Two']],
  ])('$kind: reads %p', (setting, text, value) => {
    expect(parseSetting(setting, text)).toEqual(value);
  });

  it.each([
    [path, '/canary'],
    [path, 'canary/'],
    [path, 'canary path'],
    [path, 'https://canary.example'],
    [path, '../canary?x'],
    [names, 'X Canary'],
    [names, 'X-Good,X:Canary'],
  ])('$kind: refuses %p and does not quote it', (setting, text) => {
    const parse = () => parseSetting(setting, text);
    expect(parse).toThrow(`${setting.variable} should be ${expectationOf(setting)}`);
    expect(parse).not.toThrow(/canary/i);
  });

  it('has its own value on each platform', () => {
    const { commerceA, commerceB } = platformSettings(({ variable, default: value }) =>
      variable === 'COMMERCE_A_REST_PATH' ? 'api/v9' : value,
    );
    expect(commerceA).toMatchObject({ restPath: 'api/v9', pluginRestPath: 'wp-json/service-connector/v1' });
    expect(commerceB).toEqual({});
  });
});
