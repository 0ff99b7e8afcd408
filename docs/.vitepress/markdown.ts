import { relative } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { addressOf, root, targetOf } from './pages';

type Tokens = ReturnType<MarkdownRenderer['parse']>;

/** The anchors of GitHub, where the same pages are read. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Makes pages written for GitHub pages of the site, with nothing that a strict policy refuses. */
export function adapt(md: MarkdownRenderer): void {
  md.core.ruler.push('links', ({ tokens, env }) => {
    const { realPath, path } = env as MarkdownEnv & { realPath?: string };
    const source = relative(root, realPath ?? path);
    for (const token of tokens) if (token.children) token.children = siteLinks(token.children, source);
  });
  md.core.ruler.push('alignment', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token);
  });
  // A wide table scrolls by itself, also by keyboard.
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  md.renderer.rules.table_close = () => '</table></div>';
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    return token?.info === 'mermaid' ? diagram(token.content, headingBefore(tokens, index)) : (fence?.(tokens, index, ...rest) ?? '');
  };
}

/** Links to pages lead to their addresses. Other files of the repository are named only, because the site is served without it. */
function siteLinks(tokens: Tokens, source: string): Tokens {
  let isPlain = false;
  return tokens.filter((token) => {
    if (token.type === 'link_close' && isPlain) {
      isPlain = false;
      return false;
    }
    const target = token.type === 'link_open' ? targetOf(source, token.attrGet('href') ?? '') : null;
    if (target === null) return true;
    isPlain = target.page === null;
    if (target.page) token.attrSet('href', `/${addressOf(target.page)}${target.anchor}`);
    return !isPlain;
  });
}

function alignByClass(token: Tokens[number]): void {
  const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? [];
  if (side === undefined) return;
  token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
  token.attrJoin('class', `align-${side}`);
}

function headingBefore(tokens: Tokens, index: number): string {
  const heading = tokens.slice(0, index).findLastIndex(({ type }) => type === 'heading_open');
  return tokens[heading + 1]?.content ?? '';
}

/** Stands for an asterisk, which would otherwise make text italic. */
const asterisk = '\ue000';

/** Its colours are those of theme/style.css, so that it follows the appearance of the page. Mermaid ignores the direction of a group that has links to the outside. */
function diagram(text: string, title: string): string {
  const name = anchorOf(text.slice(0, 40));
  const source = text.replaceAll(/^ +direction \w+\n/gm, '').replaceAll('*', asterisk);
  const options = { bg: '#fff', fg: '#000', transparent: true, font: 'system-ui', nodeSpacing: 16, layerSpacing: 28, padding: 8 };
  const svg = renderMermaidSVG(source, options)
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/ style="--bg[^"]*"/, ' role="img"')
    .replace('<svg ', `<svg aria-label="Diagram: ${title.replaceAll(/["<&]/g, '')}" `)
    .replaceAll(/(id="|url\(#)/g, `$1${name}-`)
    .replaceAll('(no attributes)', '')
    .replaceAll(asterisk, '*');
  return `<div class="diagram" tabindex="0" v-pre>${svg}</div>`;
}
