// Collects the files of the static image: `node docker/static/assemble.mjs <folder>`. Plain Node without packages.
//   widgets/<version>/  the scripts of every version: those released before, and those of this build
//   widgets/            the scripts of this build
//   widgets/plugins/    the zip files of the shop-side plugins
//   admin/              the admin panel
//   docs/               the documentation
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Version of the path that the widgets of this build belong to (docs/releasing.md). */
const newest = 'v1';
const compressed = ['.js', '.css', '.html', '.ts', '.json', '.md', '.txt', '.svg'];

const integrityIn = (folder) => JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8'));
const hashOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Pages pin the hashes of a released version, so its bytes must be those of its integrity.json. */
function copyVersion(version, from, to) {
  const integrity = integrityIn(from);
  mkdirSync(to, { recursive: true });
  for (const [file, hash] of Object.entries(integrity)) {
    const content = readFileSync(join(from, file));
    if (hashOf(content) !== hash) fail(`${join(from, file)} is not the script that integrity.json of ${version} names.`);
    writeFileSync(join(to, file), content);
  }
  for (const file of ['integrity.json', 'widgets.d.ts']) cpSync(join(from, file), join(to, file));
}

function assembleWidgets(site, built, released) {
  const versions = existsSync(released) ? readdirSync(released) : [];
  for (const version of versions) copyVersion(version, join(released, version), join(site, 'widgets', version));
  if (versions.includes(newest) && JSON.stringify(integrityIn(join(released, newest))) !== JSON.stringify(integrityIn(built)))
    fail(`The widgets of ${newest} are released, and those of this build differ. Give them a new version (docs/releasing.md).`);
  copyVersion(newest, built, join(site, 'widgets', newest));
  for (const file of [...Object.keys(integrityIn(built)), 'plugins'])
    cpSync(join(built, file), join(site, 'widgets', file), { recursive: true });
}

/** For `gzip_static` of nginx. */
function compressAll(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressAll(path);
    else if (compressed.includes(extname(path))) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
}

const [site] = process.argv.slice(2);
if (site === undefined) fail('Usage: node docker/static/assemble.mjs <folder>');
rmSync(site, { recursive: true, force: true });
assembleWidgets(site, join(root, 'dist/apps/widgets'), process.env.RELEASED_WIDGETS ?? join(root, 'apps/widgets/released'));
cpSync(join(root, 'dist/apps/admin-panel'), join(site, 'admin'), { recursive: true });
cpSync(join(root, 'dist/docs'), join(site, 'docs'), { recursive: true });
compressAll(site);
