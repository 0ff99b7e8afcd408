import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '@sync/embedded-services';
import type { Stops } from '../programs';

const wide = { width: 1280, height: 900 };
const narrow = { width: 380, height: 800 };
/** Installers of platforms take their time. */
const timeoutMs = 120_000;
/** The page lays itself out again. */
const settleMs = 300;

/** The owner of a shop at a browser. Counts clicks, and notes what goes wrong on pages. */
export class Owner {
  clicks = 0;
  /** Exceptions that no script caught, with the address of the page. */
  readonly errors: string[] = [];
  /** Requests that fail belong here, too: the look at the shop, and a service that is away. */
  lastMessage = 'none';
  private shots = 0;

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
    private readonly name: string,
    private readonly folder: string | null,
  ) {
    page.setDefaultTimeout(timeoutMs);
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.lastMessage = `${message.text()} ${message.location().url}`;
    });
    page.on('dialog', (dialog) => {
      this.clicks += 1;
      dialog.accept().catch(() => undefined);
    });
  }

  /** `folder`: for screenshots; null: none. `name`: starts their names. */
  static async start(name: string, folder: string | null, stops: Stops): Promise<Owner> {
    const browser = await launchChromium();
    stops.push(() => browser.close());
    if (folder) mkdirSync(folder, { recursive: true });
    return Owner.at(browser, name, folder);
  }

  private static async at(browser: Browser, name: string, folder: string | null): Promise<Owner> {
    const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce' });
    return new Owner(browser, await context.newPage(), name, folder);
  }

  /** Without a session: for a copy of the shop, and for shoppers' pages. */
  another(name: string): Promise<Owner> {
    return Owner.at(this.browser, `${this.name}-${name}`, this.folder);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** One click of an owner. */
  async click(selector: string): Promise<void> {
    await this.page.locator(selector).first().click();
    this.clicks += 1;
  }

  /** Chooses a file: one click. */
  async choose(selector: string, file: string): Promise<void> {
    await this.page.locator(selector).setInputFiles(file);
    this.clicks += 1;
  }

  /** Pictures of the whole page: wide and narrow, in light and dark. */
  async shoot(name: string): Promise<void> {
    if (!this.folder) return;
    const number = String((this.shots += 1)).padStart(2, '0');
    const path = (kind: string) => join(this.folder ?? '', `${this.name}-${number}-${name.replaceAll(/\W+/g, '-')}-${kind}.png`);
    for (const [width, viewport] of Object.entries({ wide, narrow })) {
      await this.page.setViewportSize(viewport);
      for (const colorScheme of ['dark', 'light'] as const) {
        await this.page.emulateMedia({ colorScheme });
        await this.page.waitForTimeout(settleMs);
        await this.page.screenshot({ path: path(`${width}-${colorScheme}`), fullPage: true });
      }
    }
    await this.page.setViewportSize(wide);
  }
}
