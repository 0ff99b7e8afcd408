import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const base = '/docs/';

/** The sidebar. A folder stands for its pages, its README first. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: ['README.md', 'docs/embedding.md', 'docs/callers.md', 'docs/plugin-authors.md', 'docs/admin.md'],
  Reference: ['docs/reference', 'docs/problems.md', 'docs/glossary.md', 'docs/platforms'],
  Operations: ['docs/operations'],
  Project: [
    ...['CONTRIBUTING.md', 'docs/architecture.md', 'docs/data-model.md', 'docs/reliability.md', 'docs/real-shops.md'],
    ...['docs/releasing.md', 'docs/SECURITY.md', 'CHANGELOG.md'],
  ],
  Decisions: ['docs/decisions'],
};

export interface Page {
  /** Its path in the repository. */
  source: string;
  /** Its path in the site, which is also where its Markdown twin is. */
  path: string;
  title: string;
  /** The first sentence. */
  description: string;
}

export const sections = Object.entries(groups).map(([text, places]) => ({ text, pages: places.flatMap(sourcesIn).map(pageOf) }));

const bySource = new Map(sections.flatMap(({ pages }) => pages).map((page) => [page.source, page]));

export const pages: readonly Page[] = [...bySource.values()];

/** The path of a Markdown file in the site. */
export function pathOf(source: string): string {
  return source
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .toLowerCase();
}

/** The address of a page below the base. */
export function addressOf({ path }: Page): string {
  return path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '');
}

/** What a relative link of a page points to: the file's path in the repository, its page if it is one, and the rest of the link. Null: elsewhere. */
export function targetOf(source: string, link: string): { file: string; page: Page | null; anchor: string } | null {
  if (/^([a-z]+:|#|\/)/i.test(link)) return null;
  const [path = '', anchor] = decodeURI(link).split('#');
  const file = posix.join(posix.dirname(source), path);
  return { file, page: bySource.get(file) ?? null, anchor: anchor === undefined ? '' : `#${anchor}` };
}

function sourcesIn(place: string): string[] {
  if (place.endsWith('.md')) return [place];
  const names = readdirSync(join(root, place)).sort(
    (a, b) => Number(b === 'README.md') - Number(a === 'README.md') || a.localeCompare(b, 'en'),
  );
  return names.map((name) => `${place}/${name}`);
}

function pageOf(source: string): Page {
  const text = readFileSync(join(root, source), 'utf8');
  const [, title = source] = /^# (.*)$/m.exec(text) ?? [];
  const [, paragraph = ''] = /^(?:\*\*Context\.\*\* )?(?=[A-Z`[])(.+)$/m.exec(text.replaceAll(/<!--.*?-->|^```.*?^```/gms, '')) ?? [];
  const [sentence = ''] = /^.*?\.(?= |$)/.exec(plain(paragraph)) ?? [plain(paragraph)];
  return { source, path: pathOf(source), title: plain(title), description: sentence.replace(/:$/, '.') };
}

function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
}
