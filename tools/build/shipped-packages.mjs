// Which packages of package-lock.json reach a server or a browser in production. `root`: folder of the workspace.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages import packages that are development packages of the workspace, because the build puts them into the scripts. */
const browserSources = ['apps/admin-panel/src', 'apps/widgets/src'];

/** By folder: `node_modules/a/node_modules/b`. The workspace itself is ''. */
export function lockedPackages(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

export function nameOf(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Their folders, by name. */
export function shippedPackages(root) {
  const packages = lockedPackages(root);
  const shipped = new Set(Object.keys(packages).filter((folder) => folder !== '' && !packages[folder].dev));
  for (const name of importedNames(root))
    if (packages[`node_modules/${name}`]) addWithDependencies(`node_modules/${name}`, shipped, packages);
  return [...shipped].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en') || a.localeCompare(b, 'en'));
}

function importedNames(root) {
  const files = browserSources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /(?<!spec)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  return new Set(files.flatMap((text) => [...text.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name)));
}

function addWithDependencies(folder, found, packages) {
  if (found.has(folder)) return;
  found.add(folder);
  for (const name of Object.keys(packages[folder].dependencies ?? {}))
    addWithDependencies(resolved(name, folder, packages), found, packages);
}

/** As Node finds it: in the package's own node_modules, else in those further up. */
function resolved(name, from, packages) {
  const folder = `${from}/node_modules/${name}`;
  if (packages[folder]) return folder;
  const parent = from.lastIndexOf('/node_modules/');
  return parent === -1 ? `node_modules/${name}` : resolved(name, from.slice(0, parent), packages);
}
