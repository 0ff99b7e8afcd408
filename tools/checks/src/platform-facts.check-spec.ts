import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platforms, shops, type Setting } from '@sync/platforms';

const root = join(__dirname, '../../..');

/** Product code that runs for every platform. The demo, the benchmarks, the tests and the examples for host pages may choose one by name. */
const roots = ['apps/', 'libs/'];
const product = /\.(ts|tsx|js|mjs|html|css)$/;
const examples = /\.([a-z]+-)?spec\.ts$|\.d\.ts$|\/testing\/|\/fixtures\/|\/examples\//;
const homes = [
  'libs/platforms/src/',
  'libs/demo-shops/src/',
  // Generated from the API description, which lists them.
  'libs/client/src/api-types.ts',
  // Built from code that is checked.
  'apps/widgets/released/',
  // The second list: the code of each platform.
  'libs/integrations/src/registered-integrations.ts',
  ...shops.map(({ driver }) => `libs/integrations/src/${driver.replaceAll('_', '-')}/`),
];

/** What only a platform's own code and its descriptor may say, in lower case. */
const names = Object.entries(platforms).flatMap(([key, { driver, name, systemId }]) => [
  key,
  driver,
  driver.replaceAll('_', '-'),
  name,
  systemId,
]);
const details = shops.flatMap(({ settings, webhooks }) => [
  ...Object.values<Setting>(settings).flatMap((setting) => [setting.variable, setting.default].flat()),
  ...(webhooks ? [webhooks.topicHeaders, webhooks.deliveryIdHeaders, webhooks.sourceHeaders, webhooks.pingField ?? []].flat() : []),
]);
const facts = [...names, ...details].map((fact) => fact.toLowerCase());

const factsIn = (text: string) => facts.filter((fact) => text.toLowerCase().includes(fact));

describe('a platform is one folder and one line', () => {
  const git = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const all = git.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  const isIn = (path: string, places: readonly string[]) => places.some((place) => path.startsWith(place));
  const files = all.filter((path) => isIn(path, roots) && product.test(path) && !examples.test(path) && !isIn(path, homes));
  const withoutFiles = (places: readonly string[]) => places.filter((place) => !all.some((path) => path.startsWith(place)));

  it('no other product code knows its name, headers, paths or variables', () => {
    const found = files.flatMap((path) => factsIn(readFileSync(join(root, path), 'utf8')).map((fact) => `${path}: ${fact}`));
    expect(found).toEqual([]);
  });

  it('looks for them in folders that exist, and excepts none that does not', () => {
    expect(withoutFiles([...roots, ...homes])).toEqual([]);
    expect(withoutFiles(['libs/platforms/src/', 'tools/dev/src/doctor/'])).toEqual(['tools/dev/src/doctor/']);
  });

  it('checks code that once held such facts', () => {
    expect(files).toEqual(
      expect.arrayContaining(['apps/webhook-ingress/src/receive-webhook/ping.ts', 'apps/widgets/src/service-connector/shop-platforms.ts']),
    );
  });

  it.each([
    `const driver = 'commerce_a';`,
    `import { CommerceB } from '../commerce-b/commerce-b';`,
    `request.headers['x-wc-webhook-topic']`,
    `process.env.COMMERCE_A_REST_PATH`,
    `body.startsWith('webhook_id=')`,
    `slug === 'mailing_platform'`,
  ])('would find %s', (code) => {
    expect(factsIn(code)).not.toEqual([]);
  });
});
