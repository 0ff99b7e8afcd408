// What a bundle needs from npm, at the versions that this workspace has locked.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const onWindows = process.platform === 'win32';
const prune = ['install', '--package-lock-only', '--offline', '--omit-lockfile-registry-resolved', '--loglevel=error'];

/** `@nestjs/core` of `@nestjs/core/adapters`. */
const nameOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

/** Locked version of each imported package. Those that are not locked are optional, and nothing here needs them. */
function dependenciesOf(imports, lock) {
  const names = [...new Set(imports.map(nameOf))].sort();
  return Object.fromEntries(names.flatMap((name) => (lock[`node_modules/${name}`] ? [[name, lock[`node_modules/${name}`].version]] : [])));
}

/**
 * Writes package.json, package-lock.json and .npmrc into `outdir`, so that `npm ci --omit=dev` there installs the same packages on every machine,
 * from the registry of its user. npm itself prunes the lock file of the workspace, and takes nothing from a registry.
 */
export async function writeLockedPackages({ root, outdir, name, imports }) {
  const { overrides, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const dependencies = dependenciesOf(imports, packages);
  const manifest = { name: `@sync/${name}`, version, license, private: true, type: 'module', dependencies, overrides };
  const work = await mkdtemp(join(tmpdir(), 'locked-packages-'));
  try {
    await writeFile(join(work, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await copyFile(join(root, 'package-lock.json'), join(work, 'package-lock.json'));
    // So that no dependency's install script runs where it is deployed, either.
    await copyFile(join(root, '.npmrc'), join(work, '.npmrc'));
    await promisify(execFile)('npm', prune, { cwd: work, shell: onWindows });
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) await copyInOneStep(join(work, file), join(outdir, file));
  } finally {
    await rm(work, { recursive: true });
  }
}

/** Tests read the folder while another build may write to it. */
async function copyInOneStep(from, to) {
  const next = `${to}.${process.pid}`;
  await copyFile(from, next);
  await rename(next, to);
}
