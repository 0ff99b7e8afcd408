import { readFileSync } from 'node:fs';
import { shops } from '@sync/platforms';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Where a plugin says its version, by its name. */
const places: Readonly<Record<string, readonly (readonly [file: string, pattern: RegExp])[]>> = {
  'service-connector': [
    ['plugins/commerce-a/service-connector/service-connector.php', /^ \* Version: +(\S+)$/m],
    ['plugins/commerce-a/service-connector/includes/load.php', /^const VERSION = '(\S+)';$/m],
    ['plugins/commerce-a/service-connector/readme.txt', /^Stable tag: (\S+)$/m],
  ],
  serviceconnector: [['plugins/commerce-b/serviceconnector/serviceconnector.php', /^ +\$this->version = '(\S+)';$/m]],
};

describe('the version of a plugin', () => {
  it.each(shops)('of $driver is that of the service, in its newest release and in its files', ({ plugin }) => {
    const said = (places[plugin.name] ?? []).map(([file, pattern]) => pattern.exec(readFileSync(file, 'utf8'))?.[1]);
    expect(said).not.toEqual([]);
    expect(new Set([plugin.releases[0]?.version, ...said])).toEqual(new Set([version]));
  });

  it.each(shops)('of $driver is listed once, the newest first', ({ plugin: { releases } }) => {
    const versions = releases.map((release) => release.version);
    const { compare } = new Intl.Collator('en', { numeric: true });
    expect([...new Set(versions)].sort(compare).reverse()).toEqual(versions);
  });
});
