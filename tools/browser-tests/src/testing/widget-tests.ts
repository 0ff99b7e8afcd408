import { launchChromium } from '@sync/embedded-services';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { HostSite, type HostDocument } from './host-site';
import { RunningService } from './running-service';
import { Visitor } from './visitor';

export type WidgetScript = 'connector-widget.js' | 'widget.js';

/** What the browser tests of widgets stand on: the service, a host site on another origin, a browser. */
export class WidgetTests {
  private constructor(
    readonly service: RunningService,
    readonly site: HostSite,
    readonly browser: Browser,
  ) {}

  /** `database` null: on the Postgres that the service brings along. */
  static async start(environment: Record<string, string> = {}, database?: null): Promise<WidgetTests> {
    const [service, site, browser] = await Promise.all([RunningService.start(environment, database), HostSite.start(), launchChromium()]);
    return new WidgetTests(service, site, browser);
  }

  /** The one line that a host page adds. */
  script(file: WidgetScript): string {
    return `<script src="${this.service.url}/widgets/v1/${file}" defer></script>`;
  }

  /** A visitor of a page of the host site that has this in it. */
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
