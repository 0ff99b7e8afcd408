import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { base, pages, root, sections, targetOf, type Page } from './pages';

/** Writes each page as Markdown beside it, and the lists for language models. */
export function writeTwins(outDir: string): void {
  const twins = pages.map((page) => ({ page, text: twinOf(page) }));
  for (const { page, text } of twins) {
    mkdirSync(dirname(join(outDir, page.path)), { recursive: true });
    writeFileSync(join(outDir, page.path), text);
  }
  for (const name of ['images', 'picture.svg']) cpSync(join(root, 'docs', name), join(outDir, name), { recursive: true });
  const [front] = pages;
  const lists = sections.map((section) => `## ${section.text}\n\n${section.pages.map(lineOf).join('\n')}\n`);
  writeFileSync(join(outDir, 'llms.txt'), [`# ${front?.title}\n\n> ${front?.description}\n`, ...lists].join('\n'));
  writeFileSync(join(outDir, 'llms-full.txt'), twins.map(({ page, text }) => `<!-- ${base}${page.path} -->\n\n${text}`).join('\n'));
}

function lineOf({ title, path, description }: Page): string {
  return `- [${title}](${base}${path}): ${description}`;
}

/** Code, which has no links, or a link or image. */
const codeOrLink = /^```.*?^```|`[^`\n]+`|(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/gms;

/** The source, with links that lead to the other twins. */
function twinOf(page: Page): string {
  const text = readFileSync(join(root, page.source), 'utf8');
  return text.replaceAll(codeOrLink, (whole: string, image = '', label = '', link?: string) => {
    const target = link === undefined ? null : targetOf(page.source, link);
    if (target === null) return whole;
    const path = target.page?.path ?? (image === '!' ? target.file.replace(/^docs\//, '') : null);
    return path === null ? label : `${image}[${label}](${posix.relative(posix.dirname(page.path), path)}${target.anchor})`;
  });
}
