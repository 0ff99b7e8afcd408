import { join } from 'node:path';
import { formatFiles, generateFiles, type Tree } from '@nx/devkit';
import { knownPlatforms } from './known-platforms';
import { namesOf } from './platform-names';
import { refuseTaken, registrations } from './registrations';
import { places } from './workspace-places';

export interface PlatformOptions {
  /** Kebab-case: `commerce-c`. */
  name: string;
}

/**
 * Generates a complete platform that speaks an invented REST dialect, to be edited into a real one: `npx nx g
 * ./tools/generators:platform commerce-c`. Throws CannotGenerate before it writes anything. Nx calls the returned function at the end.
 */
export default async function platformGenerator(tree: Tree, { name }: PlatformOptions): Promise<() => void> {
  const names = namesOf(name);
  const known = knownPlatforms(tree);
  refuseTaken(tree, known, names);
  const edits = registrations(tree, names);
  for (const { path, text } of edits) tree.write(path, text);
  const folders = {
    platforms: places.descriptors,
    integration: `${places.integrations}/${name}`,
    'demo-shop': `${places.demoShops}/${name}`,
  };
  for (const [templates, target] of Object.entries(folders))
    generateFiles(tree, join(__dirname, 'files', templates), target, { ...names, systemId: known.nextSystemId });
  // The length of the name decides where lines break.
  await formatFiles(tree);
  return () =>
    console.log(`\nNext: npm run typecheck && npx jest ${name}, then ${places.integrations}/${name}/README.md from top to bottom.`);
}
