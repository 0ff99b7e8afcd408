import { axeFindings } from '../testing/axe';
import { connectInPlugin } from '../testing/plugin-page';
import type { Visitor } from '../testing/visitor';
import type { RunningWidgets } from '../testing/widget-suite';
import { openVisitor, readDemoPage, type Account } from './demo-page';

export function describeDemoPage(running: RunningWidgets): void {
  let visitor: Visitor;
  const { initialisations, logged, account } = readDemoPage(() => visitor);
  /** The browser logs each 401 to the console itself. */
  let expectsRefusals: boolean;

  beforeEach(async () => {
    expectsRefusals = false;
    visitor = await openVisitor(running.tests.browser);
    await visitor.page.goto(running.tests.service.url);
    await logged('service-initialized').waitFor();
  });
  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
    expect(visitor.console.filter((line) => !(expectsRefusals && line.includes('401')))).toEqual([]);
    expect((await visitor.eventTypes()).filter((type) => type === 'securitypolicyviolation')).toEqual([]);
    await visitor.close();
  });

  const connectorButton = () => visitor.page.locator('service-connector [part="button"]').first();
  const isConnected = (key: string) => visitor.page.locator(`#card-${key}.is-connected`).waitFor();

  it('stores the tenant and token of service-initialized, and does not initialise again after a reload', async () => {
    const stored = await account();
    const [event] = await visitor.events();
    expect(stored).toEqual(event?.detail);
    await visitor.page.reload();
    await connectorButton().waitFor();
    const given = await visitor.page.locator('service-connector').evaluate((element) => {
      const { tenantId, token } = element as HTMLElement & { tenantId: string; token: string };
      return { tenant_id: tenantId, token };
    });
    expect([given, await account()]).toEqual([stored, stored]);
    expect(initialisations()).toHaveLength(1);
    expect(await visitor.events()).toEqual([]);
  });

  it('shows the tenant, the masked token and each event, and the whole token nowhere', async () => {
    const { tenant_id: tenantId, token } = (await account())!;
    expect(await visitor.page.locator('#kept-tenant').textContent()).toBe(tenantId);
    expect(await visitor.page.locator('#kept-token').textContent()).toBe(`${token.slice(0, 6)}…${token.slice(-4)}`);
    expect(await logged('service-initialized').textContent()).toContain(tenantId);
    expect(await visitor.page.locator('body').textContent()).not.toContain(token);
    // The storage is on purpose, because the page has no server.
    expect(await visitor.leaksOf(token)).toEqual(['storage']);
  });

  it('connects a demo shop by pasting the token into its plugin page', async () => {
    await connectorButton().click();
    const token = await visitor.page.locator('service-connector input').inputValue();
    const link = visitor.page.locator('service-connector [part="link"]').first();
    const [plugin] = await Promise.all([visitor.page.context().waitForEvent('page'), link.click()]);
    expect(plugin.url()).toBe(`${running.tests.service.shopUrl('demo-shop-a')}/__control/`);
    await connectInPlugin(plugin, token);
    await visitor.page.bringToFront();
    await logged('service-registered').waitFor();
    await visitor.page.locator('service-connector .done').waitFor();
    await isConnected('commerce_a');
    expect(await visitor.page.locator('#connected').textContent()).toContain(running.tests.service.shopUrl('demo-shop-a'));
    const register = visitor.page.locator('#register');
    await register.waitFor({ state: 'hidden' });
    await visitor.page.reload();
    await visitor.page.getByRole('button', { name: 'Connect another shop' }).click();
    expect(await register.isVisible()).toBe(false);
    expect(await visitor.page.locator('#settings-about').textContent()).toContain('is connected with a token');
    await visitor.page.locator('service-connector [part="shop"]').waitFor();
    expect(initialisations()).toHaveLength(1);
  });

  it('connects a shop from its plugin, and shows the settings widget with the token of the plugin', async () => {
    await visitor.page.locator('#card-commerce_b').click();
    await visitor.page.getByRole('button', { name: 'Connect Demo Shop B from its plugin' }).click();
    await visitor.page.locator('service-config select').selectOption({ index: 1 });
    await isConnected('commerce_b');
    await visitor.page.locator('service-config [part="button"]').click();
    await logged('service-configuration-saved').waitFor();
    await visitor.page.reload();
    await visitor.page.locator('service-config select').waitFor();
    const { token } = (await account())!;
    const { data } = await running.tests.service.ask<{ data: { system: { slug: string }; status: string }[] }>(
      'GET',
      '/api/system-connections',
      {
        token,
      },
    );
    expect(data.map(({ system, status }) => [system.slug, status]).sort()).toEqual([
      ['commerce_b', 'active'],
      ['mailing_platform', 'active'],
    ]);
  });

  it('connects the account itself at once, marks the chosen card, and has no settings for it, but webhooks', async () => {
    const current = () =>
      visitor.page.locator('#integrations a').evaluateAll((all) => all.map((card) => card.getAttribute('aria-current')));
    expect(await current()).toEqual(['true', null, null]);
    await visitor.page.locator('#card-direct').click();
    await visitor.page.locator('#card-direct[aria-current]').waitFor();
    expect(await current()).toEqual([null, null, 'true']);
    await visitor.page.locator('service-connector .done').waitFor();
    const settings = visitor.page.locator('service-config');
    await settings.getByText('There is nothing to set up here.').first().waitFor();
    expect(await settings.locator('[part="field"]').count()).toBe(0);
    await visitor.page.locator('service-webhooks #add').waitFor();
    expect(initialisations()).toHaveLength(1);
  });

  it('forgets on demand and starts again as a new company', async () => {
    const before = (await account())!;
    await visitor.page.getByRole('button', { name: 'Forget and start again' }).click();
    await visitor.page.waitForFunction(
      (old) => ![null, old].includes((JSON.parse(localStorage.getItem('papermill-account') ?? '{}') as Account).tenant_id ?? null),
      before.tenant_id,
    );
    expect((await account())!.token).not.toBe(before.token);
    expect(initialisations()).toHaveLength(2);
  });

  it('says so when the service does not know the stored token', async () => {
    expectsRefusals = true;
    await visitor.page.evaluate(() =>
      localStorage.setItem(
        'papermill-account',
        JSON.stringify({ tenant_id: '01960000-0000-7000-8000-00000000dead', token: `sca_${'x'.repeat(43)}` }),
      ),
    );
    await visitor.page.reload();
    await visitor.page.getByText('The service does not know the access').waitFor();
  });

  it('switches theme, language and width of the widgets, and axe finds nothing in either theme', async () => {
    const frame = visitor.page.locator('service-connector .frame');
    const background = () => frame.evaluate((element) => getComputedStyle(element).backgroundColor);
    await connectorButton().waitFor();
    await visitor.page.getByLabel('Theme').selectOption('light');
    const light = await background();
    expect(await axeFindings(visitor.page, 'html')).toEqual([]);
    await visitor.page.getByLabel('Theme').selectOption('dark');
    expect(await background()).not.toBe(light);
    expect(await axeFindings(visitor.page, 'html')).toEqual([]);
    await visitor.page.getByLabel('Language').selectOption('ar');
    await visitor.page.locator('service-connector .frame[dir="rtl"]').waitFor();
    await visitor.page.getByLabel('Width').selectOption('narrow');
    expect((await visitor.page.locator('service-connector').boundingBox())?.width).toBe(320);
    await visitor.page.reload();
    await visitor.page.locator('service-connector .frame[dir="rtl"]').waitFor();
    expect(await background()).not.toBe(light);
    expect(initialisations()).toHaveLength(1);
  });

  it('fits 320 pixels, and keeps its navigation on one line from 600 pixels on', async () => {
    await visitor.page.setViewportSize({ width: 320, height: 700 });
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const width of [600, 768, 880, 980, 1280]) {
      await visitor.page.setViewportSize({ width, height: 700 });
      const tops = await visitor.page.locator('nav li').evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
      expect([width, new Set(tops).size]).toEqual([width, 1]);
    }
  });

  it('links to the page about this instance and to the API', async () => {
    for (const [name, path] of [
      ['What runs', '/about'],
      ['API', '/api/docs'],
    ] as const) {
      expect(await visitor.page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
      expect((await fetch(running.tests.service.url + path)).status).toBe(200);
    }
    expect(await (await fetch(`${running.tests.service.url}/about`)).text()).toContain('demo-shop-b');
  });
}
