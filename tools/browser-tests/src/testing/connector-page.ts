import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { statusPath } from './api-paths';
import type { HostDocument } from './host-site';
import { heardOf, putBack, takeOut } from './taken-out';
import { Visitor } from './visitor';
import type { WidgetTests } from './widget-tests';

export interface ConnectorPageOptions extends Partial<HostDocument> {
  /** Before the page is opened. */
  prepare?: (visitor: Visitor) => Promise<unknown>;
  options?: BrowserContextOptions;
}

/** A page with one `<service-connector>`, in English unless the document says otherwise. */
export class ConnectorPage {
  readonly host: Locator;
  readonly generate: Locator;
  readonly another: Locator;
  /** With the connection token. */
  readonly field: Locator;
  readonly retry: Locator;
  /** The live region. */
  readonly said: Locator;
  readonly connected: Locator;

  private constructor(
    readonly visitor: Visitor,
    readonly page: Page,
  ) {
    this.host = page.locator('service-connector');
    this.generate = page.getByRole('button', { name: 'Generate token' });
    this.another = page.getByRole('button', { name: 'Generate a new token' });
    this.field = page.getByRole('textbox', { name: 'Connection token' });
    this.retry = page.getByRole('button', { name: 'Try again' });
    this.said = page.getByRole('status');
    this.connected = page.getByRole('heading', { name: 'Connected successfully' });
  }

  /** `attributes`: of the element. */
  static async open(
    tests: WidgetTests,
    attributes: Readonly<Record<string, string>>,
    { prepare, options, ...document }: ConnectorPageOptions = {},
  ): Promise<ConnectorPage> {
    const visitor = await Visitor.with(tests.browser, options);
    await prepare?.(visitor);
    const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    const body = `<service-connector${given.join('')}></service-connector>`;
    const head = tests.script('connector-widget.js');
    await visitor.page.goto(tests.site.page({ head, body, ...document }));
    return new ConnectorPage(visitor, visitor.page);
  }

  /** Asks for a token, and gives it as soon as it is shown. */
  async newToken(): Promise<string> {
    const before = (await this.field.isVisible()) ? await this.field.inputValue() : '';
    await this.generate.or(this.another).click();
    await this.page.waitForFunction(
      (old) => ![old, undefined].includes(document.querySelector('service-connector')?.shadowRoot?.querySelector('input')?.value),
      before,
    );
    return this.field.inputValue();
  }

  /** From then on `heard` has the events that it fires. */
  remove(): Promise<void> {
    return takeOut(this.host);
  }

  heard(): Promise<string[]> {
    return heardOf(this.page);
  }

  /** The removed element; `isBrief`: and takes it out again in the same task. */
  putBack(isBrief?: boolean): Promise<void> {
    return putBack(this.page, isBrief);
  }

  /** Text of the element as it is shown. */
  text(): Promise<string> {
    return this.host.evaluate((element) => element.shadowRoot?.querySelector<HTMLElement>('.frame')?.innerText ?? '');
  }

  /** Connections whose status was asked for, in order. */
  looks(): string[] {
    return this.visitor.requestsTo(statusPath).map(({ url }) => url.split('/').at(-2) ?? '');
  }

  /** Rejects after a minute. */
  async until(isSo: () => boolean): Promise<void> {
    for (const deadline = Date.now() + 60_000; !isSo(); await sleep(20)) {
      if (Date.now() > deadline) throw new Error(`It never came to be: ${isSo.toString()}`);
    }
  }

  async close(): Promise<void> {
    await this.visitor.close();
  }
}
