import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const wide = { width: 1280, height: 860 };
const narrow = { width: 390, height: 844 };
/** The page lays itself out again. */
const settleMs = 300;

export interface WalkedStep {
  text: string;
  seconds: number;
  /** Names of files. */
  pictures: string[];
}

/** What one kind of user does, step by step, with the time and the pictures of each step. */
export class Walk {
  readonly steps: WalkedStep[] = [];

  constructor(
    readonly user: string,
    private readonly folder: string,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  get seconds(): number {
    return this.steps.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** `page`: what the user sees at the end of the step. */
  async step(text: string, page: Page, act: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await act();
    const seconds = (performance.now() - startedAt) / 1_000;
    this.steps.push({ text, seconds, pictures: await this.shoot(page) });
  }

  /** The whole page: light, dark, narrow, and, where a widget is on it, from right to left. */
  private async shoot(page: Page): Promise<string[]> {
    const pictures: string[] = [];
    const take = async (look: string) => {
      await page.waitForTimeout(settleMs);
      const name = `${`${this.user} ${this.steps.length + 1} ${look}`.toLowerCase().replaceAll(/\W+/g, '-')}.png`;
      await page.screenshot({ path: join(this.folder, name), fullPage: true, animations: 'disabled' });
      pictures.push(name);
    };
    await page.emulateMedia({ colorScheme: 'dark' });
    await take('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await take('light');
    await page.setViewportSize(narrow);
    await take('narrow');
    await page.setViewportSize(wide);
    if ((await setLocale(page, 'ar')) > 0) await take('right-to-left');
    await setLocale(page, null);
    return pictures;
  }
}

/** Of every widget. Returns how many there are. */
const setLocale = (page: Page, locale: string | null) =>
  page.locator('service-connector, service-config').evaluateAll((all, to) => {
    for (const element of all) element.toggleAttribute('locale', to !== null);
    for (const element of all) if (to !== null) element.setAttribute('locale', to);
    return all.length;
  }, locale);
