import { connectPath } from '../testing/visitor';
import { system, type WidgetSuite } from '../testing/widget-suite';

const shop = { system, connection: 'commerce_a' };

const clipboards: [string, () => unknown][] = [
  ['without a clipboard', () => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })],
  ['with a clipboard that refuses', () => (navigator.clipboard.writeText = () => Promise.reject(new Error('no')))],
];

export function describeToken(suite: WidgetSuite): void {
  it('access and connection token appear in no attribute, address or console, and only the latter in the storage, until it has served', async () => {
    const page = await suite.connector(shop);
    await page.visitor.untilEvents(1);
    const [initialized] = await page.visitor.events();
    const access = (initialized?.detail as { token: string }).token;
    const connection = await page.newToken();
    await page.untilPolls(1);
    await page.set({ token: access });
    await suite.service.finalise('demo-shop-a', connection);
    expect(await page.visitor.leaksOf(access)).toEqual([]);
    // So that a reload continues the handshake.
    expect(await page.visitor.leaksOf(connection)).toEqual(['storage']);
    await page.connected.waitFor();
    for (const secret of [access, connection]) expect(await page.visitor.leaksOf(secret)).toEqual([]);
    expect(await page.page.evaluate((text) => document.documentElement.outerHTML.includes(text), access)).toBe(false);
    for (const { headers } of page.visitor.requests) expect(headers).not.toHaveProperty('cookie');
  });

  it('without access, sends its platform and the tenant id, says so, and works once the page sets a valid token', async () => {
    const page = await suite.connector({ ...shop, 'tenant-id': suite.tenant.tenantId, token: ' \n' });
    await page.generate.click();
    await page.shows('No access');
    const [request] = page.visitor.requestsTo(connectPath);
    expect(request?.body).toBe(JSON.stringify({ connection: shop.connection, tenant_id: suite.tenant.tenantId }));
    expect(request?.headers).not.toHaveProperty('authorization');
    await page.set({ token: 'sca_unknown' });
    await page.aMoment();
    await page.generate.click();
    await page.shows('No access');
    await page.set({ token: ` ${suite.tenant.token}\n` });
    await page.page.getByText('No access').first().waitFor({ state: 'detached' });
    expect(await page.newToken()).toMatch(/^scc_/);
    const bearers = page.visitor.requestsTo(connectPath).map(({ headers }) => headers.authorization);
    expect(bearers).toEqual([undefined, 'Bearer sca_unknown', `Bearer ${suite.tenant.token}`]);
  });

  it('ignores an access token without a tenant id, before and after the initialisation', async () => {
    const page = await suite.connector({ ...shop, token: suite.tenant.token });
    await page.visitor.untilEvents(1);
    const [initialized] = await page.visitor.events();
    const { token, tenant_id: tenantId } = initialized?.detail as { token: string; tenant_id: string };
    await page.set({ token: 'sca_other' });
    const connectionToken = await page.newToken();
    await page.untilPolls(1);
    const bearers = page.visitor.requestsTo(/\/api\//).map(({ headers }) => headers.authorization);
    expect(bearers.slice(0, 3)).toEqual([undefined, `Bearer ${token}`, `Bearer ${token}`]);
    await page.set({ tenantId });
    await page.aMoment();
    await page.renew.click();
    await page.shows('No access');
    expect(page.visitor.requestsTo(connectPath).at(-1)?.headers.authorization).toBe('Bearer sca_other');
    await page.set({ token });
    await page.newToken();
    const { id } = (await suite.service.finalise('demo-shop-a', connectionToken)) as { id: string };
    await page.connected.waitFor();
    const [row] = await suite.service.database.dataSource.query<{ tenant_id: string }[]>(
      'select tenant_id from system_connections where id = $1',
      [id],
    );
    expect(row?.tenant_id).toBe(tenantId);
  });

  it('is requested once however often the button is clicked', async () => {
    const page = await suite.connector(suite.known());
    const release = await page.visitor.hold(connectPath);
    await page.generate.click();
    await page.says('Loading…');
    expect(await page.generate.getAttribute('aria-disabled')).toBe('true');
    expect(await page.generate.locator('.spinner').isVisible()).toBe(true);
    await page.generate.click({ force: true });
    release();
    await page.field.waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    expect(await page.host.locator('button .spinner').count()).toBe(0);
  });

  it('expires by the clock of the service when that of the machine is a day behind', async () => {
    const page = await suite.connector(suite.known(), {
      prepare: ({ page: it }) => it.clock.install({ time: Date.now() - 24 * 3_600_000 }),
    });
    await page.newToken();
    await page.page.clock.fastForward(59 * 60_000);
    expect(await page.field.isVisible()).toBe(true);
    await page.page.clock.fastForward(61_000);
    await page.shows('This token is no longer valid.');
    expect(await page.field.count()).toBe(0);
    expect(await page.newToken()).toMatch(/^scc_/);
  });

  it('is selected at once, and shows its beginning where it is cut off', async () => {
    const page = await suite.connector(suite.known(), { options: { viewport: { width: 320, height: 800 } } });
    const token = await page.newToken();
    await page.aMoment();
    const field = await page.field.evaluate((it: HTMLInputElement) => [it.scrollWidth > it.clientWidth, it.scrollLeft, it.selectionEnd]);
    expect(field).toEqual([true, 0, token.length]);
  });

  it('is copied, which is announced each time, until there is a new token', async () => {
    const page = await suite.connector(suite.known(), { prepare: (it) => it.page.clock.install() });
    await page.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const token = await page.newToken();
    const copy = page.page.getByRole('button', { name: 'Copy', exact: true });
    const copied = page.page.getByRole('button', { name: 'Copied' });
    for (let time = 1; time <= 2; time++) {
      await copy.click();
      await copied.waitFor();
      expect(await page.status.innerText()).toBe('Copied');
      await page.page.clock.fastForward(3_000);
      await copy.waitFor();
      expect(await page.status.innerText()).toBe('');
    }
    expect(await page.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await copy.click();
    await page.newToken();
    await copy.waitFor();
  });

  it.each(clipboards)('%s it is copied by execCommand, or else selected for the user', async (_title, withoutClipboard) => {
    const page = await suite.connector(suite.known());
    await page.page.context().grantPermissions(['clipboard-read']);
    const token = await page.newToken();
    await page.page.evaluate(`(${withoutClipboard.toString()})()`);
    await page.page.getByRole('button', { name: 'Copy' }).click();
    await page.page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.status.innerText()).toBe('Copied');
    await page.newToken();
    await page.page.evaluate(() => (document.execCommand = () => false));
    await page.page.getByRole('button', { name: 'Copy' }).click();
    await page.aMoment();
    const selected = await page.field.evaluate((input: HTMLInputElement) => [
      (input.getRootNode() as ShadowRoot).activeElement === input,
      input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
    ]);
    expect(selected).toEqual([true, await page.field.inputValue()]);
    expect(await page.page.getByRole('button', { name: 'Copied' }).count()).toBe(0);
    await page.page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    expect(await page.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  });
}
