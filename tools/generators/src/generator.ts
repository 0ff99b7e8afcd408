import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { formatFiles, type Tree } from '@nx/devkit';

const example = join(__dirname, 'example');
const exampleName = 'example-shop';
const kebabCase = /^(?=.{1,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const systemIds = /(?<=systemId: '01960000-0000-7000-8000-)[0-9a-f]{12}/g;

/** What names the example to the service, and the text before which it stands, by file. */
const registrations: Record<string, Record<string, string>> = {
  'libs/platforms/src/platforms.ts': {
    'import { mailingPlatform }': "import { exampleShop } from './example-shop';\n",
    '} as const;': '  exampleShop,\n',
  },
  'libs/integrations/src/registered-integrations.ts': {
    'import type { StoreHttp }': "import { ExampleShop } from './example-shop/example-shop';\n",
    '} satisfies Record<ShopKey': '  exampleShop: ExampleShop,\n',
  },
  'libs/demo-shops/src/index.ts': {
    'export { NameServer }': "export { DemoExampleShop } from './example-shop/demo-example-shop';\n",
  },
};

/**
 * Adds a copy of the example platform under another name: `npx nx g ./tools/generators:platform commerce-c`. Throws when the name is
 * malformed or taken; Nx then writes nothing. Nx calls the returned function at the end.
 */
export default async function platformGenerator(tree: Tree, { name }: { name: string }): Promise<() => void> {
  if (!kebabCase.test(name)) throw new Error(`"${name}" cannot name a platform: use kebab-case and at most 40 characters.`);
  const rename = renaming(name);
  for (const path of ['platforms/src/example-shop.ts', 'integrations/src/example-shop', 'demo-shops/src/example-shop'])
    if (tree.exists(rename(`libs/${path}`))) throw new Error(`${rename(`libs/${path}`)} exists: choose another name, or delete it first.`);
  const systemId = nextSystemId(tree);
  for (const [path, insertions] of Object.entries(registrations)) tree.write(path, registered(tree, path, insertions, rename));
  for (const [path, text] of copies(rename, systemId)) tree.write(path, text);
  // The length of the name decides where lines break.
  await formatFiles(tree);
  return () =>
    console.log(`\nNext: npm run typecheck && npx jest ${name}, then libs/integrations/src/${name}/README.md from top to bottom.`);
}

/** Replaces every spelling of the example's name. */
function renaming(name: string): (text: string) => string {
  const [from, to] = [spellings(exampleName), spellings(name)];
  return (text) => from.reduce((renamed, spelling, index) => renamed.replaceAll(spelling, to[index] ?? ''), text);
}

/** `commerce-c`, `commerce_c`, `CommerceC`, `commerceC`, `Commerce C`. */
function spellings(name: string): string[] {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const pascalCase = words.join('');
  return [name, name.replaceAll('-', '_'), pascalCase, pascalCase.charAt(0).toLowerCase() + pascalCase.slice(1), words.join(' ')];
}

/** One above the highest of the descriptors. */
function nextSystemId(tree: Tree): string {
  const descriptors = tree.children('libs/platforms/src').map((file) => tree.read(`libs/platforms/src/${file}`, 'utf8') ?? '');
  const taken = descriptors.join('\n').match(systemIds) ?? [];
  return (Math.max(...taken.map((digits) => Number.parseInt(digits, 16))) + 1).toString(16).padStart(12, '0');
}

function registered(tree: Tree, path: string, insertions: Record<string, string>, rename: (text: string) => string): string {
  const before = tree.read(path, 'utf8') ?? '';
  return Object.entries(insertions).reduce((text, [place, insertion]) => {
    for (const [name] of rename(insertion).matchAll(/\w+(?= \}|,\n)/g))
      if (new RegExp(`\\b${name}\\b`).test(before)) throw new Error(`${path} has something called ${name}: choose another name.`);
    const parts = text.split(place);
    if (parts.length !== 2)
      throw new Error(`${path} does not have "${place}" exactly once. Adapt tools/generators/src/generator.ts to it.`);
    return parts.join(rename(insertion) + place);
  }, before);
}

/** The files of the example by their path in the workspace. `example/<library>` stands for `libs/<library>/src`. */
function copies(rename: (text: string) => string, systemId: string): [path: string, text: string][] {
  const files = readdirSync(example, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => {
    const [library, ...rest] = posix.relative(example, join(parentPath, name)).split('/');
    const path = ['libs', library, 'src', ...rest].join('/');
    const text = readFileSync(join(parentPath, name), 'utf8')
      .replace(/'(?:\.\.\/)+(libs\/.*)'/g, (_import, imported: string) => `'${pathBetween(posix.dirname(path), imported)}'`)
      .replace(/'(?:\.\.\/)+demo-shops\/.*'/g, `'@sync/demo-shops'`)
      .replace(/ as never;.*/, ';')
      .replace(systemIds, systemId);
    return [rename(path), rename(text)];
  });
}

function pathBetween(folder: string, file: string): string {
  const path = posix.relative(folder, file);
  return path.startsWith('.') ? path : `./${path}`;
}
