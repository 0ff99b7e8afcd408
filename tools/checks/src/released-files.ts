import { execFileSync } from 'node:child_process';

/** What a release fixes: databases have run its migrations, and pages pin the hashes of its scripts. */
const fixed = ['libs/schema/src/migrations', 'apps/widgets/released'];

/** The files of the newest tag in these folders that are gone or differ. Empty before the first tag. */
export function changedSinceRelease(root: string): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  const [newest] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
  if (newest === undefined) return [];
  return git('diff', '--name-only', '--no-renames', '--diff-filter=MDT', newest, '--', ...fixed)
    .split('\n')
    .filter(Boolean);
}
