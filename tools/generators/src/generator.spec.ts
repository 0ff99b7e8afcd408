import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import generate from './generator';

const root = join(__dirname, '../../..');
const lists = ['libs/platforms/src/platforms.ts', 'libs/integrations/src/registered-integrations.ts', 'libs/demo-shops/src/index.ts'];
const others = ['libs/platforms/src/user-platform.ts', 'libs/platforms/src/shops.ts', 'libs/integrations/src/mapping/utc-time.ts'];

// A tree in memory has no formatter.
process.env.NX_SKIP_FORMAT = 'true';

describe('The generator of a platform', () => {
  let tree: Tree;
  beforeEach(() => {
    tree = createTreeWithEmptyWorkspace();
    for (const path of [...lists, ...others]) tree.write(path, readFileSync(join(root, path), 'utf8'));
  });
  const read = (path: string): string => tree.read(path, 'utf8') ?? '';

  it.each(['', 'CommerceC', 'commerce_c', 'commerce c', '-c', 'c-', 'commerce--c', '1-shop', '../c', 'façade', 'x'.repeat(41)])(
    'refuses a name that is not kebab-case: %j',
    async (name) => expect(generate(tree, { name })).rejects.toThrow('use kebab-case'),
  );

  it.each([
    ['mapping', 'libs/integrations/src/mapping exists'],
    ['shops', 'libs/platforms/src/shops.ts exists'],
    ['user-platform', 'libs/platforms/src/user-platform.ts exists'],
    ['commerce-a', 'platforms.ts has something called commerceA'],
    ['store-http', 'registered-integrations.ts has something called StoreHttp'],
  ])('refuses a name that is taken: %s', async (name, message) => expect(generate(tree, { name })).rejects.toThrow(message));

  it.each(lists)('refuses a workspace whose %s does not look as expected', async (path) => {
    tree.write(path, 'export const somethingElse = [];\n');
    await expect(generate(tree, { name: 'commerce-c' })).rejects.toThrow(`${path} does not have`);
  });

  it('registers the platform in three lists and changes no other file', async () => {
    const before = new Map([...lists, ...others].map((path) => [path, read(path)]));
    await generate(tree, { name: 'acme-store' });
    const added = [...before].map(([path, text]) => {
      const known = new Set(text.split('\n'));
      return read(path)
        .split('\n')
        .filter((line) => !known.has(line));
    });
    expect(added).toEqual([
      ["import { acmeStore } from './acme-store';", '  acmeStore,'],
      ["import { AcmeStore } from './acme-store/acme-store';", '  acmeStore: AcmeStore,'],
      ["export { DemoAcmeStore } from './acme-store/demo-acme-store';"],
      ...others.map(() => []),
    ]);
  });

  it('gives each platform a system of its own, and refuses a second of the same name', async () => {
    await generate(tree, { name: 'commerce-c' });
    await generate(tree, { name: 'commerce-d' });
    expect(read('libs/platforms/src/commerce-c.ts')).toMatch(
      /driver: 'commerce_c',\n {2}systemId: '\S+-000000000005',\n {2}name: 'Commerce C'/,
    );
    expect(read('libs/platforms/src/commerce-d.ts')).toMatch(
      /driver: 'commerce_d',\n {2}systemId: '\S+-000000000006',\n {2}name: 'Commerce D'/,
    );
    await expect(generate(tree, { name: 'commerce-c' })).rejects.toThrow('libs/platforms/src/commerce-c.ts exists');
  });

  it('leaves no word of the example, and names the page with the next steps', async () => {
    const say = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    (await generate(tree, { name: 'commerce-c' }))();
    expect(say.mock.calls.join()).toMatch(/npx jest commerce-c, then libs\/integrations\/src\/commerce-c\/README\.md/);
    say.mockRestore();
    const generated = tree.listChanges().filter(({ path }) => path.includes('commerce-c'));
    expect(generated.map(({ path }) => path)).toContain('libs/integrations/src/commerce-c/README.md');
    for (const { content } of generated) expect(String(content)).not.toMatch(/example.?shop|\bas never|\.\.\/libs/i);
  });
});
