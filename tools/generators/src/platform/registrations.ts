import type { Tree } from '@nx/devkit';
import { CannotGenerate } from './cannot-generate';
import type { KnownPlatforms } from './known-platforms';
import type { PlatformNames } from './platform-names';
import { SourceEdit } from './source-edits';
import { places } from './workspace-places';

/** The edits that add a platform to the lists. Writes nothing: the caller writes once every edit has found its place. */
export function registrations(tree: Tree, { name, propertyName, className, shopFile, shopClass }: PlatformNames): SourceEdit[] {
  return [
    open(tree, places.platformList)
      .insertModule(`import { ${propertyName} } from './${name}';`, `./${name}`, './')
      .appendTo(/export const platforms = \{/, propertyName),
    open(tree, places.registeredIntegrations)
      .insertModule(`import { ${className} } from './${name}/${name}';`, `./${name}/${name}`, './')
      .appendTo(/^const integrations = \{/m, `${propertyName}: ${className}`),
    open(tree, places.demoShopsIndex).insertModule(
      `export { ${shopClass}, type ${shopClass}Options } from './${name}/${shopFile}';`,
      `./${name}/${shopFile}`,
      './',
    ),
  ];
}

/** Throws CannotGenerate when a file, a driver or a class has this name. */
export function refuseTaken(tree: Tree, { drivers }: KnownPlatforms, { name, driver, className, shopClass }: PlatformNames): void {
  const taken = [`${places.integrations}/${name}`, `${places.demoShops}/${name}`, `${places.descriptors}/${name}.ts`].find((path) =>
    tree.exists(path),
  );
  if (taken !== undefined) throw new CannotGenerate(`${taken} exists: choose another name, or delete it first.`);
  if (drivers.includes(driver)) throw new CannotGenerate(`${places.descriptors} has the driver ${driver}: choose another name.`);
  const classes: [path: string, className: string][] = [
    [places.registeredIntegrations, className],
    [places.demoShopsIndex, shopClass],
  ];
  for (const [path, taker] of classes)
    if (new RegExp(`\\b${taker}\\b`).test(open(tree, path).text))
      throw new CannotGenerate(`${path} has something called ${taker}: choose another name.`);
}

function open(tree: Tree, path: string): SourceEdit {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new CannotGenerate(`${path} does not exist: is this the root of the workspace?`);
  return new SourceEdit(path, text);
}
