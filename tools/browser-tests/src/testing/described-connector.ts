import { ConnectorPage, type ConnectorPageOptions } from './connector-page';
import type { Tenant } from './running-service';
import { WidgetTests } from './widget-tests';

const system = 'mailing_platform';

/** Called in a file of tests: the service, a tenant of it, and pages with a connector, which are closed after each test and must not have thrown. */
export function describedConnector() {
  let tests: WidgetTests;
  let tenant: Tenant;
  const open: ConnectorPage[] = [];

  beforeAll(async () => {
    tests = await WidgetTests.start();
    tenant = await tests.service.tenant();
  });
  afterEach(async () => {
    // One that has failed fails no other test.
    const pages = open.splice(0);
    await Promise.all(pages.map((page) => page.close()));
    for (const { visitor } of pages) expect(visitor.errors).toEqual([]);
  });
  afterAll(() => tests.stop());

  return {
    system,
    tests: () => tests,
    tenant: () => tenant,
    at: async (attributes: Record<string, string>, options?: ConnectorPageOptions): Promise<ConnectorPage> => {
      const page = await ConnectorPage.open(tests, attributes, options);
      open.push(page);
      return page;
    },
    /** Attributes of a connector whose tenant is known already. */
    known: (connection = 'commerce_a') => ({ system, connection, 'tenant-id': tenant.tenantId, token: tenant.token }),
  };
}
