import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { adapt, anchorOf } from './markdown';
import { addressOf, base, pages, pathOf, sections } from './pages';
import { codeColours, withoutInlineCode } from './policy';
import { writeTwins } from './twins';

const [front] = pages;

/** The site of the Markdown pages of this repository, which stay as GitHub shows them. */
export default defineConfig({
  base,
  srcDir: '..',
  srcExclude: ['{.ci,.data,.github,apps,docker,libs,tools}/**'],
  cacheDir: '../.nx/docs',
  rewrites: pathOf,
  cleanUrls: true,
  lang: 'en',
  title: front?.title ?? '',
  description: front?.description ?? '',
  // Without: an inline style, which the policy refuses.
  appearance: { disableTransition: false },
  metaChunk: true,
  markdown: {
    // Those of VitePress have too little contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    codeTransformers: [codeColours],
    config: adapt,
  },
  themeConfig: {
    sidebar: sections.map(({ text, pages }) => ({
      text,
      items: pages.map((page) => ({ text: page.title, link: `/${addressOf(page)}` })),
    })),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  transformHtml: (html, _, { siteConfig }) => withoutInlineCode(html, siteConfig.outDir),
  buildEnd: ({ outDir }) => {
    appendFileSync(join(outDir, 'vp-icons.css'), codeColours.getCSS());
    writeTwins(outDir);
  },
});
