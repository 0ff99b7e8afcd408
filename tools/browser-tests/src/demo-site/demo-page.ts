import type { Browser } from 'playwright-core';
import { connectPath, Visitor } from '../testing/visitor';

/** What the page keeps of its tenant. */
export interface Account {
  tenant_id: string;
  token: string;
}

export const openVisitor = (browser: Browser) => Visitor.with(browser, { viewport: { width: 1280, height: 900 } });

/** What can be read on the demo page. */
export const readDemoPage = (visitor: () => Visitor) => ({
  initialisations: () =>
    visitor()
      .requestsTo(connectPath)
      .filter(({ headers }) => !headers.authorization),
  logged: (name: string) => visitor().page.locator('#log li', { hasText: name }),
  account: () => visitor().page.evaluate(() => JSON.parse(localStorage.getItem('papermill-account') ?? 'null') as Account | null),
});
