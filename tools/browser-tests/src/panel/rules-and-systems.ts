import { until } from '@sync/test-harness';
import type { AdminVisit } from '../testing/admin-tests';
import type { PanelSuite } from '../testing/panel-suite';
import { openSection } from './doctor-and-records';

export function describeSyncRules(panel: PanelSuite): void {
  let visit: AdminVisit;

  it('are made, switched off, activated and deleted by a super administrator', async () => {
    visit = await panel.as(panel.root, `connections/${panel.shopA}`);
    const rules = await openSection(visit, 'Sync rules');
    await rules.getByText('Derived').first().waitFor();
    await visit.press('New rule');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('To', { exact: true }).selectOption({ label: 'Mailing platform (Active)' });
    await dialog.getByLabel('Customers').uncheck();
    await visit.confirm('Save');
    await visit.shows('The rule is made and active.');
    const row = visit.page.getByRole('row').filter({ hasText: 'Made by hand' });
    expect(await row.textContent()).toContain('Products, Orders');

    await visit.page.getByRole('link', { name: 'Sync rules' }).click();
    await visit.page.getByLabel('Kind').selectOption('false');
    await visit.page.getByLabel('Find a company').waitFor();
    await row.getByRole('button', { name: 'Switch off' }).click();
    await visit.confirm('Switch off');
    await row.getByText('Switched off').waitFor();
    await row.getByRole('button', { name: 'Activate' }).click();
    await visit.shows('The rule is active.');
    await row.getByRole('button', { name: 'Delete' }).click();
    await visit.confirm('Delete');
    await visit.shows('No sync rule fits these filters.');
    // The row took the focus with it.
    expect(await visit.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Sync rules');
  });

  it('and systems and sessions of others offer a support user nothing that the service would refuse', async () => {
    const user = await panel.support('commerce_a', 'commerce_b', 'mailing_platform');
    visit = await panel.as(user, `connections/${panel.shopA}`);
    const rules = await openSection(visit, 'Sync rules');
    await rules.getByRole('row').nth(1).waitFor();
    expect(await rules.getByRole('button').count()).toBe(0);
    await visit.page.getByRole('link', { name: 'Sync rules' }).click();
    await visit.isOn('Sync rules');
    await visit.page.getByRole('row').nth(1).waitFor();
    expect(await visit.page.getByRole('main').getByRole('button').count()).toBe(0);
    await visit.page.goto(`${panel.service.url}/admin/#/systems`);
    await visit.page.getByRole('row', { name: 'Commerce A' }).waitFor();
    expect(await visit.page.getByRole('main').getByRole('button').count()).toBe(0);
    await visit.page.goto(`${panel.service.url}/admin/#/users/${panel.shopA}/sessions`);
    await visit.shows('You are not allowed to do this.');
  });
}

export function describeSystems(panel: PanelSuite): void {
  let visit: AdminVisit;

  it('are created and edited, and not deleted while a connection belongs to them', async () => {
    visit = await panel.as(panel.root, 'systems');
    await visit.press('New system');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Loyalty');
    await dialog.getByLabel('Short name').fill('commerce_a');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await visit.shows('Another system has this slug.');
    await dialog.getByLabel('Short name').fill('loyalty');
    await dialog.getByLabel('Orders').check();
    await visit.confirm('Save');
    const row = visit.page.getByRole('row').filter({ hasText: 'loyalty' });
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('Loyalty platform');
    await visit.confirm('Save');
    await row.getByText('Loyalty platform').waitFor();

    await visit.page.getByRole('row').filter({ hasText: 'commerce_a' }).getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Orders').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await visit.shows('Active sync rules still give orders of this system.');
    await visit.press('Cancel');

    const { connectionId } = await panel.service.tenant('loyalty');
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await visit.shows('Connections still belong to this system.');
    await visit.page.keyboard.press('Escape');
    expect(await visit.page.evaluate(() => document.activeElement?.textContent)).toBe('Delete');
    await panel.query('delete from system_connections where id = $1', [connectionId]);
    await row.getByRole('button', { name: 'Delete' }).click();
    await visit.confirm('Delete');
    await row.waitFor({ state: 'detached' });
  });

  it('may be many: the list goes on', async () => {
    await panel.query(
      `insert into systems (id, slug, name, driver, capabilities, is_direct)
       select gen_random_uuid(), 'many-' || n, 'Many ' || n, 'user-platform', '{}', true from generate_series(100, 160) n`,
    );
    visit = await panel.as(panel.root, 'systems');
    await visit.press('Load more');
    await visit.shows('Many 160');
    await panel.query(`delete from systems where slug like 'many-%'`);
  });
}

export function describeCompanies(panel: PanelSuite): void {
  it('have addresses that hear of broken links: those that are no addresses are refused in the dialog, the others stand there next time', async () => {
    await panel.query(`insert into tenants (id, name) values (gen_random_uuid(), 'Harbour & Sons')`);
    const visit = await panel.as(panel.root, 'tenants');
    const row = visit.page.getByRole('row').filter({ hasText: 'Harbour & Sons' });
    await row.getByRole('button', { name: 'Mail addresses' }).click();
    const field = visit.page.getByRole('dialog').getByLabel('Addresses');
    await field.fill('operations@company.example, operations');
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await visit.shows('must be an email');
    await field.fill('operations@company.example\nSecond@company.example');
    await visit.confirm('Save');
    await visit.shows('The mail addresses of Harbour & Sons are changed.');
    await row.getByRole('button', { name: 'Mail addresses' }).click();
    await until(async () => (await field.inputValue()) === 'operations@company.example\nSecond@company.example');
    await visit.confirm('Save');
    await panel.query(`delete from tenants where name = 'Harbour & Sons'`);
  });

  it('are created, and a support user for one signs in with the password that is shown once', async () => {
    const visit = await panel.as(panel.root, 'tenants');
    await visit.press('New company');
    await visit.page.getByLabel('Name').fill('Marigold & Sons');
    await visit.confirm('Save');
    await visit.shows('Marigold & Sons is created.');
    await visit.page.getByRole('link', { name: 'Users' }).click();
    await visit.press('New user');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Login').fill('Kim');
    await dialog.getByLabel('Name').fill('Kim Reed');
    await dialog.getByLabel('Commerce A').check();
    await dialog.getByLabel('Find a company').fill('marigold');
    await dialog.getByRole('button', { name: '+ Marigold & Sons' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const password = (await visit.page.getByRole('dialog', { name: 'Password of kim' }).locator('code').textContent()) ?? '';
    await visit.confirm('Done');
    await visit.shows('Companies: 1, systems in full: 1');
    expect(await visit.visitor.leaksOf(password)).toEqual([]);
    for (const [access, shown] of [
      ['By system', 'By system, systems in full: 1'],
      ['All companies', 'All companies, systems in full: 1'],
    ] as const) {
      await visit.page.getByRole('row', { name: 'Kim Reed' }).getByRole('button', { name: 'Edit' }).click();
      await dialog.getByRole('radio', { name: access }).check();
      expect(await dialog.getByLabel('Find a company').count()).toBe(0);
      await visit.confirm('Save');
      await visit.shows(shown);
    }
    const kim = await panel.tests.open();
    await kim.signIn({ login: 'kim', password });
    await kim.isOn('Change your password');
    await kim.visitor.close();
  });
}
