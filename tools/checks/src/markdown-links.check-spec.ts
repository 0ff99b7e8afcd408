import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { headingAnchors, localLinks } from './markdown-links';

const root = join(__dirname, '../../..');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' });
const pages = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

function isBroken(page: string, target: string): boolean {
  const [path = '', anchor] = decodeURIComponent(target).split('#');
  const file = path === '' ? page : path.startsWith('/') ? path.slice(1) : join(dirname(page), path);
  if (!existsSync(join(root, file))) return true;
  return anchor !== undefined && file.endsWith('.md') && !headingAnchors(read(file)).includes(anchor);
}

describe('Markdown pages', () => {
  it('have no link to a missing file or heading', () => {
    const links = pages.flatMap((page) => localLinks(read(page)).map((target) => ({ page, target })));
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ page, target }) => isBroken(page, target))).toEqual([]);
  });

  it('name no npm script that does not exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) => [...read(page).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, script = '']) => ({ page, script })));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
  });
});

describe('the link check', () => {
  it('finds links and images within the repository, outside of code', () => {
    const page = '[a](x.md) ![b](<y.png>) [`c()`](z.md#d "title") [e](https://shop.example) `[f](g.md)`\n```\n[h](i.md)\n```\n[j](#k)';
    expect(localLinks(page)).toEqual(['x.md', 'y.png', 'z.md#d', '#k']);
  });

  it('gives headings the anchors of GitHub', () => {
    const page = '# Health, logs, shutdown\n## `x()` of [a page](y.md)\n## Twice\n## Twice\n```sh\n# a comment\n```';
    expect(headingAnchors(page)).toEqual(['health-logs-shutdown', 'x-of-a-page', 'twice', 'twice-1']);
  });

  it.each([
    ['README.md', 'docs/missing.md'],
    ['README.md', '#missing'],
    ['docs/architecture.md', '../CONTRIBUTING.md#missing'],
  ])('rejects a link from %s to %s', (page, target) => {
    expect(isBroken(page, target)).toBe(true);
  });
});
