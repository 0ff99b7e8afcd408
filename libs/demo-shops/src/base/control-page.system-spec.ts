import { launchChromium } from '@sync/embedded-services';
import { source } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { DemoShopA } from '../commerce-a/demo-shop-a';
import { DemoShopB } from '../commerce-b/demo-shop-b';
import { Listener } from '../testing/listener';
import { shopOfATest } from '../testing/shop-of-a-test';

const canary = 'scc_canary-of-the-pasted-token';
const handed = 'scc_canary-of-the-registration';
const connectionId = '01980000-0000-7000-8000-000000000001';

const platforms = [
  { title: 'A', start: (options: { serviceUrl?: string }) => DemoShopA.start(options), status: 'status' },
  { title: 'B', start: (options: { serviceUrl?: string }) => DemoShopB.start(options), status: 'current_state' },
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(platforms)('the control page of demo shop $title', ({ title, start, status }) => {
  const { begin, shop } = shopOfATest<{ serviceUrl?: string }, DemoShopA | DemoShopB>(start);
  let service: Listener;
  let page: Page;
  /** Addresses of the page's requests. */
  const asked: string[] = [];

  beforeEach(async () => {
    service = await Listener.start();
    service.respond = ({ path, body }) => {
      if (!path.endsWith('/register')) return { status: 200 };
      const { connection_token: token } = JSON.parse(body) as { connection_token?: string };
      if (token === 'scc_used') return { status: 422, body: { status: 422, title: 'Unusable', detail: 'Ask for a new token.' } };
      if (token) return { status: 200, body: { id: connectionId, status: 'active' } };
      return { status: 200, body: { connection_token: handed, expires_at: new Date(), widget_token: 'sca_canary' } };
    };
    await begin({ serviceUrl: service.url });
  });
  afterEach(async () => {
    await page.context().close();
    await service.stop();
  });

  const open = async (options: BrowserContextOptions = {}) => {
    asked.length = 0;
    page = await (await browser.newContext(options)).newPage();
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${shop().url}/__control/`);
    await page.getByRole('row', { name: /orders/ }).waitFor();
  };
  const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  it('finalises with a pasted connection token, and then removes it from the page', async () => {
    await open();
    await page.getByLabel('Connection token').fill(` ${canary} `);
    await page.getByLabel('Connection token').press('Enter');
    await said(`Connected. The connection ${connectionId} is active.`);
    expect(service.registered).toMatchObject([{ connection_token: canary, base_url: shop().url }]);
    expect(await page.getByLabel('Connection token').inputValue()).toBe('');
    expect([page.url(), ...asked, ...service.heard.map(({ path }) => path)].join()).not.toContain('scc_');
    expect(asked.length).toBeGreaterThan(2);
  });

  it('reports a refusal of the service and keeps the token for another try', async () => {
    await open();
    await page.getByRole('button', { name: 'Connect this shop' }).click();
    await said('Paste a connection token first.');
    await page.getByLabel('Connection token').fill('scc_used');
    await page.getByRole('button', { name: 'Connect this shop' }).click();
    await said('The service refused (422): Ask for a new token.');
    expect(await page.getByLabel('Connection token').inputValue()).toBe('scc_used');
  });

  it('registers the shop and shows the token for the service, never that of the widget', async () => {
    await open();
    await page.getByRole('button', { name: 'Register this shop' }).click();
    await said('Registered. Paste the token above into the page of the service before');
    expect(await page.getByLabel('Token for the page of the service').inputValue()).toBe(handed);
    expect(await page.content()).not.toMatch(/sca_canary|scc_canary/);
    expect([page.url(), ...asked].join()).not.toMatch(/scc_|sca_/);
  });

  it('adds, changes and removes an order', async () => {
    await open();
    const before = shop().totals().orders;
    await page.getByRole('button', { name: 'Add a new one' }).click();
    await said('Added: record');
    const id = Math.max(...shop().ids('orders'));
    const editor = page.getByLabel('The record as JSON');
    await editor.fill('{');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await said('JSON');
    await editor.fill(JSON.stringify({ ...shop().record('orders', id), [status]: '77' }));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await said(`Saved: ${status} of record ${id} of orders.`);
    expect(String(shop().record('orders', id)[status])).toBe('77');
    await page.getByRole('button', { name: 'Delete' }).click();
    await said(`Deleted: record ${id} of orders.`);
    expect(shop().totals().orders).toBe(before);
  });

  if (title === 'A')
    it('sets up webhooks and counts those sent', async () => {
      await open();
      await page.getByLabel('Deliver to').fill(`${service.url}/api/webhooks/${connectionId}`);
      await page.getByRole('button', { name: 'Set up webhooks' }).click();
      await said('Set up.');
      await page.getByText(`11 topics to ${service.url}/api/webhooks/${connectionId}`).waitFor();
      await page.getByRole('button', { name: 'Add a new one' }).click();
      await page.getByText('Sent: 2, accepted: 2, refused: 0.').waitFor();
    });

  it.each([
    ['light', 1100],
    ['dark', 1100],
    ['light', 320],
  ] as const)('is accessible and fits the screen: %s, %i px wide', async (colorScheme, width) => {
    // The page's policy blocks other scripts, such as that of axe.
    await open({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await page.getByRole('button', { name: 'Register this shop' }).click();
    await page
      .getByRole('button', { name: /^Show \d+ of orders/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor();
    await page.evaluate(source);
    const faults = await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
    expect(faults).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
