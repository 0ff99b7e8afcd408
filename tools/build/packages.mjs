// Writes everything that a release holds into dist/packages:
//   connection-sync-{client,widgets}-<version>.tgz  for npm: the client and the loader of the widgets
//   service-connector-<platform>-<version>.zip      the shop-side plugins
//   connection-sync-app-<app>-<version>.zip         each app as it is deployed
//   connection-sync-docs-<version>.zip              the documentation
//   sbom.cdx.json                                   the packages that run in production
//   SHA256SUMS                                      for `sha256sum --check`
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../dev/build.mjs';
import { writeArchive } from './archive.mjs';
import { packPlugins } from './plugins.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const packages = join(root, 'dist/packages');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Bytes by path, with the licence. */
function filesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return [
    ...paths.map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)]),
    ['LICENSE', readFileSync(join(root, 'LICENSE'))],
  ];
}

const failure = await build(root);
if (failure !== null) {
  console.error(failure);
  process.exit(1);
}
execFileSync(process.execPath, [join(root, 'tools/build/sbom.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] });

mkdirSync(packages, { recursive: true });
// Of earlier versions.
for (const file of readdirSync(packages)) rmSync(join(packages, file));
for (const folder of ['dist/libs/client/package', 'dist/apps/widgets/package']) {
  const words = ['pack', '--silent', '--pack-destination', packages];
  execFileSync('npm', words, { cwd: join(root, folder), shell: process.platform === 'win32' });
}
packPlugins(packages, process.env.SERVICE_ADDRESS);
const apps = readdirSync(join(root, 'dist/apps')).map((app) => [`app-${app}`, join(root, 'dist/apps', app)]);
for (const [name, folder] of [...apps, ['docs', join(root, 'dist/docs')]])
  writeArchive(join(packages, `connection-sync-${name}-${version}.zip`), filesOf(folder));
copyFileSync(join(root, 'dist/sbom.cdx.json'), join(packages, 'sbom.cdx.json'));

const written = readdirSync(packages).sort();
const sums = written.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(packages, file)))
      .digest('hex')}  ${file}\n`,
);
writeFileSync(join(packages, 'SHA256SUMS'), sums.join(''));
for (const file of [...written, 'SHA256SUMS']) console.log(`wrote ${relative(root, join(packages, file))}`);
