import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { CannotGenerate } from './cannot-generate';
import generate from './generator';
import { places } from './workspace-places';

const root = join(__dirname, '../../../..');
const lists = [places.platformList, places.registeredIntegrations, places.demoShopsIndex] as const;
const descriptors = ['commerce-a.ts', 'mailing-platform.ts', 'user-platform.ts', 'shops.ts'].map((file) => `${places.descriptors}/${file}`);
const integrations = ['libs/integrations/src/commerce-a/commerce-a.ts', 'libs/integrations/src/mapping/platform-values.ts'];

// A tree in memory has no formatter.
process.env.NX_SKIP_FORMAT = 'true';

/** Holds what the generator reads of this workspace, and nothing else. */
function workspace(): Tree {
  const tree = createTreeWithEmptyWorkspace();
  for (const path of [...lists, ...descriptors, ...integrations]) tree.write(path, readFileSync(join(root, path), 'utf8'));
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
    ['commerce-a', 'libs/integrations/src/commerce-a exists'],
    ['mapping', 'libs/integrations/src/mapping exists'],
    ['shops', 'libs/platforms/src/shops.ts exists'],
    ['user-platform', 'libs/platforms/src/user-platform.ts exists'],
    ['store-http', 'StoreHttp'],
    ['b', 'DemoShopB'],
  ])('a name that is taken: %s', (name, message) => expectRefusal(workspace(), name, message));

  it('a driver that another file has taken', async () => {
    const tree = workspace();
    tree.write(`${places.descriptors}/letters.ts`, `export const letters = { driver: 'mail_order' };\n`);
    await expectRefusal(tree, 'mail-order', 'has the driver mail_order');
  });

  it('a name that it has generated before', async () => {
    const tree = workspace();
    await generate(tree, { name: 'commerce-c' });
    await expectRefusal(tree, 'commerce-c', 'libs/integrations/src/commerce-c exists');
  });

  it.each(lists)('a workspace without %s', async (path) => {
    const tree = workspace();
    tree.delete(path);
    await expectRefusal(tree, 'commerce-c', `${path} does not exist`);
  });

  it.each(lists)('a workspace in which nothing in %s looks as expected', async (path) => {
    const tree = workspace();
    tree.write(path, 'export const somethingElse = [];\n');
    await expectRefusal(tree, 'commerce-c', path);
  });

  it.each([
    [places.platformList, /platforms = \{/, 'platforms = new Map({'],
    [places.platformList, /export const platforms = [^;]*;/, '$&\n$&'],
    [places.platformList, /;\n$/, '\n'],
    [places.registeredIntegrations, /const integrations = \{/, 'const integrations = list({'],
    [places.registeredIntegrations, /\.\//g, '@/'],
  ])('a rewritten %s: %p', async (path, before, after) => {
    const tree = workspace();
    const text = tree.read(path, 'utf8') ?? '';
    expect(text).toMatch(before);
    tree.write(path, text.replace(before, after));
    await expectRefusal(tree, 'commerce-c', path);
  });

  it('a workspace without a descriptor', async () => {
    const tree = workspace();
    for (const path of descriptors) tree.delete(path);
    await expectRefusal(tree, 'commerce-c', places.descriptors);
  });
});

describe('The generator registers the platform', () => {
  it('adds one line and one import to the list of platforms and to that of integrations, and leaves the rest as it was', async () => {
    const tree = workspace();
    const before = new Map(contents(tree));
    await generate(tree, { name: 'acme-store' });
    const added = Object.fromEntries(
      lists.map((path) => {
        const known = new Set(before.get(path)?.split('\n'));
        return [path, (tree.read(path, 'utf8') ?? '').split('\n').filter((line) => !known.has(line))];
      }),
    );
    expect(added).toEqual({
      [places.platformList]: ["import { acmeStore } from './acme-store';", '  acmeStore,'],
      [places.registeredIntegrations]: ["import { AcmeStore } from './acme-store/acme-store';", '  acmeStore: AcmeStore,'],
      [places.demoShopsIndex]: ["export { DemoShopAcmeStore, type DemoShopAcmeStoreOptions } from './acme-store/demo-shop-acme-store';"],
    });
    for (const [path, text] of before) if (!lists.some((file) => file === path)) expect(tree.read(path, 'utf8')).toBe(text);
  });

  it('gives each platform a system of its own', async () => {
    const tree = workspace();
    await generate(tree, { name: 'commerce-c' });
    await generate(tree, { name: 'commerce-d' });
    const descriptor = (name: string): string => tree.read(`${places.descriptors}/${name}.ts`, 'utf8') ?? '';
    expect(descriptor('commerce-c')).toMatch(
      /driver: 'commerce_c',\s+systemId: '01960000-0000-7000-8000-000000000005',\s+name: 'Commerce C'/,
    );
    expect(descriptor('commerce-d')).toMatch(
      /driver: 'commerce_d',\s+systemId: '01960000-0000-7000-8000-000000000006',\s+name: 'Commerce D'/,
    );
    expect(tree.read(places.platformList, 'utf8')).toMatch(/\s+userPlatform,\s+commerceC,\s+commerceD,\s+\} as const;/);
  });

  it('prints what to run and to read next', async () => {
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
    expect(generated.length).toBeGreaterThan(20);
    for (const [, text] of generated) expect(text).not.toMatch(/TODO|FIXME|<%/);
  });
});
