// Writes what is published into dist/packages: the client and the loader of the widgets, each as a tarball for npm, and the shop-side plugins.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleClient } from './client.mjs';
import { packPlugins } from './plugins.mjs';
import { bundleWidgets } from './widgets.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const packages = join(root, 'dist/packages');

await bundleClient(root, 'libs/client');
await bundleWidgets(root, 'apps/widgets');
mkdirSync(packages, { recursive: true });
// Of earlier versions.
for (const file of readdirSync(packages)) rmSync(join(packages, file));
for (const folder of ['dist/libs/client/package', 'dist/apps/widgets/package']) {
  const words = ['pack', '--silent', '--pack-destination', packages];
  const file = execFileSync('npm', words, { cwd: join(root, folder), encoding: 'utf8', shell: process.platform === 'win32' }).trim();
  console.log(`wrote ${relative(root, join(packages, file))}`);
}
for (const file of packPlugins(packages, process.env.SERVICE_ADDRESS)) console.log(`wrote ${relative(root, file)}`);
