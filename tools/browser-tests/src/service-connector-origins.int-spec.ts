import { connectPath } from './testing/api-paths';
import { ConnectorPage } from './testing/connector-page';
import { WidgetTests } from './testing/widget-tests';

/** "Origins whose pages may initialise from a browser" */
describe('a page of an origin that DIRECT_INIT_ALLOWED_ORIGINS leaves out', () => {
  let tests: WidgetTests;
  let page: ConnectorPage;

  beforeAll(async () => (tests = await WidgetTests.start({ DIRECT_INIT_ALLOWED_ORIGINS: 'https://elsewhere.example' })));
  afterEach(() => page.close());
  afterAll(() => tests.stop());

  const shop = { system: 'mailing_platform', connection: 'commerce_a' };

  it('cannot initialise: its user is told so and may try again, no event is fired and no tenant is made', async () => {
    page = await ConnectorPage.open(tests, shop);
    for (const isAgain of [false, true]) {
      if (isAgain) await page.retry.click();
      await page.page.getByText('The service cannot be reached.').first().waitFor();
      await page.retry.waitFor();
    }
    expect(await page.visitor.events()).toEqual([]);
    expect(page.visitor.errors).toEqual([]);
    const [tenants] = await tests.service.database.dataSource.query<{ count: number }[]>('select count(*)::int as count from tenants');
    expect(tenants).toEqual({ count: 0 });
  });

  it('connects a shop with a tenant and token that a server has made', async () => {
    const { tenantId, token } = await tests.service.tenant();
    page = await ConnectorPage.open(tests, { ...shop, 'tenant-id': tenantId, token });
    await tests.service.finalise('demo-shop-a', await page.newToken());
    await page.connected.waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });
});
