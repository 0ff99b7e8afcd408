import { connectPath, type Visitor } from '../testing/visitor';
import { system, type WidgetSuite } from '../testing/widget-suite';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shop = { system, connection: 'commerce_a' };

export function describeInitialising(suite: WidgetSuite): void {
  it('shows a spinner, sends no Authorization, and fires service-initialized with tenant and token', async () => {
    let release: () => void = () => undefined;
    const { visitor, host, generate } = await suite.connector(
      { ...shop, 'external-user-id': 'company-7' },
      { prepare: async (it) => (release = await it.hold(connectPath)) },
    );
    await host.locator('.spinner').waitFor();
    await visitor.page.getByText('Loading…').first().waitFor();
    release();
    await generate.waitFor();
    const [request, ...others] = visitor.requestsTo(connectPath);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', body: JSON.stringify({ system_slug: system, external_user_id: 'company-7' }) });
    expect(request?.headers).not.toHaveProperty('authorization');
    const detail = { tenant_id: expect.stringMatching(uuid) as string, token: expect.stringMatching(/^sca_.{43}$/) as string };
    expect(await visitor.events()).toEqual([{ type: 'service-initialized', detail, target: 'service-connector' }]);
  });

  it('is skipped with a tenant id: no initialisation and no event', async () => {
    const { visitor, generate } = await suite.connector(suite.known());
    await generate.waitFor();
    expect(visitor.requestsTo(connectPath)).toEqual([]);
    expect(await visitor.events()).toEqual([]);
  });

  it('combines attributes and properties set one after another, before and after the element enters the page', async () => {
    const { visitor, page } = await suite.connector({ ...shop, 'tenant-id': suite.tenant.tenantId });
    await page.evaluate((key) => {
      for (const isFirst of [true, false]) {
        const element = document.createElement('service-connector');
        if (isFirst) document.body.append(element);
        element.setAttribute('system', key);
        Object.assign(element, { externalUserId: 'company-8', connection: 'commerce_b' });
        if (!isFirst) document.body.append(element);
      }
    }, system);
    await visitor.untilEvents(2);
    const bodies = visitor.requestsTo(connectPath).map(({ body }) => body);
    expect(bodies).toEqual(Array(2).fill(JSON.stringify({ system_slug: system, external_user_id: 'company-8' })));
  });

  it('uses properties that were set before the script ran', async () => {
    const { page, visitor, generate } = await suite.connector({}, { head: '' });
    await visitor.page.locator('service-connector').waitFor({ state: 'attached' });
    await page.evaluate((given) => void Object.assign(document.querySelector('service-connector')!, given), {
      ...shop,
      tenantId: suite.tenant.tenantId,
      token: suite.tenant.token,
    });
    await page.addScriptTag({ url: `${suite.service.url}/widgets/v1/connector-widget.js` });
    await generate.waitFor();
    expect(visitor.requestsTo(connectPath)).toEqual([]);
  });

  it('fires its event once while the element moves and its attributes are set again', async () => {
    let release: () => void = () => undefined;
    const page = await suite.connector(shop, { prepare: async (it) => (release = await it.hold(connectPath)) });
    await page.says('Loading…');
    await page.move();
    release();
    await page.generate.waitFor();
    await page.move();
    for (const [name, value] of Object.entries(shop)) await page.setAttribute(name, value);
    await page.aMoment();
    expect(await page.visitor.eventTypes()).toEqual(['service-initialized']);
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });

  it('fires its event once when the page sets the tenant and token of the event on the element', async () => {
    const page = await suite.connector(shop, {
      prepare: ({ page: it }) =>
        it.addInitScript(() => {
          addEventListener('service-initialized', (event) => {
            const { tenant_id: tenantId, token } = (event as CustomEvent<Record<string, string>>).detail;
            Object.assign(event.target!, { tenantId, token });
          });
        }),
    });
    await page.generate.waitFor();
    await page.set({ tenantId: null });
    await page.aMoment();
    expect(await page.generate.isVisible()).toBe(true);
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    expect(await page.visitor.eventTypes()).toEqual(['service-initialized']);
  });

  it.each([
    ['without a connection', {}, 1],
    ['with a connection equal to the system', { connection: system }, 1],
    ['with a tenant id', { 'tenant-id': 'x' }, 0],
  ])('connects a direct system at once, without instructions or polling: %s', async (_title, attributes, requests) => {
    const page = await suite.connector({ system, ...attributes }, { prepare: (it) => it.page.clock.install() });
    await page.connected.waitFor();
    await page.passIntervals(2);
    expect(page.visitor.requestsTo(/\/api\//)).toHaveLength(requests);
    expect(await page.visitor.eventTypes()).toEqual(requests ? ['service-initialized'] : []);
    expect(await page.generate.count()).toBe(0);
  });

  it('sees the tenant and token that a deferred script of the page sets, and makes no company', async () => {
    const late = `document.querySelector('service-connector').tenantId = '${suite.tenant.tenantId}'; document.querySelector('service-connector').token = '${suite.tenant.token}'`;
    const head = `${suite.tests.script('service-connector')}<script type="module">${late}</script>`;
    const page = await suite.connector(shop, { head });
    await page.generate.waitFor();
    await page.aMoment();
    expect(page.visitor.requestsTo(connectPath)).toEqual([]);
  });

  it('with defer-init waits for a click, and starts at once when the attribute goes', async () => {
    for (const isClicked of [true, false]) {
      const page = await suite.connector({ ...shop, 'defer-init': '' });
      const start = page.page.getByRole('button', { name: 'Connect your shop' });
      await start.waitFor();
      await page.aMoment();
      expect(page.visitor.requestsTo(connectPath)).toEqual([]);
      if (isClicked) await start.click();
      else await page.setAttribute('defer-init', null);
      await page.generate.waitFor();
      expect(await page.visitor.eventTypes()).toEqual(['service-initialized']);
    }
  });

  it('initialises once, even for another system', async () => {
    const page = await suite.connector(shop);
    await page.generate.waitFor();
    await page.setAttribute('system', 'user-platform');
    await page.shows('No access. Please reload the page.');
    await page.retry.click();
    await page.aMoment();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    expect(await page.visitor.eventTypes()).toEqual(['service-initialized']);
  });

  it('429: allows a retry, by the user or with a new token, only after Retry-After', async () => {
    const prepare = async (visitor: Visitor) => {
      await visitor.page.clock.install();
      await visitor.fault(connectPath, { status: 429, headers: { 'Retry-After': '90' } }, 1);
    };
    const page = await suite.connector({ system }, { prepare });
    await page.shows(/^Please try again in \d+ seconds\.$/);
    expect(await page.retry.getAttribute('aria-disabled')).toBe('true');
    await page.retry.click({ force: true });
    await page.page.clock.fastForward(30_000);
    await page.set({ token: 'sca_new' });
    await page.retry.click({ force: true });
    await page.aMoment();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    await page.page.clock.fastForward(61_000);
    await page.retry.click();
    await page.connected.waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(2);
  });

  it('without a system it says so, sends nothing, and starts once there is one', async () => {
    const page = await suite.connector({ connection: 'commerce_a' });
    await page.shows('Something went wrong.');
    expect(page.visitor.console.filter((line) => line.includes('"system" is missing or unknown'))).toHaveLength(1);
    expect(page.visitor.requestsTo(/\/api\//)).toEqual([]);
    expect(await page.page.getByRole('button').count()).toBe(0);
    await page.setAttribute('system', system);
    await page.visitor.untilEvents(1);
  });

  it('a new token retries a failed initialisation, which never sends it', async () => {
    const page = await suite.connector({ system }, { prepare: (it) => it.fault(connectPath, { status: 401 }, 1) });
    await page.retry.waitFor();
    await page.set({ token: 'sca_new' });
    await page.connected.waitFor();
    const requests = page.visitor.requestsTo(connectPath);
    expect(requests).toHaveLength(2);
    for (const { headers } of requests) expect(headers).not.toHaveProperty('authorization');
  });

  it('starts again, and stops polling, when tenant, system or service change', async () => {
    const page = await suite.connector(suite.known(), { prepare: (it) => it.page.clock.install() });
    const other = await suite.service.tenant();
    for (const [name, value] of [
      ['tenant-id', other.tenantId],
      ['system', 'user-platform'],
      ['api-url', suite.service.url.replace('127.0.0.1', 'localhost')],
    ] as const) {
      await page.set({ token: name === 'tenant-id' ? suite.tenant.token : other.token });
      await page.newToken();
      await page.passIntervals(1);
      const polls = page.polls().length;
      // Otherwise the handshake goes on for another system of the same tenant.
      await page.page.evaluate(() => sessionStorage.clear());
      await page.setAttribute(name, value);
      await page.generate.waitFor();
      await page.passIntervals(2);
      expect([name, page.polls().length]).toEqual([name, polls]);
    }
    await page.setAttribute('tenant-id', null);
    await page.visitor.untilEvents(1);
    expect(await page.visitor.eventTypes()).toEqual(['service-initialized']);
  });
}
