import { axeFindings } from '../testing/axe';
import { connectPath, type Visitor } from '../testing/visitor';
import type { RunningWidgets } from '../testing/widget-suite';
import { openVisitor, readDemoPage } from './demo-page';

export function describeBadMoments(running: RunningWidgets): void {
  let visitor: Visitor;
  const { initialisations, logged, account } = readDemoPage(() => visitor);
  beforeEach(async () => (visitor = await openVisitor(running.tests.browser)));
  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
  const tenants = async () => {
    const [row] = await running.tests.service.database.dataSource.query<{ count: number }[]>('select count(*)::int as count from tenants');
    return row?.count ?? 0;
  };

  it.each([
    ['commerce_b', () => visitor.page.locator('service-connector [part=breadcrumb]', { hasText: 'Modules › Service Connector' })],
    ['direct', () => visitor.page.locator('service-connector .done')],
  ])('choosing %s during the first initialisation loses no tenant and creates no second one', async (key, shown) => {
    const before = await tenants();
    const release = await visitor.hold(connectPath);
    await visitor.page.goto(running.tests.service.url);
    await visitor.page.locator('service-connector .spinner').waitFor();
    await visitor.page.locator(`#card-${key}`).click();
    await visitor.page.locator(`#card-${key}[aria-current]`).waitFor();
    release();
    await shown().waitFor();
    const [event, ...others] = await visitor.events();
    expect(others).toEqual([]);
    expect(await account()).toEqual(event?.detail);
    expect(await tenants()).toBe(before + 1);
    await visitor.page.locator('#card-commerce_a').click();
    await visitor.page.locator('service-connector [part=breadcrumb]', { hasText: 'Plugins › Service Connector' }).waitFor();
    expect(initialisations()).toHaveLength(1);
  });

  it('works without its shops, says so, and can retry', async () => {
    await visitor.fault('/demo/shops', 'offline', 1);
    await visitor.page.goto(running.tests.service.url);
    await logged('service-initialized').waitFor();
    const notice = visitor.page.getByRole('alert').filter({ hasText: 'The demo shops could not be loaded.' });
    await notice.waitFor();
    expect(await visitor.page.locator('#integrations a').count()).toBe(3);
    expect(await visitor.page.locator('main').innerText()).not.toContain('DEMO=0');
    expect(await axeFindings(visitor.page, 'html')).toEqual([]);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await visitor.page.locator('#connect-hint', { hasText: 'Demo Shop A' }).waitFor();
    expect(await notice.count()).toBe(0);
    expect(await visitor.page.locator('service-connector').getAttribute('plugin-url')).toContain(
      running.tests.service.shopUrl('demo-shop-a'),
    );
    expect(initialisations()).toHaveLength(1);
  });

  it('says when its connections cannot be loaded, and can retry', async () => {
    await visitor.fault('/api/system-connections', { status: 500 }, 1);
    await visitor.page.goto(running.tests.service.url);
    const notice = visitor.page.getByRole('alert').filter({ hasText: 'The list of your connections could not be loaded.' });
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'hidden' });
    expect(visitor.requestsTo(/\/api\/system-connections\?/)).toHaveLength(2);
  });

  it('says with DEMO=0 that there are no demo shops', async () => {
    await visitor.fault('/demo/shops', { status: 200, body: [] });
    await visitor.page.goto(running.tests.service.url);
    await logged('service-initialized').waitFor();
    for (const place of ['#connect-hint', '#settings-about']) expect(await visitor.page.locator(place).textContent()).toContain('DEMO=0');
    expect(await visitor.page.locator('#register').isVisible()).toBe(false);
  });
}
