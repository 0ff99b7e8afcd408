import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changedSinceRelease } from './released-files';

describe('released migrations and scripts', () => {
  it('do not change after their release', () => {
    expect(changedSinceRelease(join(__dirname, '../../..'))).toEqual([]);
  });

  it('count as changed when they differ or are gone; what is new or not released does not', () => {
    const root = mkdtempSync(join(tmpdir(), 'released-files-'));
    const git = (...words: string[]) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y.example', ...words], { cwd: root });
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const [kept, changed, gone] = ['schema/kept.ts', 'schema/changed.ts', 'v1/gone.js'].map((name) =>
      name.replace('schema', 'libs/schema/src/migrations').replace('v1', 'apps/widgets/released/v1'),
    ) as [string, string, string];
    try {
      git('init', '--quiet');
      for (const path of [kept, changed, gone, 'README.md']) write(path, 'old');
      git('add', '.');
      git('commit', '--quiet', '--message', 'a release');
      expect(changedSinceRelease(root)).toEqual([]);
      git('tag', 'v0.9.0');
      write(changed, 'new');
      rmSync(join(root, gone));
      write('libs/schema/src/migrations/next.ts', 'new');
      write('README.md', 'new');
      expect(changedSinceRelease(root)).toEqual([gone, changed]);
      git('tag', '--delete', 'v0.9.0');
      expect(changedSinceRelease(root)).toEqual([]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
