import { placedAt, until } from '@sync/test-harness';
import type { AdminVisit } from '../testing/admin-tests';
import { describeHeldBackDeletions } from '../testing/held-back-deletions';
import { axeFindings } from '../testing/axe';
import type { PanelSuite } from '../testing/panel-suite';

const shopName = /^Commerce A/;

export function describeConnections(panel: PanelSuite): void {
  let visit: AdminVisit;

  /** The shop fails until the breaker opens. */
  const breakShop = async () => {
    await panel.service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'status', status: 500 }] });
    const body = { mode: 'full' };
    await panel.service.ask('POST', `/api/system-connections/${panel.shopA}/syncs`, { token: panel.tenant.token, body });
    await until(async () => (await panel.statusOf(panel.shopA)) === 'error');
  };

  it('is found, says why it fails, is reconnected once the shop responds, and syncs while one watches', async () => {
    await breakShop();
    visit = await panel.as(await panel.support('commerce_a'));
    const search = visit.page.getByLabel('Search');
    await search.fill('no such shop');
    await visit.shows('No connection fits these filters.');
    await search.fill(new URL(panel.service.shopUrl('demo-shop-a')).host);
    await visit.page.getByLabel('Status', { exact: true }).selectOption('error');
    await visit.page.getByRole('link', { name: shopName }).click();
    await visit.isOn(shopName);
    await visit.shows('The shop cannot be reached.');

    await visit.press('Reconnect');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reconnect' }).click();
    await visit.shows(/^The shop did not accept the stored credentials, or did not respond/);
    await panel.service.shop('demo-shop-a', 'faults', { faults: [] });
    await visit.confirm('Reconnect');
    await visit.shows('The connection is active again.');

    await panel.service.shop('demo-shop-a', 'latency', { ms: 600 });
    await visit.page.getByRole('button', { name: 'Sync now' }).click();
    await dialog.getByLabel('Everything').check();
    await visit.confirm('Sync now');
    await visit.page.getByRole('progressbar').first().waitFor();
    await panel.service.shop('demo-shop-a', 'latency', { ms: 0 });
    await visit.page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    await visit.shows('Succeeded');
  });

  it('is found by what was typed and what was chosen within the same moment, and Back returns to the filters and the place', async () => {
    visit = await panel.as(await panel.support('commerce_a', 'commerce_b'));
    const { page } = visit;
    await page.setViewportSize({ width: 390, height: 500 });
    await page.getByLabel('Search').fill('127.0');
    await page.getByLabel('System').selectOption('commerce_a');
    const link = page.getByRole('link', { name: shopName }).first();
    await page.waitForURL(/search=127/);
    await visit.shows('1 found');
    expect(new URL(page.url()).hash).toMatch(/(?=.*system=commerce_a)(?=.*search=127\.0)/);
    await link.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    await link.click();
    await visit.isOn(shopName);
    expect([place > 0, await page.evaluate(() => window.scrollY)]).toEqual([true, 0]);
    await page.getByRole('link', { name: 'All connections' }).click();
    await visit.shows('1 found');
    expect(await page.getByLabel('Search').inputValue()).toBe('127.0');
    await page.waitForFunction((before) => window.scrollY === before, place);
  });

  it('in error is reconnected in bulk, with all others that the list shows: their number stands there before', async () => {
    await panel.query(`update system_connections set status = 'error' where id = $1`, [panel.shopA]);
    visit = await panel.as(await panel.support('commerce_a', 'commerce_b'), 'connections?status=error');
    await visit.press('Reconnect all of these');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByText('whether it accepts its stored credentials: 1.').waitFor();
    expect([await panel.statusOf(panel.shopA), await axeFindings(visit.page, 'html')]).toEqual(['error', []]);
    await dialog.getByRole('button', { name: 'Reconnect', exact: true }).click();
    await dialog.getByText('1 of 1 done').waitFor();
    await visit.confirm('Close');
    expect(await panel.statusOf(panel.shopA)).toBe('active');
  });

  it('never looks as if it worked while its shop fails its syncs: the box and the list say so, in the words of the sync', async () => {
    const reason = 'The shop responded to orders page 1 with 401. Correct the key in the shop.';
    // A reconnection, before this, has begun syncs.
    const open = `select from sync_runs where system_connection_id = $1 and status in ('queued', 'running')`;
    await until(async () => (await panel.query(open, [panel.shopA])).length === 0);
    const [run] = await panel.query<{ id: string }>(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, failing_since, waiting_since, waiting_reason, waiting_until, tenant_id, system_id)
       values (gen_random_uuid(), $1, 'orders', 'delta', 'running', now(), now(), $2, now() + interval '1 minute', ${placedAt('$1')}) returning id`,
      [panel.shopA, reason],
    );
    visit = await panel.as(await panel.support('commerce_a'), `connections/${panel.shopA}`);
    await visit.shows(/^Waiting for the shop\./);
    await visit.shows(reason);
    await visit.page.getByRole('region', { name: 'Why' }).getByText('The shop is asked again at').waitFor();
    expect(await visit.page.getByText(/^It works/).count()).toBe(0);
    expect(await axeFindings(visit.page, 'html')).toEqual([]);
    await visit.page.getByRole('link', { name: 'Connections' }).first().click();
    const link = visit.page.getByRole('link', { name: shopName });
    await visit.page.getByRole('row').filter({ has: link }).filter({ hasText: 'Waiting for the shop' }).waitFor();
    await panel.query('delete from sync_runs where id = $1', [run?.id]);
  });

  it('never looks as if all of its shop were stored when a sync could not read it: the box and the run say why, and how many of how many', async () => {
    const reason = 'The shop does not say how many pages of orders there are, and the first one is full.';
    const [run] = await panel.query<{ id: string }>(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, list_total, records_fetched, incomplete, started_at, finished_at, tenant_id, system_id)
       values ('ffffffff-ffff-7fff-bfff-ffffffffffff', $1, 'orders', 'full', 'succeeded', 2501, 50, $2, now(), now(), ${placedAt('$1')}) returning id`,
      [panel.shopA, reason],
    );
    visit = await panel.as(await panel.support('commerce_a'), `connections/${panel.shopA}`);
    await visit.shows(/^A sync could not read everything/);
    await visit.page.getByText(reason).nth(1).waitFor();
    await visit.shows(/^50 of 2,501 read/);
    expect(await axeFindings(visit.page, 'html')).toEqual([]);
    await panel.query('delete from sync_runs where id = $1', [run?.id]);
  });

  it.each([
    ['en', /^service-connector 0\.0\.9 older than 0\.1\.0$/],
    ['de-DE', /^service-connector 0\.0\.9 älter als 0\.1\.0$/],
  ])('says which plugin its shop has, on what it runs, and that it is old: %s', async (locale, said) => {
    const plugin = { name: 'service-connector', version: '0.0.9', platform_version: '9.1.2 / WordPress 6.5', php_version: '8.3.7' };
    const [stored] = await panel.query<{ meta: object }>('select meta from system_connections where id = $1', [panel.shopA]);
    const store = (meta: unknown) => panel.query('update system_connections set meta = $2 where id = $1', [panel.shopA, meta]);
    await store({ ...stored?.meta, plugin });
    visit = await panel.as(await panel.support('commerce_a'), `connections/${panel.shopA}`, { locale });
    for (const text of [said, plugin.platform_version, plugin.php_version])
      await visit.page.getByRole('definition').filter({ hasText: text }).waitFor();
    await store(stored?.meta);
  });

  it('is disconnected after a question that Escape answers with no, and uninstalled only with a reason', async () => {
    const other = await panel.service.tenant('user-platform');
    visit = await panel.as(panel.root, `connections/${other.connectionId}`);
    await visit.press('Disconnect');
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.press('Disconnect');
    await visit.confirm('Disconnect');
    await visit.shows('It was ended: syncs have stopped.');
    await visit.press('Uninstall');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Uninstall' }).click();
    expect(await dialog.getByLabel('Reason').evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
    await dialog.getByLabel('Reason').fill('The company asked for it.');
    await visit.confirm('Uninstall');
    await visit.isOn('Connections');
    await visit.page.goto(`${panel.service.url}/admin/#/audit-log?action=connection.uninstall`);
    await visit.shows('The company asked for it.');
  });

  it('of a system that a support user does not support shows its status, and nothing else of it', async () => {
    visit = await panel.as(await panel.support('commerce_a'));
    await visit.page.getByRole('link', { name: 'Commerce B' }).click();
    await visit.shows('You do not support this system: you see the status of this connection, but no details.');
    expect(await visit.page.getByText(panel.service.shopUrl('demo-shop-b')).count()).toBe(0);
    expect(await visit.page.getByRole('button', { name: /Sync|Disconnect|Uninstall/ }).count()).toBe(0);
    expect(await visit.page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Connections',
      'Sync rules',
      'Failed work',
      'Companies',
    ]);
  });

  describe('deletions that a run holds back', () =>
    describeHeldBackDeletions(() => ({
      database: panel.service.database,
      connectionId: panel.shopA,
      open: async () => panel.as(await panel.support('commerce_a'), `connections/${panel.shopA}`),
    })));
}
