// Installs the locked packages. Plain Node without packages, because it runs first after git clone.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ProgressBar } from '../../libs/embedded-services/src/progress-bar.js';
import { diskNeed } from './commands.mjs';

const megabyte = 1_000_000;
const progressEveryMs = 250;

/** Holds the hash of the lockfile that was installed. */
const stampOf = (root) => join(root, 'node_modules/.installed-lockfile');

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** npm writes node_modules/.package-lock.json last. The stamp distinguishes a lockfile that was only touched from one that changed. */
export function isInstalled(root) {
  const written = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  const stamp = stampOf(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(root)) return true;
  return statSync(written).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** One line, or null when the packages fit. */
export function spaceFault(folder, freeBytes, needMegabytes = diskNeed.packages) {
  const free = Math.floor(freeBytes / megabyte);
  if (free >= needMegabytes) return null;
  return `Not enough disk space in ${folder}: the packages need ${needMegabytes} MB, ${free} MB are free.`;
}

/** One line, or null when this user may change the folders, as far as they exist. */
export function unwritable(root, folders) {
  for (const folder of folders) {
    const path = join(root, folder);
    const nearest = existsSync(path) ? path : root;
    try {
      accessSync(nearest, constants.W_OK);
    } catch (error) {
      return `${nearest} is not yours to change (${error.code}, owner ${statSync(nearest).uid}): run the command as its owner, or give it to your user (chown -R).`;
    }
  }
  return null;
}

/** Folders that npm fills on every machine. */
function packageFolders(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => path !== '' && !packages[path].optional && !packages[path].link);
}

function spawnNpm(root, args) {
  const cli = process.env.npm_execpath;
  const [command, all] = cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
  return spawn(command, all, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' && command === 'npm' });
}

function showProgress(root) {
  const folders = packageFolders(root).map((path) => join(root, path, 'package.json'));
  const bar = new ProgressBar('Installing', folders.length, { unit: 'packages' });
  const timer = setInterval(() => bar.update(folders.filter((path) => existsSync(path)).length), progressEveryMs);
  return () => {
    clearInterval(timer);
    bar.end();
  };
}

/** Resolves to null, or to the reason of the failure in a line or more. A full disk ends npm at once: it would go on for minutes and say so only then. */
function runNpm(root) {
  const child = spawnNpm(root, ['ci', '--no-audit', '--no-fund', '--loglevel=warn']);
  const errors = [];
  let isFull = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes('ENOSPC') && !isFull) {
      isFull = true;
      child.kill('SIGKILL');
    }
    // The warnings are about packages of packages.
    if (/^npm (error|ERR!)/.test(line)) errors.push(line);
  });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (status) => {
      // What it has unpacked is of no use, and npm would have removed it.
      if (isFull) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
      if (isFull) return resolve(`The disk is full (ENOSPC). The packages need ${diskNeed.packages} MB here, npm's cache as much again.`);
      resolve(status === 0 ? null : [...errors, `Installing the dependencies failed (npm ci, exit code ${status}).`].join('\n'));
    });
  });
}

/** Returns null, or why the packages could not be installed. */
export async function install(root) {
  if (isInstalled(root)) return null;
  const { bavail, bsize } = statfsSync(root);
  const fault = existsSync(join(root, 'node_modules')) ? null : spaceFault(root, bavail * bsize);
  const failed = fault ?? unwritable(root, ['node_modules', 'node_modules/.package-lock.json']);
  if (failed !== null) return failed;
  const started = Date.now();
  console.log(`Installing the locked dependencies (npm ci). This happens once, takes about a minute and ${diskNeed.packages} MB.`);
  const endProgress = showProgress(root);
  const failure = await runNpm(root);
  endProgress();
  if (failure !== null) return failure;
  writeFileSync(stampOf(root), lockHash(root));
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return null;
}
