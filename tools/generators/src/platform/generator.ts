import { join } from 'node:path';
import { formatFiles, generateFiles, type Tree } from '@nx/devkit';
import { nextNumbers } from './next-numbers';
import { namesOf } from './platform-names';
import { refuseTaken, registrations } from './registrations';
import { places } from './workspace-places';

export interface PlatformOptions {
  /** Kebab-case: `commerce-c`. */
  name: string;
}

/**
 * A complete platform of a plain REST dialect that does not exist, to be edited into a real one: `npx nx g
 * ./tools/generators:platform commerce-c`. Throws CannotGenerate before anything is written. What it
 * returns is called once all of it is, and says what to read next.
 */
export default async function platformGenerator(tree: Tree, { name }: PlatformOptions): Promise<() => void> {
  const names = namesOf(name);
  refuseTaken(tree, names);
  const numbers = nextNumbers(tree);
  const edits = registrations(tree, names, numbers);
  for (const { path, text } of edits) tree.write(path, text);
  const folders = {
    integration: `${places.integrations}/${name}`,
    'demo-shop': `${places.demoShops}/${name}`,
    migrations: places.migrations,
    docs: places.platformDocs,
  };
  for (const [templates, target] of Object.entries(folders))
    generateFiles(tree, join(__dirname, 'files', templates), target, { ...names, ...numbers });
  // A long name makes other lines than a short one.
  await formatFiles(tree);
  return () =>
    console.log(`\nNext: npm run typecheck && npx jest ${name}, then ${places.integrations}/${name}/README.md from top to bottom.`);
}
