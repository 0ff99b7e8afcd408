import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve('.');

/** Copies what Docker would take as context into the folder: the files that git knows, without those of .dockerignore. */
export function copyBuildContext(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 2 ** 26 });
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.includes('*'));
  const isSent = (file: string) => !ignored.some((path) => file === path || file.startsWith(`${path}/`));
  for (const file of files.toString().split('\0').filter(Boolean).filter(isSent)) {
    // A file that was deleted and not committed yet.
    cpSync(join(root, file), join(folder, file), { preserveTimestamps: true, force: true });
  }
}

/** The command of both Dockerfiles that `.ci/run` has executed already, with what it leaves. */
export const installCommand = 'node tools/dev/run.mjs install';
