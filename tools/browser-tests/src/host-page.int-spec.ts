import { connectPath } from './testing/api-paths';
import { axeFindings } from './testing/axe';
import { Visitor, type Fault } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

interface Account {
  tenant_id: string;
  token: string;
}

const initialisations = (visitor: Visitor) => visitor.requestsTo(connectPath).filter(({ headers }) => !headers.authorization);
const logged = ({ page }: Visitor, name: string) => page.locator('#log li', { hasText: name });
const accountOf = ({ page }: Visitor) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('papermill-account') ?? 'null') as Account | null);

let tests: WidgetTests;
let visitor: Visitor;

beforeAll(async () => (tests = await WidgetTests.start()));
afterAll(() => tests.stop());

describe('the demo host page', () => {
  /** Its access is: the browser tells of each 401 itself, whenever it likes. */
  let isForgotten: boolean;

  beforeEach(async () => {
    isForgotten = false;
    visitor = await Visitor.with(tests.browser, { viewport: { width: 1280, height: 900 } });
    await visitor.page.goto(tests.service.url);
    await visitor.page.locator('#log li', { hasText: 'service-initialized' }).waitFor();
  });
  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
    expect(visitor.console.filter((line) => !(isForgotten && line.includes('401')))).toEqual([]);
    expect((await visitor.events()).filter(({ type }) => type === 'securitypolicyviolation')).toEqual([]);
    await visitor.close();
  });

  const connectorButton = () => visitor.page.locator('service-connector [part="button"]').first();
  const isConnected = (key: string) => visitor.page.locator(`#card-${key}.is-connected`).waitFor();

  it('keeps tenant and token of service-initialized, and passes them back on later loads: a reload does not initialise again', async () => {
    const kept = await accountOf(visitor);
    const [event] = await visitor.events();
    expect(kept).toEqual(event?.detail);
    expect(initialisations(visitor)).toHaveLength(1);
    await visitor.page.reload();
    await connectorButton().waitFor();
    const given = await visitor.page.locator('service-connector').evaluate((element) => {
      const { tenantId, token } = element as HTMLElement & { tenantId: string; token: string };
      return { tenant_id: tenantId, token };
    });
    expect(given).toEqual(kept);
    expect(await accountOf(visitor)).toEqual(kept);
    expect(initialisations(visitor)).toHaveLength(1);
    expect(await visitor.events()).toEqual([]);
  });

  it('shows the tenant, the masked token and each event, and the token nowhere', async () => {
    const { tenant_id: tenantId, token } = (await accountOf(visitor))!;
    expect(await visitor.page.locator('#kept-tenant').textContent()).toBe(tenantId);
    expect(await visitor.page.locator('#kept-token').textContent()).toBe(`${token.slice(0, 6)}…${token.slice(-4)}`);
    expect(await logged(visitor, 'service-initialized').textContent()).toContain(tenantId);
    expect(await visitor.page.locator('body').textContent()).not.toContain(token);
    // In the storage it is on purpose, since the page has no server.
    expect(await visitor.leaksOf(token)).toEqual(['storage']);
  });

  it('connects a demo shop, with nothing but two pages: token, plugin, banner, service-registered', async () => {
    await connectorButton().click();
    const token = await visitor.page.locator('service-connector input').inputValue();
    const link = visitor.page.locator('service-connector [part="link"]').first();
    const [plugin] = await Promise.all([visitor.page.context().waitForEvent('page'), link.click()]);
    expect(plugin.url()).toBe(`${tests.service.shopUrl('demo-shop-a')}/__control/`);
    await plugin.getByLabel('Connection token').fill(token);
    await plugin.getByRole('button', { name: 'Connect this shop' }).click();
    await plugin.getByText('Connected.').waitFor();
    await visitor.page.bringToFront();
    await logged(visitor, 'service-registered').waitFor();
    await visitor.page.locator('service-connector .success').waitFor();
    await isConnected('commerce_a');
    expect(await visitor.page.locator('#connected').textContent()).toContain(tests.service.shopUrl('demo-shop-a'));
    const offered = visitor.page.locator('#register');
    await offered.waitFor({ state: 'hidden' });
    await visitor.page.reload();
    await visitor.page.getByRole('button', { name: 'Connect another shop' }).click();
    expect(await offered.isVisible()).toBe(false);
    expect(await visitor.page.locator('#settings-about').textContent()).toContain('is connected with a token');
    await connectorButton().waitFor();
    expect(initialisations(visitor)).toHaveLength(1);
  });

  it('connects a shop from its plugin, and shows the settings widget with the token of the plugin', async () => {
    await visitor.page.locator('#card-commerce_b').click();
    await visitor.page.getByRole('button', { name: 'Connect Demo Shop B from its plugin' }).click();
    await visitor.page.locator('service-config select').selectOption({ index: 1 });
    await isConnected('commerce_b');
    await visitor.page.locator('service-config [part="button"]').click();
    await logged(visitor, 'service-configuration-saved').waitFor();
    await visitor.page.reload();
    await visitor.page.locator('service-config select').waitFor();
    const own = (await accountOf(visitor))!.token;
    const { data } = await tests.service.ask<{ data: { system: { slug: string }; status: string }[] }>('GET', '/api/system-connections', {
      token: own,
    });
    expect(data.map(({ system, status }) => [system.slug, status]).sort()).toEqual([
      ['commerce_b', 'active'],
      ['mailing_platform', 'active'],
    ]);
  });

  it('connects the account itself at once, and its settings are none', async () => {
    await visitor.page.locator('#card-direct').click();
    await visitor.page.locator('service-connector .success').waitFor();
    const settings = visitor.page.locator('service-config');
    await settings.locator('text=/no settings|nothing|no configuration/i').first().waitFor();
    expect(await settings.locator('[part="field"]').count()).toBe(0);
    expect(initialisations(visitor)).toHaveLength(1);
  });

  it('forgets on demand, and starts again as a new company', async () => {
    const before = (await accountOf(visitor))!;
    await visitor.page.getByRole('button', { name: 'Forget and start again' }).click();
    await visitor.page.waitForFunction(
      (old) => ![null, old].includes((JSON.parse(localStorage.getItem('papermill-account') ?? '{}') as Account).tenant_id ?? null),
      before.tenant_id,
    );
    expect((await accountOf(visitor))!.token).not.toBe(before.token);
    expect(initialisations(visitor)).toHaveLength(2);
  });

  it('says so when the service does not know the kept access any more', async () => {
    isForgotten = true;
    await visitor.page.evaluate(() =>
      localStorage.setItem(
        'papermill-account',
        JSON.stringify({ tenant_id: '01960000-0000-7000-8000-00000000dead', token: `sca_${'x'.repeat(43)}` }),
      ),
    );
    await visitor.page.reload();
    await visitor.page.getByText('The service does not know the access').waitFor();
  });

  it('switches theme, language and width of the widgets', async () => {
    const frame = visitor.page.locator('service-connector .frame');
    await frame.waitFor();
    const background = () => frame.evaluate((element) => getComputedStyle(element).backgroundColor);
    await visitor.page.getByLabel('Theme').selectOption('light');
    const light = await background();
    await visitor.page.getByLabel('Theme').selectOption('dark');
    expect(await background()).not.toBe(light);
    await visitor.page.getByLabel('Language').selectOption('ar');
    await visitor.page.locator('service-connector .frame[dir="rtl"]').waitFor();
    await visitor.page.getByLabel('Width').selectOption('narrow');
    expect((await visitor.page.locator('service-connector').boundingBox())?.width).toBe(320);
    await visitor.page.reload();
    await visitor.page.locator('service-connector .frame[dir="rtl"]').waitFor();
    expect(await background()).not.toBe(light);
    expect(initialisations(visitor)).toHaveLength(1);
  });

  it.each(['light', 'dark'])('axe finds nothing on it, %s', async (theme) => {
    await visitor.page.getByLabel('Theme').selectOption(theme);
    await connectorButton().waitFor();
    expect(await axeFindings(visitor.page, 'html')).toEqual([]);
  });

  it('the chosen card is the current one, and no other', async () => {
    const current = () =>
      visitor.page.locator('#integrations a').evaluateAll((all) => all.map((card) => card.getAttribute('aria-current')));
    expect(await current()).toEqual(['true', null, null]);
    await visitor.page.locator('#card-direct').click();
    await visitor.page.locator('#card-direct[aria-current]').waitFor();
    expect(await current()).toEqual([null, null, 'true']);
  });

  it('is no wider than a screen of 320 pixels', async () => {
    await visitor.page.setViewportSize({ width: 320, height: 700 });
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it.each([600, 768, 880, 980, 1280])('its navigation is one line: %d pixels', async (width) => {
    await visitor.page.setViewportSize({ width, height: 700 });
    const tops = await visitor.page.locator('nav li').evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

  it('leads to what it says of this instance and to the API', async () => {
    for (const [name, path] of [
      ['What runs', '/about'],
      ['API', '/api/docs'],
    ] as const) {
      expect(await visitor.page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
      expect((await fetch(tests.service.url + path)).status).toBe(200);
    }
    expect(await (await fetch(`${tests.service.url}/about`)).text()).toContain('demo-shop-b');
  });
});

describe('the demo host page at a bad moment', () => {
  beforeEach(async () => (visitor = await Visitor.with(tests.browser, { viewport: { width: 1280, height: 900 } })));
  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
  const tenants = async () => {
    const [row] = await tests.service.database.dataSource.query<{ count: number }[]>('select count(*)::int as count from tenants');
    return row?.count ?? 0;
  };

  it.each([
    ['commerce_b', () => visitor.page.locator('service-connector', { hasText: 'Modules › Service Connector' })],
    ['direct', () => visitor.page.locator('service-connector .success')],
  ])('%s is chosen during the first initialisation: no tenant is lost, and no second one is made', async (key, shown) => {
    const before = await tenants();
    const release = await visitor.hold(connectPath);
    await visitor.page.goto(tests.service.url);
    await visitor.page.locator('service-connector .spinner').waitFor();
    await visitor.page.locator(`#card-${key}`).click();
    await visitor.page.locator(`#card-${key}[aria-current]`).waitFor();
    release();
    await shown().waitFor();
    const [event, ...others] = await visitor.events();
    expect(others).toEqual([]);
    expect(await accountOf(visitor)).toEqual(event?.detail);
    expect(await tenants()).toBe(before + 1);
    await visitor.page.locator('#card-commerce_a').click();
    await visitor.page.locator('service-connector', { hasText: 'Plugins › Service Connector' }).waitFor();
    expect(initialisations(visitor)).toHaveLength(1);
  });

  it.each([
    ['500', { status: 500 }],
    ['no answer', 'offline'],
  ] as [string, Fault][])('its shops cannot be loaded (%s): it says so, offers to try again, and all else works', async (_, fault) => {
    await visitor.fault('/demo/shops', fault, 1);
    await visitor.page.goto(tests.service.url);
    await logged(visitor, 'service-initialized').waitFor();
    const notice = visitor.page.getByRole('alert').filter({ hasText: 'The demo shops could not be loaded.' });
    await notice.waitFor();
    expect(await visitor.page.locator('#integrations a').count()).toBe(3);
    expect(await visitor.page.locator('main').innerText()).not.toContain('DEMO=0');
    expect(await axeFindings(visitor.page, 'html')).toEqual([]);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await visitor.page.locator('#connect-hint', { hasText: 'Demo Shop A' }).waitFor();
    expect(await notice.count()).toBe(0);
    expect(await visitor.page.locator('service-connector').getAttribute('plugin-url')).toContain(tests.service.shopUrl('demo-shop-a'));
    expect(initialisations(visitor)).toHaveLength(1);
  });

  it('its connections cannot be loaded: it says so, and offers to try again', async () => {
    await visitor.fault('/api/system-connections', { status: 500 }, 1);
    await visitor.page.goto(tests.service.url);
    const notice = visitor.page.getByRole('alert').filter({ hasText: 'The list of your connections could not be loaded.' });
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'hidden' });
    expect(visitor.requestsTo(/\/api\/system-connections\?/)).toHaveLength(2);
  });

  it('with DEMO=0 it says that there are no demo shops where it would link to them', async () => {
    await visitor.fault('/demo/shops', { status: 200, body: [] });
    await visitor.page.goto(tests.service.url);
    await logged(visitor, 'service-initialized').waitFor();
    for (const place of ['#connect-hint', '#settings-about']) expect(await visitor.page.locator(place).textContent()).toContain('DEMO=0');
    expect(await visitor.page.locator('#register').isVisible()).toBe(false);
  });
});
