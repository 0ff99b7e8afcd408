import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { widgetElements } from '../testing/widget-tests';

const wide = { width: 1280, height: 860 };
const narrow = { width: 390, height: 844 };
/** The page lays itself out again. */
const settleMs = 300;
/** Of a longer page, such as the reference, the part with the focus is shown. */
const maxHeight = 8_000;

/** What a user looks at: a page, or the text in a terminal. */
export type Seen = Page | string;

export interface WalkedStep {
  text: string;
  seconds: number;
  /** Names of files by how they look. */
  pictures: Readonly<Record<string, string>>;
}

/** What one kind of user does, step by step, with the time and the pictures of each step. */
export class Walk {
  readonly steps: WalkedStep[] = [];

  constructor(
    readonly user: string,
    private readonly folder: string,
  ) {}

  get seconds(): number {
    return this.steps.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** `act` returns what the user sees at the end of the step. */
  async step(text: string, act: () => Promise<Seen>): Promise<void> {
    const startedAt = performance.now();
    const seen = await act();
    const seconds = (performance.now() - startedAt) / 1_000;
    this.steps.push({ text, seconds, pictures: typeof seen === 'string' ? this.write(seen) : await this.shoot(seen) });
  }

  private write(text: string): WalkedStep['pictures'] {
    const name = this.fileName('terminal', 'txt');
    writeFileSync(join(this.folder, name), text);
    return { text: name };
  }

  /** Light, dark, narrow, and, where a widget is on the page, from right to left. */
  private async shoot(page: Page): Promise<WalkedStep['pictures']> {
    const pictures: Record<string, string> = {};
    const take = async (look: string) => {
      await page.waitForTimeout(settleMs);
      pictures[look] = this.fileName(look, 'png');
      const fullPage = (await page.evaluate(() => document.documentElement.scrollHeight)) <= maxHeight;
      if (!fullPage)
        await page.evaluate(() => document.activeElement?.matches('body') || document.activeElement?.scrollIntoView({ block: 'center' }));
      await page.screenshot({ path: join(this.folder, pictures[look]), fullPage, animations: 'disabled' });
    };
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(mayBeDark);
    await take('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await take('light');
    await page.setViewportSize(narrow);
    await take('narrow');
    await page.setViewportSize(wide);
    if ((await setLocale(page, 'ar')) > 0) await take('right to left');
    await setLocale(page, null);
    return pictures;
  }

  private fileName(look: string, kind: string): string {
    return `${`${this.user} ${this.steps.length + 1} ${look}`.toLowerCase().replaceAll(/\W+/g, '-')}.${kind}`;
  }
}

/** The pages that embed widgets here have no style, and a page without any is light. */
function mayBeDark(): void {
  const { style } = document.documentElement;
  if (getComputedStyle(document.documentElement).colorScheme === 'normal') style.colorScheme = 'light dark';
}

/** Of every widget. Returns how many there are. */
const setLocale = (page: Page, locale: string | null) =>
  page.locator(widgetElements.join()).evaluateAll((all, to) => {
    for (const element of all) element.toggleAttribute('locale', to !== null);
    for (const element of all) if (to !== null) element.setAttribute('locale', to);
    return all.length;
  }, locale);
