import type { ConnectorPage } from '../testing/connector-page';
import { connectPath, statusPath } from '../testing/visitor';
import { system, type WidgetSuite } from '../testing/widget-suite';

const ready = expect.stringMatching(/^Connection token\. Valid until .*\d+:\d\d\s[AP]M$/) as unknown;

/** From now on, records the texts of the live region. */
const listen = (page: ConnectorPage) =>
  page.status.evaluate((region) => {
    const announcements: string[] = [];
    Object.assign(globalThis, { announcements });
    new MutationObserver(() => announcements.push(region.textContent ?? '')).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
const announcements = (page: ConnectorPage) =>
  page.page.evaluate(() => (globalThis as unknown as { announcements: string[] }).announcements);

export function describeAccess(suite: WidgetSuite): void {
  it('a shop can be connected by keyboard, and the focus follows what appears', async () => {
    const page = await suite.connector({ ...suite.known(), 'plugin-url': 'https://plugins.example' });
    const { keyboard } = page.page;
    await page.generate.waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    expect(await page.focused()).toBe('Generate token');
    await keyboard.press('Enter');
    await page.page.waitForFunction(() => document.querySelector('service-connector')?.shadowRoot?.activeElement?.localName === 'input');
    expect(await page.field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(47);
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    expect(await page.focused()).toBe('Generate a new token');
    const responded = page.visitor.responded(connectPath, 'POST');
    await keyboard.press('Enter');
    await responded;
    expect(await page.focused()).toBe('Generate a new token');
    await suite.service.finalise('demo-shop-a', await page.field.inputValue());
    await page.connected.waitFor();
    expect(await page.focused()).toBe('Connected successfully');
  });

  it('after a retry by keyboard the focus moves to the banner', async () => {
    const page = await suite.connector({ system }, { prepare: (it) => it.fault(connectPath, { status: 500 }, 1) });
    await page.retry.waitFor();
    await page.page.keyboard.press('Tab');
    await page.page.keyboard.press('Space');
    await page.connected.waitFor();
    expect(await page.focused()).toBe('Connected successfully');
  });

  it('takes no focus from the page, and scrolls nothing when its own focus moves', async () => {
    for (const isInside of [false, true]) {
      const { tenantId, token: access } = await suite.service.tenant();
      const known = { ...suite.known(), 'tenant-id': tenantId, token: access };
      const page = await suite.connector(known, { body: '<input id="mine"><div style="height: 3000px"></div>{}' });
      const token = await page.newToken();
      await (isInside ? page.field : page.page.locator('#mine')).focus();
      await page.page.evaluate(() => scrollTo(0, 0));
      await suite.service.finalise('demo-shop-a', token);
      await page.connected.waitFor();
      expect(await page.focused()).toBe(isInside ? 'Connected successfully' : null);
      expect(await page.page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual([isInside ? '' : 'mine', 0]);
    }
  });

  it('announces a token once however often polling fails, the next token again, and the connection', async () => {
    const page = await suite.connector(suite.known(), { prepare: ({ page: it }) => it.clock.install() });
    await page.generate.waitFor();
    await listen(page);
    await page.newToken();
    for (let failure = 1; failure <= 2; failure++) {
      await page.visitor.fault(statusPath, { status: 500 }, 1);
      await page.page.clock.fastForward(3_000);
      await page.shows('The service cannot be reached.');
      await page.page.clock.fastForward(6_000);
      await page.shows('Waiting for the plugin…');
    }
    const token = await page.newToken();
    // No announcement of the countdown.
    await page.page.waitForTimeout(1_500);
    await suite.service.finalise('demo-shop-a', token);
    await page.passIntervals(1);
    await page.connected.waitFor();
    const again = ['The service cannot be reached.', 'Waiting for the plugin…'];
    expect(await announcements(page)).toEqual(['Loading…', ready, ...again, ...again, 'Loading…', ready, 'Connected successfully']);
  });

  it('repeats its announcement in a new language or with new texts, and keeps the token', async () => {
    const page = await suite.connector(suite.known());
    const token = await page.newToken();
    await page.says('Connection token. Valid until');
    await page.setAttribute('locale', 'de-AT');
    await page.says('Verbindungstoken. Gültig bis');
    expect(await page.host.locator('.frame').evaluate((it: HTMLElement) => [it.lang, it.dir])).toEqual(['de-AT', 'ltr']);
    await page.set({ texts: { token: 'Schlüssel' } });
    await page.says('Schlüssel. Gültig bis');
    await page.setAttribute('locale', null);
    await page.page.evaluate(() => (document.documentElement.lang = 'fr'));
    await page.says('Schlüssel. Valable jusqu’à');
    expect(await page.host.locator('input').inputValue()).toBe(token);
  });

  it('any object as a property still renders', async () => {
    const page = await suite.connector(suite.known());
    const names = ['apiUrl', 'system', 'connection', 'tenantId', 'token', 'externalUserId', 'locale', 'pluginUrl', 'texts'];
    for (const name of names) {
      const before = await page.host.evaluate((it, key) => (it as unknown as Record<string, unknown>)[key] ?? null, name);
      await page.set({ [name]: {} });
      await page.aMoment();
      expect([name, (await page.text()).length > 5]).toEqual([name, true]);
      await page.set({ [name]: before });
    }
  });
}
