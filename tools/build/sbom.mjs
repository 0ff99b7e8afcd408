// Writes software bills of materials (CycloneDX): dist/sbom.cdx.json for everything that runs in production, and one in each built app that has a
// lockfile of its own. npm's own --omit=dev leaves out packages that production and development share, so the choice is made here.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockedPackages, nameOf, shippedPackages } from './shipped-packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const apps = join(root, 'dist/apps');

function billOf(folder) {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const bill = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
  // npm takes the name of the folder.
  bill.metadata.component.name = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
  return bill;
}

/** The part of a bill that is about these components. */
function reduced(bill, isShipped) {
  const components = bill.components.filter(isShipped);
  const references = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
  return { ...bill, components, dependencies };
}

function write(bill, folder) {
  const file = join(folder, 'sbom.cdx.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`wrote ${relative(root, file)} (${bill.components.length} packages)`);
}

const locked = lockedPackages(root);
const shipped = new Set(shippedPackages(root).map((folder) => `${nameOf(folder)}@${locked[folder].version}`));
write(
  reduced(billOf(root), ({ name, version }) => shipped.has(`${name}@${version}`)),
  join(root, 'dist'),
);
const folders = existsSync(apps) ? readdirSync(apps).map((name) => join(apps, name)) : [];
for (const folder of folders) if (existsSync(join(folder, 'package-lock.json'))) write(billOf(folder), folder);
