import { configurationPath } from './api-paths';
import { ConfigPage } from './config-page';
import type { Tenant } from './running-service';
import { WidgetTests } from './widget-tests';

/** What a new connection of a shop has. */
export const defaults = { direction: 'outgoing', data_types: ['customers', 'orders', 'products'], frequency: 'daily' };

/** Called in a file of tests: the service, a new connection for each test, and pages with its settings, which are closed then and must neither have thrown nor told the token. */
export function describedSettings() {
  let tests: WidgetTests;
  let tenant: Tenant;
  let token: string;
  const open: ConfigPage[] = [];

  beforeAll(async () => {
    tests = await WidgetTests.start();
    tenant = await tests.service.tenant();
  });
  beforeEach(async () => {
    token = (await tests.service.linkedShop('demo-shop-a', tenant)).widgetToken;
  });
  afterEach(async () => {
    // One that has failed fails no other test.
    const pages = open.splice(0);
    const leaks = await Promise.all(pages.map(({ visitor }) => visitor.leaksOf(token).finally(() => visitor.close())));
    for (const { visitor } of pages) expect(visitor.errors).toEqual([]);
    expect(leaks.flat()).toEqual([]);
  });
  afterAll(() => tests.stop());

  return {
    tests: () => tests,
    tenant: () => tenant,
    token: () => token,
    at: async (opening: Parameters<typeof ConfigPage.open>[1] = { token }): Promise<ConfigPage> => {
      const page = await ConfigPage.open(tests, opening);
      open.push(page);
      return page;
    },
    /** What the service has stored. */
    stored: async (of = token) =>
      (await tests.service.ask<{ configuration: unknown }>('GET', configurationPath, { token: of })).configuration,
    /** The token of another connection of the same company. */
    otherToken: async () => (await tests.service.linkedShop('demo-shop-b', tenant)).widgetToken,
  };
}
