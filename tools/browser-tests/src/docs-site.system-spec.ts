import { readFileSync } from 'node:fs';
import { launchChromium } from '@sync/embedded-services';
import type { Browser } from 'playwright-core';
import { axeFindings } from './testing/axe';
import { RunningService } from './testing/running-service';
import { Visitor } from './testing/visitor';

const wide = { width: 1280, height: 800 };
const narrow = { width: 375, height: 800 };
const colourRules = ['color-contrast', 'link-in-text-block'];
/** Of the search dialog of VitePress: its results are links in options. */
const known = /^(nested-interactive|label-content-name-mismatch): .*(LocalSearchBox|localsearch-item|a\[)/;

/** Addresses in a Markdown file: links and images, outside of code. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

const wordsOf = (markdown: string) => markdown.replaceAll(/\]\([^)\s]*\)/g, ']').replaceAll(/[[\]!]/g, '');

describe('the documentation at /docs/', () => {
  let service: RunningService;
  let browser: Browser;
  let visitor: Visitor;
  /** Addresses of the Markdown twins, from llms.txt. */
  let twins: string[];

  const get = async (path: string) => {
    const response = await fetch(new URL(path, `${service.url}/docs/`));
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const pageOf = (twin: string) => twin.replace(/(index)?\.md$/, '');
  const complaints = async () => [...visitor.console, ...visitor.errors, ...(await visitor.events()).map(({ detail }) => detail)];

  beforeAll(async () => {
    [service, browser] = await Promise.all([RunningService.start({ DEMO: '0' }), launchChromium()]);
    twins = linksIn((await get('llms.txt')).text);
  });
  beforeEach(async () => {
    visitor = await Visitor.with(browser);
  });
  afterEach(() => visitor.close());
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it('has every page that its sidebar lists, and llms.txt lists each of them with what it says', async () => {
    const { page } = visitor;
    await page.goto(`${service.url}/docs/`);
    const listed = await page.locator('.VPSidebar a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(twins.map(pageOf)).toEqual(listed);
    expect(listed.length).toBeGreaterThan(45);
    expect((await get('llms.txt')).text.match(/^- \[.+\]\(\/docs\/.+\.md\): \S.{15,}\.$/gm)).toHaveLength(listed.length);
  });

  it('shows every page under its strict policy, wide and narrow, in light and dark, without a finding of axe', async () => {
    const { page } = visitor;
    const colours = new Set<string>();
    for (const path of twins.map(pageOf)) {
      await page.setViewportSize(wide);
      await page.emulateMedia({ colorScheme: 'light' });
      const response = await page.goto(service.url + path);
      await page.locator('.vp-doc h1').waitFor();
      expect(response?.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      // Around the page's own content all look the same.
      const part = path === '/docs/' ? 'html' : 'main';
      const findings = await axeFindings(page, part);
      colours.add(await page.evaluate(() => getComputedStyle(document.body).color));
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark').waitFor();
      colours.add(await page.evaluate(() => getComputedStyle(document.body).color));
      findings.push(...(await axeFindings(page, part, { rules: colourRules })));
      await page.setViewportSize(narrow);
      const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      const broken = await page
        .locator('img')
        .evaluateAll(
          (images) =>
            images.filter((image) => !(image as HTMLImageElement).complete || (image as HTMLImageElement).naturalWidth === 0).length,
        );
      expect({ path, findings, sticksOut, broken, said: await complaints() }).toEqual({
        path,
        findings: [],
        sticksOut: false,
        broken: 0,
        said: [],
      });
    }
    expect(colours.size).toBe(2);
  });

  it('opens from page to page, finds a word, and keeps the chosen appearance', async () => {
    const { page } = visitor;
    await page.setViewportSize(narrow);
    await page.goto(`${service.url}/docs/`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Architecture' }).first().click();
    await page.locator('h1', { hasText: 'Architecture' }).waitFor();
    expect(await axeFindings(page, 'html')).toEqual([]);
    await page.setViewportSize(wide);
    await page.getByRole('switch').first().click();
    await page.locator('html.dark').waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#localsearch-input').fill('tombstone');
    await page.locator('.results a').first().waitFor();
    expect((await axeFindings(page, 'html')).filter((finding) => !known.test(finding))).toEqual([]);
    await page.locator('.results a').first().click();
    await page.locator('.vp-doc', { hasText: 'tombstone' }).waitFor();
    await page.reload();
    await page.locator('html.dark').waitFor();
    expect(await complaints()).toEqual([]);
  });

  it('has no dead link, from its pages and from their twins', async () => {
    const html = new Map<string, string>();
    const dead: string[] = [];
    /** Empty: it is not there. */
    const found = async (path: string) => {
      const { status, text } = await get(path);
      return status === 200 ? text : '';
    };
    const isAlive = async (from: string, link: string) => {
      const { origin, pathname, hash } = new URL(link, service.url + from);
      if (origin !== service.url) return true;
      if (!html.has(pathname)) html.set(pathname, await found(pathname));
      const text = html.get(pathname) ?? '';
      const hasNoIds = hash === '' || !pathname.startsWith('/docs/') || pathname.endsWith('.md');
      return text !== '' && (hasNoIds || text.includes(` id="${decodeURIComponent(hash).slice(1)}"`));
    };
    for (const twin of twins) {
      const { text } = await get(pageOf(twin));
      const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
      expect([twin, links.length > 20]).toEqual([twin, true]);
      for (const link of new Set(links)) if (!(await isAlive(pageOf(twin), link))) dead.push(`${pageOf(twin)} ${link}`);
      for (const link of linksIn((await get(twin)).text)) if (!(await isAlive(twin, link))) dead.push(`${twin} ${link}`);
    }
    expect(dead).toEqual([]);
    expect(html.size).toBeGreaterThan(100);
    expect(await isAlive('/docs/', 'missing')).toBe(false);
    expect(await isAlive('/docs/', 'callers#missing')).toBe(false);
  });

  it('gives each page as Markdown, word for word, and all of them in one file', async () => {
    const { text: all } = await get('llms-full.txt');
    for (const twin of twins) {
      const name = twin.slice('/docs/'.length);
      const inDocs = name.replace(/index\.md$/, 'README.md').replace('security', 'SECURITY');
      const source = ['index.md', 'contributing.md', 'changelog.md'].includes(name)
        ? name.replace('index', 'readme').replace(/^\w+/, (word) => word.toUpperCase())
        : `docs/${inDocs}`;
      const { text } = await get(twin);
      expect([twin, wordsOf(text)]).toEqual([twin, wordsOf(readFileSync(source, 'utf8'))]);
      expect([twin, all.includes(text)]).toEqual([twin, true]);
    }
  });

  it('has addresses without extensions, and a page for those that do not exist', async () => {
    const { page } = visitor;
    for (const [asked, found] of [
      ['/docs', '/docs/'],
      ['/docs/operations', '/docs/operations/'],
    ] as const)
      expect((await fetch(service.url + asked)).url).toBe(service.url + found);
    const response = await page.goto(`${service.url}/docs/nothing/here`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await axeFindings(page, 'html')).toEqual([]);
    expect((await visitor.events()).map(({ detail }) => detail)).toEqual([]);
    for (const path of ['/docs/..%2f..%2fpackage.json', '/docs/%2e%2e/%2e%2e/package.json']) expect((await get(path)).status).toBe(404);
  });
});
