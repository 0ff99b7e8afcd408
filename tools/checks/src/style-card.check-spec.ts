import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const [, list = ''] = /^- Never, and a test finds them: (.+)\.$/m.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? [];
const words = list.replace(/ \([^)]*\)/g, '').split(', ');

const texts = ['ts', 'tsx', 'js', 'mjs', 'md', 'css', 'html', 'json', 'yml', 'yaml', 'sh'].map((ending) => `*.${ending}`);
/** CONTRIBUTING.md has the list. */
const exceptions = ['CONTRIBUTING.md', 'tools/checks/src/style-card.check-spec.ts'];

it("no text has a word that CONTRIBUTING.md's style card forbids", () => {
  expect(words).toContain('whoever');
  expect(exceptions.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const pattern = words.join('|').replaceAll(' ', '[[:space:]]+');
  const search = ['grep', '--untracked', '-niwE', pattern, '--', ...texts, ...exceptions.map((path) => `:!:${path}`)];
  const { status, stdout, stderr } = spawnSync('git', search, { cwd: root, encoding: 'utf8' });
  // 1: nothing found.
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: '' });
});
