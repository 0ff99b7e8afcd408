import { isDeepStrictEqual } from 'node:util';
import { until } from '@sync/test-harness';
import { connectPath } from '../testing/visitor';
import { system, type WidgetSuite } from '../testing/widget-suite';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function describeInstructions(suite: WidgetSuite): void {
  it('for an unknown platform, without an address, the link neither scrolls nor navigates the page', async () => {
    const head = `<base href="${suite.tests.site.url}/elsewhere/">${suite.tests.script('service-connector')}`;
    const filler = '<div style="height:2000px"></div>';
    const { page } = await suite.connector({ ...suite.known(), connection: 'commerce_z' }, { head, body: `${filler}{}${filler}` });
    const link = page.getByRole('link', { name: 'Get the plugin' });
    await link.scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => [location.href, scrollY, history.length]);
    const before = await place();
    await link.click({ force: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(200);
    expect(await place()).toEqual(before);
    expect(await link.evaluate((a) => [a.getAttribute('href'), a.getAttribute('aria-disabled')])).toEqual(['#', 'true']);
  });

  it('links to the http(s) address that the page sets, in a new tab, and otherwise to the zip that the service serves', async () => {
    const page = await suite.connector({ ...suite.known(), 'plugin-url': 'https://plugins.example/a?b=c' });
    const link = page.page.getByRole('link', { name: 'Get the plugin' });
    const attributes = await link.evaluate((a) => ['href', 'target', 'rel', 'aria-disabled'].map((name) => a.getAttribute(name)));
    expect(attributes).toEqual(['https://plugins.example/a?b=c', '_blank', 'noopener noreferrer', null]);
    for (const address of ['javascript:alert(1)', '/relative']) {
      await page.setAttribute('plugin-url', address);
      const own = page.host.locator('a[href$="/widgets/plugins/service-connector-commerce-a.zip"]');
      const zip = await fetch((await own.getAttribute('href')) ?? '');
      expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
      await page.setAttribute('plugin-url', 'https://plugins.example/');
      await page.host.locator('a[href="https://plugins.example/"]').waitFor();
    }
  });

  it('names the breadcrumb of the platform in the steps, also right to left', async () => {
    // Wide enough for one line.
    const page = await suite.connector(suite.known(), { options: { viewport: { width: 1600, height: 900 } } });
    for (const [connection, way] of [
      ['commerce_a', 'Plugins › Service Connector › Settings'],
      ['commerce_b', 'Modules › Service Connector › Settings'],
      ['commerce_z', 'Service Connector › Settings'],
      ['constructor', 'Service Connector › Settings'],
    ] as const) {
      await page.setAttribute('connection', connection);
      await page.host.locator('[part=breadcrumb]').getByText(way, { exact: true }).waitFor();
      const steps = ['Get the plugin.', 'Generate token', `Open ${way}.`, 'Paste the token.', 'Save.'];
      // It starts over for another platform, and two of these have the same breadcrumb.
      await until(async () => isDeepStrictEqual(await page.page.getByRole('listitem').allInnerTexts(), steps));
    }
    // Safari drops the role of lists without bullets.
    expect(await page.host.locator('ol').getAttribute('role')).toBe('list');
    await page.setAttribute('locale', 'ar');
    for (const connection of ['commerce_a', 'commerce_z']) {
      await page.setAttribute('connection', connection);
      const breadcrumb = page.host.locator('.frame[dir=rtl] [part=breadcrumb]');
      await breadcrumb.filter({ hasText: connection === 'commerce_a' ? /^(?!Service)/ : /^Service/ }).waitFor();
      const [name, settings] = await breadcrumb.evaluate((it) => {
        const text = it.firstChild as Text;
        return ['Service Connector', 'الإعدادات'].map((part) => {
          const range = document.createRange();
          range.setStart(text, text.data.indexOf(part));
          range.setEnd(text, text.data.indexOf(part) + part.length);
          return range.getBoundingClientRect();
        });
      });
      expect(settings!.right).toBeLessThan(name!.left);
    }
  });

  it('leads from a token to the banner: the plugin finalises, service-registered fires once, polling ends', async () => {
    const page = await suite.connector({ system, connection: 'commerce_a' });
    const { visitor } = page;
    await page.shows('Once connected, your data will sync using the default settings.');
    expect(await page.page.getByText('Waiting for the plugin…').count()).toBe(0);
    const token = await page.newToken();
    expect(token).toMatch(/^scc_.{43}$/);
    expect(await page.field.getAttribute('readonly')).not.toBeNull();
    expect(await page.page.locator('#validity').innerText()).toMatch(/^Valid until .*\d+:\d\d\s[AP]M$/);
    await page.shows('Waiting for the plugin…');
    const [initialise, generate] = visitor.requestsTo(connectPath);
    const [initialized] = await visitor.events();
    const { token: access } = initialized?.detail as { token: string };
    expect(initialise?.body).toBe(JSON.stringify({ system_slug: system }));
    expect(generate).toMatchObject({ body: '{"connection":"commerce_a"}', headers: { authorization: `Bearer ${access}` } });

    await suite.service.finalise('demo-shop-a', token);
    await page.connected.waitFor();
    expect(visitor.requestsTo(/\/status$/)[0]?.headers.authorization).toBe(`Bearer ${access}`);
    const [id] = page.polls();
    expect(id).toMatch(uuid);
    const registered = { type: 'service-registered', detail: { connection_id: id }, target: 'service-connector' };
    expect((await visitor.events()).slice(1)).toEqual([registered]);
    const text = await page.text();
    expect(text).toContain('Your data now syncs using the default settings.');
    expect(text).toMatch(/Settings\s+Plugins › Service Connector › Settings/);
    expect(text).not.toContain('Once connected');
    const polls = page.polls().length;
    await page.page.waitForTimeout(3_500);
    expect(page.polls()).toHaveLength(polls);
    expect(await visitor.events()).toHaveLength(2);
  });

  it('two elements on a page keep their tenants, tokens and events apart', async () => {
    const { visitor, page } = await suite.connector(
      { system, connection: 'commerce_a' },
      { body: '<div id="a">{}</div><div id="b"></div>' },
    );
    await page.evaluate(() => document.querySelector('#b')!.append(document.querySelector('service-connector')!.cloneNode()));
    const tokens = [];
    for (const side of ['#a', '#b']) {
      await page.locator(side).getByRole('button', { name: 'Generate token' }).click();
      tokens.push(await page.locator(side).getByRole('textbox').inputValue());
    }
    const tenants = (await visitor.events()).map(({ detail }) => (detail as { tenant_id: string }).tenant_id);
    expect(new Set(tenants).size).toBe(2);
    await suite.service.finalise('demo-shop-a', tokens[1] ?? '');
    await page.locator('#b').getByRole('heading', { name: 'Connected successfully' }).waitFor();
    expect(await page.locator('#a').getByRole('textbox').inputValue()).toBe(tokens[0]);
    expect((await visitor.eventTypes()).filter((type) => type === 'service-registered')).toHaveLength(1);
  });
}
