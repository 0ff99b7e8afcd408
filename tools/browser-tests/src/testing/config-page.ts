import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { configurationPath } from './api-paths';
import type { HostDocument } from './host-site';
import { heardOf, putBack, takeOut, type TakenOut } from './taken-out';
import type { Fault, Visitor } from './visitor';
import type { WidgetTests } from './widget-tests';

interface Opening extends Partial<HostDocument> {
  /** Given as a property, so that nothing but the widget could write it anywhere. Undefined: none is given. */
  token?: string;
  properties?: Record<string, unknown>;
  /** Before the token is there, and with it the first request. */
  prepare?: (page: ConfigPage) => Promise<unknown>;
  options?: BrowserContextOptions;
}

const page = '<main><h1>Shop</h1><button id="beside">Beside</button><service-config></service-config></main>';

/** A host page with `<service-config>` on it. */
export class ConfigPage {
  private constructor(readonly visitor: Visitor) {}

  static async open(tests: WidgetTests, { token, properties, prepare, options, body = page, head = '', ...document }: Opening) {
    const visitor = await tests.visit({ ...document, body, head: head + tests.script('widget.js') }, options);
    const it = new ConfigPage(visitor);
    await prepare?.(it);
    await it.give({ ...properties, ...(token !== undefined && { token }) });
    return it;
  }

  get page(): Page {
    return this.visitor.page;
  }

  get host(): Locator {
    return this.page.locator('service-config').first();
  }

  get heading(): Locator {
    return this.host.locator('h2');
  }

  /** The live region. */
  get status(): Locator {
    return this.host.locator('[role=status]');
  }

  button(name: string): Locator {
    return this.host.getByRole('button', { name, exact: true });
  }

  choice(name: string | RegExp): Locator {
    return this.host.locator('input').and(this.page.getByLabel(name, { exact: true }));
  }

  /** Waits until the live region says this. */
  async says(text: string | RegExp): Promise<void> {
    await this.status.filter({ hasText: text }).waitFor({ state: 'attached' });
  }

  give(properties: Record<string, unknown>): Promise<unknown> {
    return this.host.evaluate((element, given) => Object.assign(element, given) && null, properties);
  }

  /** The service answers this in place of what it would, to requests of the method; the next `times` of them when that is given. */
  answer(method: 'GET' | 'PATCH', fault: Fault, times = Number.POSITIVE_INFINITY): Promise<void> {
    return this.visitor.fault(configurationPath, fault, times, method);
  }

  /** A schema and its values, in place of those of the service. */
  offer(fields: unknown, configuration: unknown = {}): Promise<void> {
    return this.answer('GET', { status: 200, body: { schema: { fields }, configuration } });
  }

  /** Requests of the method wait until the answer is called. */
  hold(method: 'GET' | 'PATCH'): Promise<() => void> {
    return this.visitor.hold(configurationPath, method);
  }

  /** Resolves when the next request of the method has its whole answer. */
  async answered(method: 'GET' | 'PATCH'): Promise<void> {
    const response = await this.page.waitForResponse((answer) => answer.request().method() === method);
    await response.finished();
  }

  requests(method: 'GET' | 'PATCH'): Visitor['requests'] {
    return this.visitor.requestsTo(configurationPath).filter((request) => request.method === method);
  }

  /** What was sent to be saved, one after the other. */
  get sent(): unknown[] {
    return this.requests('PATCH').map(({ body }) => (JSON.parse(body ?? '') as { configuration: unknown }).configuration);
  }

  remove(): Promise<void> {
    return takeOut(this.host);
  }

  /** The removed element; `isBrief`: and takes it out again in the same task. */
  putBack(isBrief?: boolean): Promise<void> {
    return putBack(this.page, isBrief);
  }

  /** Waits until the removed element has this text inside; then gives the events that it fired. */
  async heardWith(text: string): Promise<string[]> {
    await this.page.waitForFunction((wanted) => (globalThis as unknown as TakenOut).kept.shadowRoot?.textContent.includes(wanted), text);
    return heardOf(this.page);
  }

  /** What has the focus within the widget, by its id, name or tag; null when the focus is elsewhere. */
  focused(): Promise<string | null> {
    return this.host.evaluate((element) => {
      const focused = element.shadowRoot?.activeElement;
      return focused ? focused.textContent?.trim() || focused.id || focused.localName : null;
    });
  }

  close(): Promise<void> {
    return this.visitor.close();
  }
}
