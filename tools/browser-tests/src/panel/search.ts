import type { AdminVisit } from '../testing/admin-tests';
import { look } from '../testing/look';
import type { PanelSuite } from '../testing/panel-suite';

export function describeSearch(panel: PanelSuite): void {
  let visit: AdminVisit;
  const dialog = () => visit.page.getByRole('dialog', { name: 'Search everything' });
  const field = () => dialog().getByRole('combobox');
  const open = async (key: string, screen = '') => {
    visit = await panel.as(await panel.support('commerce_a', 'commerce_b'), screen);
    await visit.page.getByRole('navigation').waitFor();
    await visit.page.keyboard.press(key);
    await field().waitFor();
  };
  const stored = async () =>
    (
      await panel.query<{ email: string; order: string; orderNumber: string }>(
        `select address_billing ->> 'email' as email, source_id as "order", source_order_number as "orderNumber" from orders
         where shop_id = $1 and address_billing ->> 'email' is not null and source_order_number is not null limit 1`,
        [panel.shopA],
      )
    )[0]!;

  it('opens by key on every screen, finds an e-mail address that no address holds, and leads to the record by keyboard alone', async () => {
    const { email } = await stored();
    await open('Control+k', 'dashboard');
    const sent = visit.page.waitForRequest(/\/api\/admin\/search/);
    await field().fill(email.toUpperCase());
    expect([(await sent).method(), new URL((await sent).url()).search]).toEqual(['POST', '']);
    const orders = dialog().getByRole('group', { name: /^Orders/ });
    await orders.getByRole('option').first().waitFor();
    await look(visit.page, 'search');
    await visit.page.setViewportSize({ width: 1280, height: 860 });
    const options = dialog().getByRole('option');
    const at = await orders.getByRole('option').first().getAttribute('id');
    for (let presses = 0; (await field().getAttribute('aria-activedescendant')) !== at && presses < 20; presses += 1)
      await field().press('ArrowDown');
    expect(await options.and(visit.page.locator('[aria-selected=true]')).count()).toBe(1);
    await field().press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await visit.page.getByRole('heading', { name: /^Order \d+/ }).waitFor();
    expect(visit.page.url().toLowerCase()).not.toContain('%40');
    expect(visit.page.url().toLowerCase()).not.toContain(email.toLowerCase());
  });

  it('shows the run that it was asked for, above the list', async () => {
    const [run] = await panel.query<{ id: string }>('select id from sync_runs where system_connection_id = $1 limit 1', [panel.shopA]);
    await open('/');
    await field().fill(run?.id ?? '');
    await dialog().getByRole('option').click();
    await visit.page.getByRole('region', { name: 'The run that you chose' }).getByRole('row').nth(1).waitFor();
  });

  it('opens by / except where it is typed, and says what it needs, that nothing was found, and that it failed', async () => {
    visit = await panel.as(await panel.support('commerce_a', 'commerce_b'));
    await visit.page.getByLabel('Search', { exact: true }).press('/');
    expect([await visit.page.getByLabel('Search', { exact: true }).inputValue(), await dialog().count()]).toEqual(['/', 0]);
    await visit.press('Search');
    await field().fill('ab');
    await visit.shows('Type at least three characters.');
    await field().fill('no such thing');
    await visit.shows(/^Nothing was found that you may see/);
    await visit.visitor.fault(/\/search$/, { status: 500 }, 1);
    await field().fill('another thing');
    await visit.shows(/^Something went wrong/);
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await visit.shows(/^Nothing was found that you may see/);
    await look(visit.page, 'nothing found');
    await field().press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await visit.page.evaluate(() => document.activeElement?.className)).toBe('search-button');
  });

  it('opens by Ctrl+K alone once the user has switched / off in this browser, and says how a connection is', async () => {
    await open('/', 'account');
    await field().press('Escape');
    await visit.page.getByLabel('“/” opens the search').uncheck();
    const keys = () => visit.page.locator('.search-button').getAttribute('aria-keyshortcuts');
    expect(await keys()).toBe('Control+K Meta+K');
    await visit.page.reload();
    await visit.isOn('Your account');
    await visit.page.keyboard.press('/');
    expect([await keys(), await dialog().count()]).toEqual(['Control+K Meta+K', 0]);
    await visit.page.keyboard.press('Control+k');
    await field().fill('127.0');
    const connections = dialog().getByRole('group', { name: /^Connections/ });
    await connections.getByRole('option').first().getByText('Active', { exact: true }).waitFor();
  });

  it('never shows the result of an earlier text', async () => {
    const { orderNumber } = await stored();
    await open('/');
    let isFirst = true;
    await visit.page.route(/\/api\/admin\/search$/, async (route) => {
      if (isFirst) {
        isFirst = false;
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      }
      await route.continue().catch(() => undefined);
    });
    const first = visit.page.waitForRequest(/\/api\/admin\/search$/);
    await field().fill('127.0');
    await first;
    await field().fill(orderNumber);
    await dialog()
      .getByRole('group', { name: /^Orders/ })
      .waitFor();
    await visit.page.waitForTimeout(2_000);
    expect(
      await dialog()
        .getByRole('group', { name: /^Connections/ })
        .count(),
    ).toBe(0);
  });
}
