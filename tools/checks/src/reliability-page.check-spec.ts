import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8');

interface NamedTest {
  title: string;
  path: string;
}

/** The tests named in the last cell of each row. */
function namedTests(text: string): NamedTest[] {
  const links = [...text.matchAll(/\[([^\]]+)\]\(\.\.\/([^)]+\.(?:[a-z]+-)?spec\.ts)\)/g)];
  return links.map(([, title = '', path = '']) => ({ title, path }));
}

/** Rows of the tables of promises. */
function promises(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.filter(([first = '', ...others]) => others.length === 2 && first !== 'Promise' && !/^-+$/.test(first));
}

/** Whether the file has a test with exactly this title, as it stands in the source. */
function hasTest({ title, path }: NamedTest): boolean {
  if (!existsSync(join(root, path))) return false;
  const source = readFileSync(join(root, path), 'utf8');
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(\\b(it|test)|\\))\\(\\s*(['"\`])${literal}\\3\\s*,`).test(source);
}

describe('docs/reliability.md', () => {
  it('names only tests that exist', () => {
    expect(namedTests(page).length).toBeGreaterThan(50);
    expect(namedTests(page).filter((test) => !hasTest(test))).toEqual([]);
  });

  it('shows each promise by a test, not by a soak alone', () => {
    expect(promises(page).length).toBeGreaterThan(30);
    expect(promises(page).filter(([, , shownBy = '']) => namedTests(shownBy).length === 0)).toEqual([]);
  });

  it.each<[string, NamedTest]>([
    ['file', { path: 'tools/checks/src/no-such-page.check-spec.ts', title: 'names only tests that exist' }],
    ['title', { path: 'tools/checks/src/reliability-page.check-spec.ts', title: 'names tests that exist' }],
  ])('a missing %s is found', (_, test) => {
    expect(hasTest(test)).toBe(false);
  });
});
