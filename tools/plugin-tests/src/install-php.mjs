// Installs PHP as WebAssembly, for the versions of plugin-files.mjs. 470 MB, so `npm ci` of the workspace leaves it out. Plain Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const lockfile = join(folder, 'package-lock.json');
/** A copy of the lockfile that was installed. */
const stamp = join(folder, 'node_modules/.installed-lockfile');

export function installPhp() {
  const locked = readFileSync(lockfile, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === locked) return;
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Installing PHP for the tests of the plugins failed (npm ci in ${folder}):\n${stdout}${stderr}`);
  writeFileSync(stamp, locked);
}
