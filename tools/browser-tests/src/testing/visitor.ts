import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';

/** What the service would answer in bad moments; `offline`: it gets nothing, and answers nothing; `lost`: it does what it is asked, and nobody hears of it. */
export type Fault = { status: number; headers?: Record<string, string>; body?: unknown } | 'offline' | 'lost';

/** For whatever a page should do at once: also on a machine that is busy with other things. */
const patienceMs = 60_000;

/** Somebody with a browser, and all that happens in it. */
export class Visitor {
  readonly console: string[] = [];
  readonly errors: string[] = [];
  readonly requests: { method: string; url: string; headers: Record<string, string>; body: string | null }[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(patienceMs);
    page.on('console', (message) => this.console.push(message.text()));
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('request', (request) =>
      this.requests.push({ method: request.method(), url: request.url(), headers: request.headers(), body: request.postData() }),
    );
  }

  /** In a context of its own: nothing is shared with other visitors. Close the page's context in the end. */
  static async with(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
    await context.addInitScript(watchEvents);
    return new Visitor(await context.newPage());
  }

  /** Events of the widgets that reached the window, in their order. */
  events(): Promise<{ type: string; detail: unknown; target: string }[]> {
    return this.page.evaluate(
      () => (globalThis as unknown as { seenEvents: { type: string; detail: unknown; target: string }[] }).seenEvents,
    );
  }

  requestsTo(path: string | RegExp): Visitor['requests'] {
    return this.requests.filter(
      ({ method, url }) => method !== 'OPTIONS' && (typeof path === 'string' ? url.endsWith(path) : path.test(url)),
    );
  }

  /** From now on this is what requests to the path, of the method when one is given, get; the next `times` of them. Preflights are answered as usual. */
  async fault(path: string | RegExp, fault: Fault, times = Number.POSITIVE_INFINITY, method?: string): Promise<void> {
    let left = times;
    await this.page.route(matches(path), async (route) => {
      if (!isAsked(route, method) || left <= 0) return route.fallback();
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

  /** From now on requests to the path, of the method when one is given, wait until the answer is called. Preflights are answered as usual. */
  async hold(path: string | RegExp, method?: string): Promise<() => void> {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await this.page.route(matches(path), async (route) => {
      if (isAsked(route, method)) await isReleased;
      // Whoever asked may have gone.
      await route.fallback().catch(() => undefined);
    });
    return release;
  }

  /** The service answers again. */
  async mend(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** Where a secret can be read by somebody who should not: none of these may be a place of it. */
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

/** Any but a preflight when no method is given. */
function isAsked(route: Route, method?: string): boolean {
  const asks = route.request().method();
  return method === undefined ? asks !== 'OPTIONS' : asks === method;
}

/** Runs in the page before any script of it. */
function watchEvents(): void {
  const seen: { type: string; detail: unknown; target: string }[] = [];
  Object.assign(globalThis, { seenEvents: seen });
  for (const type of ['service-initialized', 'service-registered', 'service-configuration-saved', 'securitypolicyviolation']) {
    addEventListener(
      type,
      (event) => {
        const violation = event instanceof SecurityPolicyViolationEvent ? `${event.violatedDirective} ${event.blockedURI}` : null;
        seen.push({ type, detail: violation ?? (event as CustomEvent<unknown>).detail, target: (event.target as Element).localName });
      },
      type === 'securitypolicyviolation',
    );
  }
}
