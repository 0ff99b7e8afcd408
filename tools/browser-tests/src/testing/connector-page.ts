import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { HostDocument } from './host-site';
import { Visitor } from './visitor';
import type { WidgetTests } from './widget-tests';

export const connectPath = '/api/system-connections/connect';
export const statusPath = /\/api\/widget\/connections\/[^/]+\/status$/;

/** Requests to the path wait until this is called. */
export async function held(visitor: Visitor, path: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await visitor.page.route(
    (url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)),
    async (route) => {
      if (route.request().method() !== 'OPTIONS') await isReleased;
      return route.fallback();
    },
  );
  return release;
}

export interface ConnectorPageOptions extends Partial<HostDocument> {
  /** Before the page is opened. */
  prepare?: (visitor: Visitor) => Promise<unknown>;
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
    { prepare, ...document }: ConnectorPageOptions = {},
  ): Promise<ConnectorPage> {
    const visitor = await Visitor.with(tests.browser);
    visitor.page.setDefaultTimeout(15_000);
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

  /** Text of the element as it is shown. */
  text(): Promise<string> {
    return this.host.evaluate((element) => element.shadowRoot?.querySelector<HTMLElement>('.frame')?.innerText ?? '');
  }

  /** Connections whose status was asked for, in order. */
  looks(): string[] {
    return this.visitor.requestsTo(statusPath).map(({ url }) => url.split('/').at(-2) ?? '');
  }

  /** Rejects after 15 seconds. */
  async until(isSo: () => boolean): Promise<void> {
    for (const deadline = Date.now() + 15_000; !isSo(); await sleep(20)) {
      if (Date.now() > deadline) throw new Error(`It never came to be: ${isSo.toString()}`);
    }
  }

  async close(): Promise<void> {
    await this.visitor.close();
  }
}
