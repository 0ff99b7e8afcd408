import type { Locator, Page } from 'playwright-core';

/** The reference of the API at /api/docs. */
export class ReferencePage {
  constructor(readonly page: Page) {}

  form(path: string, method: string): Locator {
    return this.page.locator(`form[data-path="${path}"][data-method="${method}"]`);
  }

  /** Opens the form that tries the operation. */
  async tryIt(path: string, method: string): Promise<Locator> {
    const form = this.form(path, method);
    await this.page.locator('details.try', { has: form }).locator('summary').click();
    return form;
  }
}
