import type { Locator } from 'playwright-core';
import { WidgetPage, type PageOptions } from './widget-page';
import type { WidgetTests } from './widget-tests';

/** A page with one `<service-webhooks>`. */
export class WebhooksPage extends WidgetPage {
  /** `token` undefined: the page sets none. */
  static async open(
    tests: WidgetTests,
    token: string | undefined,
    { prepare, options, body = '<main><button>Before</button><service-webhooks></service-webhooks></main>' }: PageOptions = {},
  ): Promise<WebhooksPage> {
    const visitor = await tests.visit({ body, head: tests.script('service-webhooks') }, options);
    await prepare?.(visitor);
    const page = new WebhooksPage(visitor, 'service-webhooks');
    if (token !== undefined) await page.set({ token });
    return page;
  }

  button(name: string): Locator {
    return this.host.getByRole('button', { name, exact: true });
  }

  press(name: string): Promise<void> {
    return this.button(name).first().click();
  }

  get address(): Locator {
    return this.host.getByLabel('Address');
  }

  async add(url: string): Promise<void> {
    await this.press('Add endpoint');
    await this.address.fill(url);
    await this.press('Save');
  }
}
