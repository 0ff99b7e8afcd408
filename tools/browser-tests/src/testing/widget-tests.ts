import { launchChromium } from '@sync/embedded-services';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { HostSite, type HostDocument } from './host-site';
import { RunningService, type onePage } from './running-service';
import { Visitor } from './visitor';

export const widgetElements = ['service-connector', 'service-config', 'service-webhooks'] as const;
export type WidgetElement = (typeof widgetElements)[number];
export const scriptOf = {
  'service-connector': 'connector-widget.js',
  'service-config': 'widget.js',
  'service-webhooks': 'webhooks-widget.js',
} as const;

/** The service, a host site on another origin, and a browser. */
export class WidgetTests {
  private constructor(
    readonly service: RunningService,
    readonly site: HostSite,
    readonly browser: Browser,
  ) {}

  /** `database` null: on the Postgres that the service brings along. */
  static async start(
    environment: Record<string, string> = {},
    database?: null,
    site?: HostSite,
    sizes?: typeof onePage,
  ): Promise<WidgetTests> {
    // The browser last: one left behind by a service that did not start would keep the test run from ending.
    const [service, host] = await Promise.all([RunningService.start(environment, database, sizes), site ?? HostSite.start()]);
    return new WidgetTests(service, host, await launchChromium());
  }

  /** The script tags that a host page adds; without elements, those of all widgets. */
  script(...elements: WidgetElement[]): string {
    return (elements.length > 0 ? elements : widgetElements)
      .map((element) => `<script src="${this.service.url}/widgets/v1/${scriptOf[element]}" defer></script>`)
      .join('');
  }

  /** Opens a new page of the host site. */
  async visit(document: HostDocument, options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await Visitor.with(this.browser, options);
    await visitor.page.goto(this.site.page(document));
    return visitor;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.site.stop(), this.service.stop()]);
  }
}
