import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { HostDocument } from './host-site';
import { widgetEvents, type Visitor } from './visitor';
import type { WidgetElement } from './widget-tests';

export interface PageOptions extends Partial<HostDocument> {
  /** Runs before the widget can send its first request. */
  prepare?: (visitor: Visitor) => Promise<unknown>;
  /** Of the browser. */
  options?: BrowserContextOptions;
}

/** What the page keeps of an element that a test has removed. */
interface Removed {
  kept: Element;
  /** The events it has fired since. */
  heard: string[];
}

/** A page with one widget, in English unless the document says otherwise. */
export class WidgetPage {
  readonly page: Page;
  readonly host: Locator;
  /** The live region. */
  readonly status: Locator;

  constructor(
    readonly visitor: Visitor,
    element: WidgetElement,
  ) {
    this.page = visitor.page;
    this.host = this.page.locator(element).first();
    this.status = this.host.locator('[role=status]');
  }

  /** Waits until the live region says this. */
  async says(text: string | RegExp): Promise<void> {
    await this.status.filter({ hasText: text }).waitFor({ state: 'attached' });
  }

  /** Waits until the text is visible. */
  async shows(text: string | RegExp): Promise<void> {
    await this.host.getByText(text).and(this.page.locator(':visible')).first().waitFor();
  }

  /** Sets properties. */
  async set(properties: object): Promise<void> {
    await this.host.evaluate((element, given) => void Object.assign(element, given), properties);
  }

  /** Null removes the attribute. */
  async setAttribute(name: string, value: string | null): Promise<void> {
    await this.host.evaluate((element, [key, text]) => (text === null ? element.removeAttribute(key) : element.setAttribute(key, text)), [
      name,
      value,
    ] as const);
  }

  /** The visible text of the element. */
  text(): Promise<string> {
    return this.host.evaluate((element) => element.shadowRoot?.querySelector<HTMLElement>('.frame')?.innerText ?? '');
  }

  /** The text or tag of the focused control inside the widget; null when the focus is elsewhere. */
  focused(): Promise<string | null> {
    return this.host.evaluate((element) => {
      const focused = element.shadowRoot?.activeElement as HTMLElement | null | undefined;
      return focused ? (focused.innerText || focused.localName).trim() : null;
    });
  }

  /** Moves the element to another place in the page. */
  async move(): Promise<void> {
    await this.host.evaluate((element) => document.body.appendChild(document.createElement('main')).append(element));
  }

  /** Removes the element. Its later events may reach no window, so they are recorded at the element. */
  remove(): Promise<void> {
    return this.host.evaluate((kept, types) => {
      const heard: string[] = [];
      Object.assign(globalThis, { kept, heard });
      for (const type of types) {
        kept.addEventListener(type, () => heard.push(`${type} ${kept.isConnected ? 'in the page' : 'outside'}`));
      }
      kept.remove();
    }, widgetEvents);
  }

  async setOnRemoved(properties: object): Promise<void> {
    await this.page.evaluate((given) => void Object.assign((globalThis as unknown as Removed).kept, given), properties);
  }

  /** Waits for a text inside the removed element. */
  async removedShows(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => (globalThis as unknown as Removed).kept.shadowRoot?.textContent.includes(wanted), text);
  }

  /** The events since the removal, and whether the element was in the page. */
  heard(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as unknown as Removed).heard);
  }

  /** `isBrief`: removes the element again in the same task. */
  putBack(isBrief = false): Promise<void> {
    return this.page.evaluate((brief) => {
      const { kept } = globalThis as unknown as Removed;
      document.body.append(kept);
      if (brief) kept.remove();
    }, isBrief);
  }

  /** For checks that nothing happens. */
  async aMoment(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await this.page.waitForTimeout(200);
  }
}
