import { abilitiesOf, ageOf, pluginAge, pluginCan } from './plugin-releases';

const releases = [
  { version: '0.10.0', can: ['recordsChanged', 'changesList'] },
  { version: '0.9.2', can: ['recordsChanged'] },
  { version: '0.9.0', can: [] },
] as const;

describe('a version of a plugin', () => {
  it.each([
    ['1.0.0', 2, 0, null],
    ['0.10.0', 2, 0, null],
    ['0.9.10', 1, 1, null],
    ['0.9.2', 1, 1, null],
    ['0.9.1', 0, 2, null],
    ['0.9.0', 0, 2, null],
    ['0.8.9', 0, 3, '0.9.0'],
  ])('%s can do what the nearest older release can, %d things, and is %d releases behind', (version, abilities, behind, olderThan) => {
    expect(abilitiesOf(version, releases)).toHaveLength(abilities);
    expect(ageOf(version, releases)).toEqual({ newest: '0.10.0', behind, olderThan });
  });

  it.each(['', 'nightly', 'v0.10.0'])('%j is compared with none', (version) => {
    expect([abilitiesOf(version, releases), ageOf(version, releases)]).toEqual([[], null]);
  });

  it('is nothing without releases', () => {
    expect([abilitiesOf('0.1.0', []), ageOf('0.1.0', [])]).toEqual([[], null]);
  });

  it('is that of the platform and of its own plugin', () => {
    expect(['commerce_b', 'mailing_platform'].map((driver) => pluginCan(driver, '999', 'changesList'))).toEqual([true, false]);
    const ages = ['serviceconnector', 'other'].map((name) => pluginAge('commerce_b', { name, version: '999' })?.behind);
    expect(ages).toEqual([0, undefined]);
  });
});
