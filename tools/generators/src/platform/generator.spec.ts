import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { CannotGenerate } from './cannot-generate';
import generate from './generator';
import { places } from './workspace-places';

const root = join(__dirname, '../../../..');
const registrationFiles = [
  places.drivers,
  places.configurationOffers,
  places.registeredIntegrations,
  places.dataSource,
  places.newestMigration,
  places.demoShopsIndex,
] as const;
const migrations = ['seed-systems.ts', 'initial-schema.ts'].map((file) => `${places.migrations}/${file}`);
const platforms = ['libs/integrations/src/commerce-a/commerce-a.ts', 'libs/integrations/src/mapping/platform-values.ts'];

// There is no formatter in a tree that is not on a disk.
process.env.NX_SKIP_FORMAT = 'true';

/** What the generator reads of this workspace, and nothing else. */
function workspace(): Tree {
  const tree = createTreeWithEmptyWorkspace();
  for (const path of [...registrationFiles, ...migrations, ...platforms]) tree.write(path, readFileSync(join(root, path), 'utf8'));
  return tree;
}

const contents = (tree: Tree): [string, string][] => tree.listChanges().map(({ path, content }) => [path, String(content)]);

async function expectRefusal(tree: Tree, name: string, message: string | RegExp): Promise<void> {
  const before = contents(tree);
  const error: unknown = await generate(tree, { name }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CannotGenerate);
  expect((error as Error).message).toMatch(message);
  expect(contents(tree)).toEqual(before);
}

describe('The generator refuses, and writes nothing', () => {
  it.each([
    '',
    'CommerceC',
    'commerce_c',
    'commerce c',
    '-c',
    'c-',
    'commerce--c',
    '1-shop',
    '../c',
    'commerce/c',
    'façade',
    'x'.repeat(41),
  ])('a name that is not kebab-case: %j', (name) => expectRefusal(workspace(), name, 'kebab-case'));

  it.each([
    ['commerce-a', 'libs/integrations/src/commerce-a is there already'],
    ['mapping', 'libs/integrations/src/mapping is there already'],
    ['mailing-platform', 'has the driver mailing_platform already'],
    ['user-platform', 'has the driver user_platform already'],
    ['store-http', 'StoreHttp already'],
    ['b', 'DemoShopB already'],
  ])('a name that is taken: %s', (name, message) => expectRefusal(workspace(), name, message));

  it('a name that it has generated before', async () => {
    const tree = workspace();
    await generate(tree, { name: 'commerce-c' });
    await expectRefusal(tree, 'commerce-c', 'already');
  });

  it.each(registrationFiles)('a workspace without %s', async (path) => {
    const tree = workspace();
    tree.delete(path);
    await expectRefusal(tree, 'commerce-c', `${path} is not there`);
  });

  it.each(registrationFiles)('a %s in which the place for the platform is not found', async (path) => {
    const tree = workspace();
    tree.write(path, 'export const somethingElse = [];\n');
    await expectRefusal(tree, 'commerce-c', path);
  });

  it.each([
    [places.drivers, /systemDrivers = /, 'allDrivers = '],
    [places.configurationOffers, /shopConfiguration: /, 'webShops: '],
    [places.configurationOffers, /\n};\n\n\/\*\* A copy[\s\S]*/, '\n'],
    [places.registeredIntegrations, /registeredIntegrations: .*\[\] = \[/, 'registeredIntegrations = list(['],
    [places.registeredIntegrations, /\.\//g, '@/'],
    [places.dataSource, /export const migrations = \[[^\]]*\];/, '$&\n$&'],
    [places.dataSource, /\.\.\/migrations\//g, '../schema/'],
  ])('a %s that was rewritten: %p', async (path, before, after) => {
    const tree = workspace();
    const text = tree.read(path, 'utf8') ?? '';
    expect(text).toMatch(before);
    tree.write(path, text.replace(before, after));
    await expectRefusal(tree, 'commerce-c', path);
  });

  it.each(migrations)('a workspace whose %s has no numbers', async (path) => {
    const tree = workspace();
    for (const migration of migrations) if (migration !== path) tree.delete(migration);
    tree.write(path, 'export const none = 0;\n');
    await expectRefusal(tree, 'commerce-c', places.migrations);
  });
});

describe('The generator registers the platform', () => {
  it('adds one line to each list and one import, and leaves the rest as it was', async () => {
    const tree = workspace();
    const before = new Map(contents(tree));
    await generate(tree, { name: 'acme-store' });
    const added = Object.fromEntries(
      registrationFiles.map((path) => {
        const known = new Set(before.get(path)?.split('\n'));
        return [path, (tree.read(path, 'utf8') ?? '').split('\n').filter((line) => !known.has(line))];
      }),
    );
    expect(added).toEqual({
      [places.drivers]: [
        expect.stringMatching(/^export const systemDrivers = \['commerce_a', .*'user-platform', 'acme_store'\] as const;$/),
      ],
      [places.configurationOffers]: ['  acme_store: shopConfiguration,'],
      [places.registeredIntegrations]: ["import { AcmeStore } from './acme-store/acme-store';", '  (http) => new AcmeStore(http),'],
      [places.dataSource]: [
        "import { SeedAcmeStore1790000000003 } from '../migrations/seed-acme-store';",
        'export const migrations = [InitialSchema1790000000001, SeedSystems1790000000002, SeedAcmeStore1790000000003];',
      ],
      [places.newestMigration]: ["export const newestMigration = 'SeedAcmeStore1790000000003';"],
      [places.demoShopsIndex]: ["export { DemoShopAcmeStore, type DemoShopAcmeStoreOptions } from './acme-store/demo-shop-acme-store';"],
    });
    for (const [path, text] of before) if (!registrationFiles.some((file) => file === path)) expect(tree.read(path, 'utf8')).toBe(text);
  });

  it('gives each platform a number and a system of its own', async () => {
    const tree = workspace();
    await generate(tree, { name: 'commerce-c' });
    await generate(tree, { name: 'commerce-d' });
    const seed = (name: string): string => tree.read(`${places.migrations}/seed-${name}.ts`, 'utf8') ?? '';
    expect(seed('commerce-c')).toMatch(
      /SeedCommerceC1790000000003[\s\S]*'01960000-0000-7000-8000-000000000005', 'commerce_c', 'Commerce C'/,
    );
    expect(seed('commerce-d')).toMatch(
      /SeedCommerceD1790000000004[\s\S]*'01960000-0000-7000-8000-000000000006', 'commerce_d', 'Commerce D'/,
    );
    expect(tree.read(places.dataSource, 'utf8')).toMatch(/SeedCommerceC1790000000003,\s+SeedCommerceD1790000000004,?\s*\];/);
  });

  it('says in its last line what to run and to read next', async () => {
    const tree = workspace();
    const say = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    (await generate(tree, { name: 'commerce-c' }))();
    const [[last]] = say.mock.calls as [[string]];
    say.mockRestore();
    expect(last).toMatch(/npx jest commerce-c, then libs\/integrations\/src\/commerce-c\/README\.md/);
    expect(tree.exists('libs/integrations/src/commerce-c/README.md')).toBe(true);
  });

  it('leaves nothing to fill in', async () => {
    const tree = workspace();
    await generate(tree, { name: 'commerce-c' });
    const generated = contents(tree).filter(([path]) => path.includes('commerce-c'));
    expect(generated.length).toBeGreaterThan(25);
    for (const [, text] of generated) expect(text).not.toMatch(/TODO|FIXME|<%/);
  });
});
