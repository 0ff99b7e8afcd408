import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { shopsPath, statusPath, Visitor } from './visitor';
import { WidgetPage, type PageOptions } from './widget-page';
import type { WidgetTests } from './widget-tests';

/** A page with one `<service-connector>`. */
export class ConnectorPage extends WidgetPage {
  readonly generate: Locator;
  /** Generates another token. */
  readonly renew: Locator;
  /** With the connection token. */
  readonly field: Locator;
  readonly retry: Locator;
  readonly connected: Locator;

  private constructor(visitor: Visitor) {
    super(visitor, 'service-connector');
    this.generate = this.page.getByRole('button', { name: 'Generate token' });
    this.renew = this.page.getByRole('button', { name: 'Generate a new token' });
    this.field = this.page.getByRole('textbox', { name: 'Connection token' });
    this.retry = this.page.getByRole('button', { name: 'Try again' });
    this.connected = this.page.getByRole('heading', { name: 'Connected successfully' });
  }

  /** `{}` as the element in the body stands for the attributes. */
  static async open(
    tests: WidgetTests,
    attributes: Readonly<Record<string, string>>,
    { prepare, options, body = '{}', head = tests.script('service-connector'), ...document }: PageOptions = {},
  ): Promise<ConnectorPage> {
    const visitor = await Visitor.with(tests.browser, options);
    await prepare?.(visitor);
    const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    const element = `<service-connector${given.join('')}></service-connector>`;
    await visitor.page.goto(tests.site.page({ head, body: body.replace('{}', element), ...document }));
    return new ConnectorPage(visitor);
  }

  /** Generates a token and returns it once it is shown. */
  async newToken(): Promise<string> {
    const before = (await this.field.isVisible()) ? await this.field.inputValue() : '';
    await this.generate.or(this.renew).click();
    await this.page.waitForFunction(
      (old) => ![old, undefined].includes(document.querySelector('service-connector')?.shadowRoot?.querySelector('input')?.value),
      before,
    );
    return this.field.inputValue();
  }

  /** Whether the page is in the background. */
  async hide(isHidden: boolean): Promise<void> {
    await this.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  }

  /** How often the element has asked for the shops. */
  listings(): number {
    return this.visitor.requests.filter(({ method, url }) => method === 'GET' && new URL(url).pathname === shopsPath).length;
  }

  /** The connections that were polled, in order. */
  polls(): string[] {
    return this.visitor.requestsTo(statusPath).map(({ url }) => url.split('/').at(-2) ?? '');
  }

  async untilPolls(count: number): Promise<void> {
    for (const deadline = Date.now() + 60_000; this.polls().length < count; await sleep(20)) {
      if (Date.now() > deadline) throw new Error(`Only ${this.polls().length} of ${count} polls within a minute`);
    }
  }

  /** Advances the clock of the page by so many polling intervals, one by one. */
  async passIntervals(count: number): Promise<void> {
    for (let interval = 0; interval < count; interval++) await this.page.clock.fastForward(3_000);
    await this.page.waitForTimeout(100);
  }
}
