import type { Locator } from 'playwright-core';
import { configurationPath, type Fault, type Visitor } from './visitor';
import { WidgetPage, type PageOptions } from './widget-page';
import type { WidgetTests } from './widget-tests';

export interface ConfigPageOptions extends Omit<PageOptions, 'prepare'> {
  /** Set as a property, so that any other place of it is a leak. Undefined: the page sets none. */
  token?: string;
  properties?: Record<string, unknown>;
  /** Runs before the token is set and the widget sends its first request. */
  prepare?: (page: ConfigPage) => Promise<unknown>;
}

const defaultBody = '<main><h1>Shop</h1><button id="beside">Beside</button><service-config></service-config></main>';

/** A page with one `<service-config>`. */
export class ConfigPage extends WidgetPage {
  readonly heading: Locator;
  readonly select: Locator;

  private constructor(visitor: Visitor) {
    super(visitor, 'service-config');
    this.heading = this.host.getByRole('heading');
    this.select = this.host.locator('select');
  }

  static async open(
    tests: WidgetTests,
    { token, properties, prepare, options, body = defaultBody, head = '', ...document }: ConfigPageOptions,
  ) {
    const visitor = await tests.visit({ ...document, body, head: head + tests.script('service-config') }, options);
    const page = new ConfigPage(visitor);
    await prepare?.(page);
    await page.set({ ...properties, ...(token !== undefined && { token }) });
    return page;
  }

  button(name: string): Locator {
    return this.host.getByRole('button', { name, exact: true });
  }

  choice(name: string | RegExp): Locator {
    return this.host.locator('input').and(this.page.getByLabel(name, { exact: true }));
  }

  /** The label of the option that the select shows. */
  selected(): Promise<string | undefined> {
    return this.select.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
  }

  async save(): Promise<void> {
    await this.button('Save').click();
  }

  /** Saves, and waits for the success message. */
  async saveAll(): Promise<void> {
    await this.save();
    await this.says('Changes saved');
  }

  /** Replaces responses to the method, all of them or the next `times`. */
  respond(method: 'GET' | 'PATCH', fault: Fault, times?: number): Promise<void> {
    return this.visitor.fault(configurationPath, fault, times, method);
  }

  /** Replaces the schema and the values of the service. */
  offer(fields: unknown, configuration: unknown = {}): Promise<void> {
    return this.respond('GET', { status: 200, body: { schema: { fields }, configuration } });
  }

  hold(method: 'GET' | 'PATCH'): Promise<() => void> {
    return this.visitor.hold(configurationPath, method);
  }

  responded(method: 'GET' | 'PATCH'): Promise<void> {
    return this.visitor.responded(configurationPath, method);
  }

  requests(method: 'GET' | 'PATCH'): Visitor['requests'] {
    return this.visitor.requestsTo(configurationPath).filter((request) => request.method === method);
  }

  /** The configurations that were sent, in order. */
  get sent(): unknown[] {
    return this.requests('PATCH').map(({ body }) => (JSON.parse(body ?? '') as { configuration: unknown }).configuration);
  }
}
