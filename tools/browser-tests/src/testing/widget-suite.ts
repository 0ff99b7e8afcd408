import { ConfigPage, type ConfigPageOptions } from './config-page';
import { ConnectorPage } from './connector-page';
import { HostSite } from './host-site';
import { onePage, type ShopName, type Tenant } from './running-service';
import { configurationPath } from './visitor';
import type { PageOptions, WidgetPage } from './widget-page';
import { WebhooksPage } from './webhooks-page';
import { WidgetTests } from './widget-tests';

export const system = 'mailing_platform';

/** One running service, host site and browser for all tests of a file. `allowedOrigins`: may initialise from a browser; by default, all. */
export function runningWidgets(allowedOrigins?: (own: string) => string) {
  let tests: WidgetTests;
  beforeAll(async () => {
    const site = await HostSite.start();
    const settings = allowedOrigins && { DIRECT_INIT_ALLOWED_ORIGINS: allowedOrigins(site.url) };
    tests = await WidgetTests.start(settings, undefined, site, onePage);
  });
  afterAll(() => tests.stop());
  return {
    get tests() {
      return tests;
    },
  };
}

export type RunningWidgets = ReturnType<typeof runningWidgets>;

/** Closes the pages after each test, which then must have thrown no error and leaked no token. */
export function widgetSuite(running: RunningWidgets) {
  let tenant: Tenant;
  const open: { page: WidgetPage; secrets: string[] }[] = [];

  beforeAll(async () => (tenant = await running.tests.service.tenant()));
  // A new tenant for each test, because the one before may have connected a shop.
  beforeEach(async () => (tenant = await running.tests.service.tenant()));
  afterEach(async () => {
    const opened = open.splice(0);
    const leaks = await Promise.all(opened.flatMap(({ page, secrets }) => secrets.map((secret) => page.visitor.leaksOf(secret))));
    await Promise.all(opened.map(({ page }) => page.visitor.close()));
    for (const { page } of opened) expect(page.visitor.errors).toEqual([]);
    expect(leaks.flat()).toEqual([]);
  });

  const closing = <P extends WidgetPage>(page: P, ...secrets: (string | undefined)[]): P => {
    open.push({ page, secrets: secrets.filter((secret) => secret !== undefined && secret.length > 8) as string[] });
    return page;
  };
  return {
    get tests() {
      return running.tests;
    },
    get service() {
      return running.tests.service;
    },
    get tenant() {
      return tenant;
    },
    connector: async (attributes: Readonly<Record<string, string>>, options?: PageOptions) =>
      closing(await ConnectorPage.open(running.tests, attributes, options)),
    config: async (options: ConfigPageOptions) =>
      closing(await ConfigPage.open(running.tests, options), options.body === undefined ? options.token : undefined),
    webhooks: async (token: string | undefined, options?: PageOptions) =>
      closing(await WebhooksPage.open(running.tests, token, options), token),
    /** The token of a page of the tenant. */
    session: (page: 'connector' | 'webhooks', of = tenant) => running.tests.service.session(page, of),
    /** Attributes of a connector with a known tenant. */
    known: (connection = 'commerce_a') => ({ system, connection, 'tenant-id': tenant.tenantId, token: tenant.token }),
    /** The widget token of a new connection, of another tenant unless one is given. */
    settingsToken: async (shop: ShopName = 'demo-shop-a', of?: Tenant) =>
      (await running.tests.service.linkedShop(shop, of ?? (await running.tests.service.tenant()))).widgetToken,
    /** The configuration that the service has stored. */
    stored: async (token: string) =>
      (await running.tests.service.ask<{ configuration: unknown }>('GET', configurationPath, { token })).configuration,
  };
}

export type WidgetSuite = ReturnType<typeof widgetSuite>;
