import type { Tree } from '@nx/devkit';
import { CannotGenerate } from './cannot-generate';
import type { NextNumbers } from './next-numbers';
import type { PlatformNames } from './platform-names';
import { SourceEdit } from './source-edits';
import { places } from './workspace-places';

const driverList = /systemDrivers = \[[^\]]*/;

/** The edits that make a platform known. Nothing is written: all of them are found to be possible first. */
export function registrations(tree: Tree, names: PlatformNames, numbers: NextNumbers): SourceEdit[] {
  const { name, driver, className, shopFile, shopClass } = names;
  const migrationClass = `Seed${className}${numbers.migration}`;
  const offers = open(tree, places.configurationOffers);
  if (!/^const shopConfiguration\b/m.test(offers.text))
    throw new CannotGenerate(`${places.configurationOffers} has no shopConfiguration any more: the platform would have no configuration.`);
  return [
    open(tree, places.drivers).appendTo(/export const systemDrivers = \[/, ']', `'${driver}'`),
    offers.appendTo(/export const configurationOffers\b[^=]*= \{/, '}', `${driver}: shopConfiguration`),
    open(tree, places.registeredIntegrations)
      .insertModule(`import { ${className} } from './${name}/${name}';`, `./${name}/${name}`, './')
      .appendTo(/export const registeredIntegrations\b[^;]*?\[\] = \[/, ']', `(http) => new ${className}(http)`),
    open(tree, places.dataSource)
      .insertModule(`import { ${migrationClass} } from '../migrations/seed-${name}';`, `../migrations/seed-${name}`, '../migrations/')
      .appendTo(/export const migrations = \[/, ']', migrationClass),
    open(tree, places.newestMigration).replace(/newestMigration = '\w+'/, `newestMigration = '${migrationClass}'`),
    open(tree, places.demoShopsIndex).insertModule(
      `export { ${shopClass}, type ${shopClass}Options } from './${name}/${shopFile}';`,
      `./${name}/${shopFile}`,
      './',
    ),
  ];
}

/** Throws CannotGenerate when something of this name is there already. */
export function refuseTaken(tree: Tree, { name, driver, className, shopClass }: PlatformNames): void {
  const taken = [
    `${places.integrations}/${name}`,
    `${places.demoShops}/${name}`,
    `${places.migrations}/seed-${name}.ts`,
    `${places.platformDocs}/${name}.md`,
  ].find((path) => tree.exists(path));
  if (taken !== undefined) throw new CannotGenerate(`${taken} is there already: choose another name, or delete it first.`);
  const [drivers = ''] = driverList.exec(open(tree, places.drivers).text) ?? [];
  if ([driver, name].some((word) => drivers.includes(`'${word}'`)))
    throw new CannotGenerate(`${places.drivers} has the driver ${driver} already: choose another name.`);
  const classes: [path: string, className: string][] = [
    [places.registeredIntegrations, className],
    [places.demoShopsIndex, shopClass],
  ];
  for (const [path, taker] of classes)
    if (new RegExp(`\\b${taker}\\b`).test(open(tree, path).text))
      throw new CannotGenerate(`${path} has something called ${taker} already: choose another name.`);
}

function open(tree: Tree, path: string): SourceEdit {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new CannotGenerate(`${path} is not there: is this the root of the workspace?`);
  return new SourceEdit(path, text);
}
