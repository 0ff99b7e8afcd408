import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve('.');

export const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 512 * 2 ** 20 });

/** The tag of the newest release; undefined before the first one. */
export const [newestTag] = git('tag', '--list', 'v*', '--sort=-version:refname').toString().split('\n').filter(Boolean);

/** Builds the services of a tag with today's packages. Returns their folder. */
export function buildRelease(tag: string, folder: string): string {
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', tag) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const services = readdirSync(join(folder, 'apps')).filter((app) => existsSync(join(folder, 'apps', app, 'entry-points.json')));
  execFileSync(process.execPath, ['tools/build/build.mjs', ...services], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'dist/apps');
}
