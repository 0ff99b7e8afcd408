import { disconnected, failing, impaired, linkedShop } from '../testing/linked-shop';
import type { ConnectorPage } from '../testing/connector-page';
import { connectPath, shopsPath, type Fault, type Visitor } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

const button = ({ page }: ConnectorPage, name: string) => page.getByRole('button', { name, exact: true });
/** The shop's name is isolated. */
const stop = /^Stop syncing \u2068.+\u2069\?$/;
const lists = (...shops: object[]): Fault => ({ status: 200, body: { data: shops, next_cursor: null } });

export function describeLinkedShops(suite: WidgetSuite): void {
  it('shows a connected shop, and leads it by keyboard through disconnect, reconnect and remove to the journey of the next one', async () => {
    const { connectionId } = await suite.service.linkedShop('demo-shop-a', suite.tenant);
    const page = await suite.connector(suite.known());
    await button(page, 'Disconnect').waitFor();
    const text = await page.text();
    expect(text).toContain(suite.service.shopUrl('demo-shop-a'));
    expect(text).toMatch(/Customers\s+\d+\s+Orders\s+\d+\s+Products\s+\d+/);

    await button(page, 'Disconnect').focus();
    await page.page.keyboard.press('Enter');
    await page.says(stop);
    expect(await page.focused()).toBe('Back');
    await page.page.keyboard.press('Enter');
    await page.page.getByText(stop).first().waitFor({ state: 'detached' });
    expect(await page.focused()).toBe('Disconnect');
    await page.page.keyboard.press('Enter');
    await page.says(stop);
    await page.page.keyboard.press('Shift+Tab');
    await page.page.keyboard.press('Enter');
    await page.says(/Disconnected\. Reconnect until .* \d{4}\.$/);
    expect(await page.focused()).toBe(await page.host.locator('[part=shop] [role=heading]').innerText());

    await button(page, 'Reconnect').click();
    await button(page, 'Settings').waitFor();
    await button(page, 'Disconnect').click();
    await button(page, 'Back').waitFor();
    await button(page, 'Disconnect').click();
    await button(page, 'Remove').click();
    await page.shows(/^Remove .+ and delete its customers, orders and products\?$/);
    await button(page, 'Remove').click();
    await page.generate.waitFor();
    const detail = { connection_id: connectionId };
    expect((await page.visitor.events()).map(({ type, detail: given }) => [type, given])).toEqual(
      ['disconnected', 'reconnected', 'disconnected', 'removed'].map((type) => [`service-${type}`, detail]),
    );
  });

  it('after the handshake it shows the new shop and its records, calls it connected while it is, and leads to the journey of another one and back', async () => {
    const page = await suite.connector(suite.known());
    await suite.service.finalise('demo-shop-a', await page.newToken());
    await page.connected.waitFor();
    await page.shows(/^Last sync/);
    expect(await page.text()).toMatch(/Customers\s+4\s+Orders\s+12\s+Products\s+3\s/);
    await button(page, 'Disconnect').click();
    await button(page, 'Disconnect').click();
    await page.shows(/^Disconnected/);
    expect(await page.connected.count()).toBe(0);
    await button(page, 'Reconnect').click();
    await page.connected.waitFor();
    await button(page, 'Connect another shop').click();
    await page.generate.waitFor();
    expect(await page.focused()).toBe('Connect your shop');
    await button(page, 'Back').click();
    await button(page, 'Settings').waitFor();
  });

  it('fires service-settings with a token of the shop first, and leaves the settings to a page that prevents the default', async () => {
    const { connectionId } = await suite.service.linkedShop('demo-shop-a', suite.tenant);
    const head = suite.tests.script('service-connector', 'service-config');
    const page = await suite.connector(suite.known(), { head });
    await page.page.evaluate(() => addEventListener('service-settings', (event) => event.preventDefault(), { once: true }));
    await button(page, 'Settings').click();
    await page.visitor.untilEvents(1);
    const [event] = await page.visitor.events();
    const token = expect.stringMatching(/^sca_/) as string;
    expect(event).toMatchObject({ type: 'service-settings', detail: { connection_id: connectionId, widget_token: token } });
    await page.aMoment();
    expect(await page.page.locator('service-config').count()).toBe(0);
    await button(page, 'Settings').click();
    await page.page.locator('service-config select').waitFor();
    await button(page, 'Back').click();
    await button(page, 'Disconnect').waitFor();
    expect(await page.focused()).toBe('Settings');
  });

  it('shows the way to the settings where the page has no <service-config>, by the platform of the shop', async () => {
    await suite.service.linkedShop('demo-shop-b', suite.tenant);
    const page = await suite.connector(suite.known('commerce_b'));
    await button(page, 'Settings').click();
    await page.shows('Modules › Service Connector › Settings');
  });

  it('says in the service’s words what is wrong with an active shop, also while a sync waits for it', async () => {
    const waiting = { reason: 'The shop asks for a pause.', until: '2100-01-05T12:00:00.000Z' };
    const waits = linkedShop({ ...impaired, sync: { capability: 'orders', status: 'waiting', pages_total: 8, pages_done: 3, waiting } });
    const prepare = (visitor: Visitor) => visitor.fault(shopsPath, lists(waits));
    const page = await suite.connector(suite.known(), { prepare });
    await page.shows(/^Last sync 5 minutes ago$/);
    const notice = page.host.locator('[part=notice]');
    expect(await notice.innerText()).toBe(impaired.status_reason.message);
    expect(await notice.getAttribute('lang')).toBe('en');
    expect(await notice.getAttribute('class')).toBe('notice warning');
    expect(await page.host.locator('.active, progress').count()).toBe(0);
  });

  it.each([
    ['an active shop that refuses the key waits', { status_reason: { code: 'credentials_refused', message: 'x' } }, 'notice warning waits'],
    ['one in error is broken', failing('credentials_refused'), 'notice danger'],
  ])('%s: the same words, another colour, and nothing in the green of success', async (_title, members, look) => {
    const prepare = (visitor: Visitor) => visitor.fault(shopsPath, lists(linkedShop(members)));
    const page = await suite.connector(suite.known(), { prepare });
    await page.shows('The shop denies access. Check its key.');
    expect(await page.host.locator('[part=notice]').getAttribute('class')).toBe(look);
    expect(await page.host.locator('.active').count()).toBe(0);
  });

  it('says beside the question what has failed, and in the live region', async () => {
    const prepare = async (visitor: Visitor) => {
      await visitor.fault(shopsPath, lists(linkedShop(disconnected)), Infinity, 'GET');
      await visitor.fault(/connections\/[^/]+$/, { status: 500 }, 1, 'DELETE');
    };
    const page = await suite.connector(suite.known(), { prepare });
    await button(page, 'Remove').click();
    await button(page, 'Back').waitFor();
    await button(page, 'Remove').click();
    await page.says(/^Marigold & Sons\. Remove: Something went wrong\.$/);
    const asked = page.page.getByRole('group', {
      name: 'Remove \u2068Marigold & Sons\u2069 and delete its customers, orders and products?',
    });
    expect(await asked.locator('[part=notice]').innerText()).toMatch(/^Remove\s+Something went wrong\.$/);
  });

  it('hears once that its token is refused, and goes on with the next one', async () => {
    const page = await suite.connector({ ...suite.known(), token: 'sca_ended' });
    await page.visitor.untilEvents(1);
    await page.set({ token: suite.tenant.token });
    await page.aMoment();
    await page.newToken();
    expect((await page.visitor.events()).map(({ type, detail }) => [type, detail])).toEqual([['service-token-refused', {}]]);
  });

  it('offers only what the access token may do', async () => {
    const prepare = (visitor: Visitor) => visitor.fault(shopsPath, lists(linkedShop({ actions: [] })));
    const page = await suite.connector(suite.known(), { prepare });
    await button(page, 'Settings').waitFor();
    expect(await page.page.getByRole('button').allInnerTexts()).toEqual(['Settings', 'Connect another shop']);
  });

  it.each([
    ['a shop', [linkedShop({})]],
    ['no shop', []],
  ])('moves the page below hardly while it loads: %s', async (_title, shops) => {
    let release: () => void = () => undefined;
    const prepare = async (visitor: Visitor) => {
      await visitor.page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        const record = (list: PerformanceObserverEntryList) =>
          list.getEntries().forEach((entry) => shifts.push((entry as PerformanceEntry & { value: number }).value));
        new PerformanceObserver(record).observe({ type: 'layout-shift', buffered: true });
      });
      await visitor.fault(shopsPath, lists(...shops));
      release = await visitor.hold(shopsPath);
    };
    const page = await suite.connector(suite.known(), { prepare, body: '{}<p>Below</p><p>Further below</p>' });
    await page.shows('Loading…');
    await page.aMoment();
    await page.page.evaluate(() => ((globalThis as unknown as { shifts: number[] }).shifts.length = 0));
    release();
    await page.generate.or(button(page, 'Disconnect')).waitFor();
    await page.aMoment();
    const shifts = await page.page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
  });

  it('names both sides: as the page says, else by the platform, with the logos that the page gives', async () => {
    const page = await suite.connector({ ...suite.known(), 'system-name': 'Papermill', 'heading-level': '3' });
    const heading = page.page.getByRole('heading', { name: 'Connect your shop', level: 3 });
    await heading.waitFor();
    expect(await page.host.locator('p.pair').innerText()).toMatch(/^Commerce A\s+→\s+Papermill$/);
    const widthOf = () =>
      page.host
        .locator('.pair bdi')
        .last()
        .evaluate((it) => it.getBoundingClientRect().left);
    const before = await widthOf();
    await page.host.evaluate((it) => (it.innerHTML = '<b slot="system-logo">LOGO</b>'));
    await page.shows('LOGO');
    expect(await widthOf()).toBeGreaterThan(before);
  });

  it('a tenant of this element has no shops yet, so the journey starts at once', async () => {
    const page = await suite.connector({ system: 'mailing_platform', connection: 'commerce_a' });
    await page.generate.waitFor();
    expect([page.listings(), page.visitor.requestsTo(connectPath).length]).toEqual([0, 1]);
  });
}
