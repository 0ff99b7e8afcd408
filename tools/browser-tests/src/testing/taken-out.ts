import type { Locator, Page } from 'playwright-core';

/** What the page then has of an element that was taken out of it. */
export interface TakenOut {
  kept: Element;
  /** The events that it fired since. */
  heard: string[];
}

/** Takes the element out of its page. What it fires from then on may reach no window, so it is heard at the element itself. */
export function takeOut(element: Locator): Promise<void> {
  return element.evaluate((kept) => {
    const heard: string[] = [];
    Object.assign(globalThis, { kept, heard });
    for (const type of ['service-initialized', 'service-registered', 'service-configuration-saved']) {
      kept.addEventListener(type, () => heard.push(`${type} ${kept.isConnected ? 'in the page' : 'outside'}`));
    }
    kept.remove();
  });
}

/** What was fired since, and whether the element was in the page then. */
export function heardOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as TakenOut).heard);
}

/** Puts the element back; `isBrief`: and takes it out again in the same task. */
export function putBack(page: Page, isBrief = false): Promise<void> {
  return page.evaluate((brief) => {
    const { kept } = globalThis as unknown as TakenOut;
    document.body.append(kept);
    if (brief) kept.remove();
  }, isBrief);
}
