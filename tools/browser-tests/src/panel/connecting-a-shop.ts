import { until } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import type { AdminVisit } from '../testing/admin-tests';
import type { PanelSuite } from '../testing/panel-suite';

const connectionsOf = 'select id from system_connections where tenant_id = (select id from tenants where name = $1)';
const tokensOf = `select 1 from connection_tokens where system_connection_id in (${connectionsOf})`;

export function describeConnectingAShop(panel: PanelSuite): void {
  let visit: AdminVisit;
  let companies = 0;

  /** A company with a unique name. */
  const company = async () => {
    companies += 1;
    const name = `Orchard no. ${companies}.`;
    await panel.query('insert into tenants (id, name) values (gen_random_uuid(), $1)', [name]);
    return name;
  };

  /** Opens the form and fills in all but how the shop is connected. The company has no product yet. */
  const begin = async (name: string, system: string, product = 'None yet') => {
    visit = await panel.as(panel.root);
    await visit.page.getByRole('link', { name: 'Connect a shop' }).click();
    await visit.isOn('Connect a shop');
    await visit.page.getByLabel('Find a company').fill(name);
    // What the search leaves out makes the form shorter, and the next click would miss.
    await visit.page.getByRole('group', { name: 'Company' }).getByRole('radio').nth(1).waitFor({ state: 'detached' });
    await visit.page.getByRole('radio', { name, exact: true }).check();
    await visit.page
      .getByRole('group', { name: 'Which of your products receives the data?' })
      .getByRole('radio', { name: product })
      .check();
    await visit.page.getByRole('radio', { name: system }).check();
  };

  /** The id of the connection that the link on the screen leads to. */
  const linkedId = async () => {
    const href = await visit.page.getByRole('link', { name: 'Open the connection' }).getAttribute('href');
    return href?.split('/').pop() ?? '';
  };

  it('with a token shows it once, in no address, storage or attribute, and waits until the plugin has used it', async () => {
    const name = await company();
    await begin(name, 'Commerce A');
    await visit.page.getByRole('button', { name: 'Create token' }).dblclick();
    await visit.isOn(`Token for ${name}`);
    await visit.shows('Open Plugins → Service Connector → Settings.');
    await visit.shows('Waiting for the plugin …');
    const token = (await visit.page.locator('code.secret').textContent()) ?? '';
    expect(token).toMatch(/^scc_[\w-]{43}$/);
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.press('Copy');
    await visit.shows('The token is copied.');
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    expect(await panel.query(tokensOf, [name])).toHaveLength(1);

    await panel.service.finalise('demo-shop-a', token);
    await visit.isOn(/is connected$/);
    expect(await visit.page.content()).not.toContain(token);
    expect(await visit.visitor.leaksOf(token)).toEqual([]);
    expect(await panel.statusOf(await linkedId())).toBe('active');
    await visit.page.getByRole('link', { name: 'Open the connection' }).click();
    await visit.shows('It works: its last contact with the shop succeeded.');
  });

  it('makes a new token when the first expired unused, here for a company that is created in place', async () => {
    visit = await panel.as(panel.root, 'connections/new');
    await visit.page.clock.install();
    await visit.press('Create token');
    await visit.press('New company');
    await visit.page.getByRole('dialog').getByLabel('Name').fill('Orchard Lane');
    await visit.confirm('Save');
    await visit.page.getByRole('radio', { name: 'None yet' }).check();
    await visit.page.getByRole('radio', { name: 'Commerce B' }).check();
    await visit.press('Create token');
    await visit.isOn('Token for Orchard Lane');
    await visit.page.locator('code.secret').waitFor();
    await visit.page.clock.fastForward('01:00:01');
    await visit.shows('The token is no longer valid. The plugin has not used it.');
    expect(await visit.page.locator('code.secret').count()).toBe(0);
    await visit.press('Make a new token');
    await visit.page.locator('code.secret').waitFor();
    expect(await panel.query(connectionsOf, ['Orchard Lane'])).toHaveLength(2);
    await visit.page.reload();
    await visit.isOn('Connect a shop');
  });

  it('of a company without a product asks which one receives the data, shows its access token once, and the shop syncs', async () => {
    const name = await company();
    await begin(name, 'Commerce A', 'Mailing platform');
    await visit.press('Create token');
    const dialog = visit.page.getByRole('dialog', { name: 'Access token of Mailing platform' });
    const token = (await dialog.locator('code.secret').textContent()) ?? '';
    expect(token).toMatch(/^sca_[\w-]{43}$/);
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByText('The token is copied.').waitFor();
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await visit.confirm('Done');
    await visit.isOn(`Token for ${name}`);
    expect(await visit.page.content()).not.toContain(token);
    expect(await visit.visitor.leaksOf(token)).toEqual([]);

    await panel.service.finalise('demo-shop-a', (await visit.page.locator('code.secret').textContent()) ?? '');
    await visit.isOn(/is connected$/);
    const path = `/api/system-connections/${await linkedId()}/syncs`;
    await until(async () => (await panel.service.ask<{ data: unknown[] }>('GET', path, { token })).data.length === 3);
  });

  it('without a product says on its screen and where a sync is asked for that nothing receives the data, until one is connected', async () => {
    const name = await company();
    const id = uuidv7();
    await panel.query(
      `insert into system_connections (id, tenant_id, system_id, name, status) select $1, tenant.id, system.id, 'Lonely shop', 'active'
       from tenants tenant, systems system where tenant.name = $2 and system.slug = 'commerce_a'`,
      [id, name],
    );
    visit = await panel.as(panel.root, `connections/${id}`);
    const missing = 'none of the company’s products is connected';
    await visit.page.getByRole('note').getByText(missing).waitFor();
    await visit.press('Sync now');
    await visit.page.getByRole('dialog').getByText(missing).waitFor();
    await visit.confirm('Close');
    await visit.press('Connect a product');
    await visit.page.getByRole('dialog').getByRole('radio', { name: 'Mailing platform' }).check();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Connect a product' }).click();
    await visit.page.getByRole('dialog').locator('code.secret').waitFor();
    await visit.confirm('Done');
    await visit.page.getByText(missing).waitFor({ state: 'detached' });

    const [product] = await panel.query<{ id: string }>(`${connectionsOf} and id <> $2`, [name, id]);
    await visit.page.goto(`${panel.service.url}/admin/#/connections/${product?.id ?? ''}`);
    await visit.press('Replace access tokens');
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Replace access tokens' }).click();
    const token = (await visit.page.getByRole('dialog').locator('code.secret').textContent()) ?? '';
    await visit.confirm('Done');
    expect((await panel.service.ask<{ data: unknown[] }>('GET', '/api/access-tokens', { token })).data).toHaveLength(1);
    expect(await visit.visitor.leaksOf(token)).toEqual([]);
  });

  it('is not offered to a support user, whom its address leads to the list', async () => {
    visit = await panel.as(await panel.support('commerce_a'), 'connections/new');
    await visit.isOn('Connections');
    expect(await visit.page.getByRole('link', { name: 'Connect a shop' }).count()).toBe(0);
  });

  it('with credentials says what is wrong and what to do beside the form, keeps what was typed, and connects with the right key', async () => {
    const wrong = 'CANARY-OF-A-WRONG-KEY';
    const right = panel.service.shopSecrets<{ apiKey: string }>('demo-shop-b').apiKey;
    await begin(await company(), 'Commerce B');
    await visit.page.getByRole('radio', { name: 'With address and credentials' }).check();
    await visit.page.getByLabel('Address of the shop').fill(panel.service.shopUrl('demo-shop-b'));
    await visit.page.getByLabel('Webservice key').fill(wrong);
    await visit.press('Verify and connect');
    const findings = visit.page.getByRole('region', { name: 'What the shop doctor found' });
    await findings.getByText(/The webservice responds and knows the key/).waitFor();
    await findings.getByText(/compare the key with that of the connection/).waitFor();
    expect(await visit.page.getByLabel('Address of the shop').inputValue()).toBe(panel.service.shopUrl('demo-shop-b'));
    expect(await visit.page.getByLabel('Webservice key').inputValue()).toBe(wrong);

    await visit.page.getByLabel('Webservice key').fill(right);
    await visit.page.getByLabel('Webservice key').press('Enter');
    await visit.isOn(/^Commerce B.* is connected$/);
    expect(await panel.statusOf(await linkedId())).toBe('active');
    for (const secret of [wrong, right]) expect(await visit.visitor.leaksOf(secret)).toEqual([]);
  });

  it('says which value the service refuses, how long to wait, and that the service is away', async () => {
    const name = await company();
    await begin(name, 'Commerce A');
    await panel.query('delete from tenants where name = $1', [name]);
    await visit.press('Create token');
    await visit.page.getByRole('group', { name: 'Company' }).getByRole('alert').waitFor();
    const path = '/api/admin/connections';
    await visit.visitor.fault(path, { status: 429, headers: { 'Retry-After': '17' } }, 1, 'POST');
    await visit.press('Create token');
    await visit.shows('Too many attempts. Try again in 17 seconds.');
    await visit.visitor.fault(path, { status: 503 }, 1, 'POST');
    await visit.press('Create token');
    await visit.shows('The service cannot work just now. Try again shortly.');
    await visit.visitor.fault('/api/admin/systems', { status: 200, body: { data: [], next_cursor: null } }, 1);
    await visit.page.reload();
    await visit.shows('There is no shop system to connect.');
    await visit.visitor.fault(/\/tenants$|\/systems$/, 'offline');
    await visit.page.reload();
    await visit.shows('The service cannot be reached. Check your network connection.');
  });
}
