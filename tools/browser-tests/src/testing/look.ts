import type { Page } from 'playwright-core';
import { axeFindings } from './axe';

const colourRules = ['color-contrast', 'link-in-text-block'];

/** Looks at what the page shows now: axe finds nothing and nothing sticks out, at both widths, in light and dark. */
export async function look(page: Page, state: string, [wide, narrow] = [1024, 390]): Promise<void> {
  const texts = new Set<string>();
  for (const { width, colorScheme, ...axe } of [
    { width: wide, colorScheme: 'light' },
    // In the dark only the colours differ.
    { width: wide, colorScheme: 'dark', rules: colourRules },
    { width: narrow, colorScheme: 'dark', rules: colourRules },
    { width: narrow, colorScheme: 'light' },
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    texts.add(await page.evaluate(() => getComputedStyle(document.body).color));
    const sticksOut = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
    const findings = await axeFindings(page, 'html', axe);
    expect({ state, width, colorScheme, findings, sticksOut }).toEqual({ state, width, colorScheme, findings: [], sticksOut: false });
  }
  expect([state, texts.size]).toEqual([state, 2]);
}
