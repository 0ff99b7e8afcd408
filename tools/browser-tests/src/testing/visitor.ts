import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';

export const connectPath = '/api/system-connections/connect';
export const statusPath = /\/api\/widget\/connections\/[^/]+\/status$/;
/** The list of the tenant's shops. */
export const shopsPath = '/api/widget/connections';
export const configurationPath = '/api/widget/configuration';
export const connectionPath = '/api/widget/connection';

export const endpointsPath = '/api/widget/webhook-endpoints';

/** Of all widgets. */
export const widgetEvents = [
  'service-initialized',
  'service-registered',
  'service-settings',
  'service-configuration-saved',
  'service-disconnected',
  'service-reconnected',
  'service-removed',
  'service-token-refused',
  'service-endpoint-created',
  'service-endpoint-changed',
  'service-endpoint-deleted',
];

/** Replaces a response. `offline`: the request does not reach the service; `lost`: it does, but its response is lost. */
export type Fault = { status: number; headers?: Record<string, string>; body?: unknown } | 'offline' | 'lost';

export interface WidgetEvent {
  type: string;
  detail: unknown;
  target: string;
}

/** Generous, because the machine may be busy with other suites. */
const timeoutMs = 60_000;

/** A browser page, with everything that happens in it. */
export class Visitor {
  readonly console: string[] = [];
  readonly errors: string[] = [];
  readonly requests: { method: string; url: string; headers: Record<string, string>; body: string | null }[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(timeoutMs);
    page.on('console', (message) => this.console.push(message.text()));
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('request', (request) =>
      this.requests.push({ method: request.method(), url: request.url(), headers: request.headers(), body: request.postData() }),
    );
  }

  /** In a browser context of its own, which `close` closes. */
  static async with(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    // Without motion, because a spinner that turns keeps half a core busy.
    const context = await browser.newContext({ viewport: { width: 800, height: 900 }, reducedMotion: 'reduce', ...options });
    await context.addInitScript(recordEvents, widgetEvents);
    return new Visitor(await context.newPage());
  }

  /** The widget events that reached the window, in order. */
  events(): Promise<WidgetEvent[]> {
    return this.page.evaluate(() => (globalThis as unknown as { recordedEvents: WidgetEvent[] }).recordedEvents);
  }

  async eventTypes(): Promise<string[]> {
    return (await this.events()).map(({ type }) => type);
  }

  /** Waits until the window has seen so many events. */
  async untilEvents(count: number): Promise<void> {
    await this.page.waitForFunction(
      (expected) => (globalThis as unknown as { recordedEvents: unknown[] }).recordedEvents.length >= expected,
      count,
    );
  }

  requestsTo(path: string | RegExp): Visitor['requests'] {
    return this.requests.filter(
      ({ method, url }) => method !== 'OPTIONS' && (typeof path === 'string' ? url.endsWith(path) : path.test(url)),
    );
  }

  /** Applies to the next `times` requests to the path, of the method if given. Preflights pass. */
  async fault(path: string | RegExp, fault: Fault, times = Number.POSITIVE_INFINITY, method?: string): Promise<void> {
    let left = times;
    await this.page.route(matches(path), async (route) => {
      if (!isAffected(route, method) || left <= 0) return route.fallback();
      left -= 1;
      if (fault === 'lost') {
        await route.fetch();
        return route.abort('connectionreset');
      }
      if (fault === 'offline') return route.abort('internetdisconnected');
      const { status, headers = {}, body = { type: '/problems/x', title: 'x', status, detail: 'x' } } = fault;
      const crossOrigin = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Date, Retry-After' };
      return route.fulfill({
        status,
        headers: { ...crossOrigin, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    });
  }

  /** Holds requests to the path, of the method if given, until the returned function is called. Preflights pass. */
  async hold(path: string | RegExp, method?: string): Promise<() => void> {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await this.page.route(matches(path), async (route) => {
      if (isAffected(route, method)) await isReleased;
      // The page may have aborted the request.
      await route.fallback().catch(() => undefined);
    });
    return release;
  }

  /** Resolves when the next request to the path, of the method if given, has its whole response. */
  async responded(path: string | RegExp, method?: string): Promise<void> {
    const response = await this.page.waitForResponse(
      (given) => matches(path)(new URL(given.url())) && (method === undefined || given.request().method() === method),
    );
    await response.finished();
  }

  /** Ends all faults and holds. */
  async restore(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** Every place where others could read the secret: attributes, storage, addresses, the console. */
  async leaksOf(secret: string): Promise<string[]> {
    const inPage = await this.page.evaluate((text) => {
      const places: string[] = [];
      const visit = (root: Document | ShadowRoot) => {
        for (const element of root.querySelectorAll('*')) {
          for (const { name, value } of element.attributes) if (value.includes(text)) places.push(`${element.localName} ${name}`);
          if (element.shadowRoot) visit(element.shadowRoot);
        }
      };
      visit(document);
      for (const storage of [localStorage, sessionStorage]) if (JSON.stringify({ ...storage }).includes(text)) places.push('storage');
      if (location.href.includes(text) || document.cookie.includes(text)) places.push('location');
      return places;
    }, secret);
    const addresses = this.requests.filter(({ url }) => url.includes(secret)).map(({ url }) => url);
    return [...inPage, ...addresses, ...this.console.filter((line) => line.includes(secret))];
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

function matches(path: string | RegExp): (url: URL) => boolean {
  return ({ pathname }) => (typeof path === 'string' ? pathname === path : path.test(pathname));
}

function isAffected(route: Route, method?: string): boolean {
  const requested = route.request().method();
  return method === undefined ? requested !== 'OPTIONS' : requested === method;
}

/** Runs in the page before its scripts. */
function recordEvents(types: string[]): void {
  const recorded: WidgetEvent[] = [];
  Object.assign(globalThis, { recordedEvents: recorded });
  for (const type of [...types, 'securitypolicyviolation']) {
    addEventListener(
      type,
      (event) => {
        const violation = event instanceof SecurityPolicyViolationEvent ? `${event.violatedDirective} ${event.blockedURI}` : null;
        recorded.push({ type, detail: violation ?? (event as CustomEvent<unknown>).detail, target: (event.target as Element).localName });
      },
      type === 'securitypolicyviolation',
    );
  }
}
