import type { AdminVisit } from '../testing/admin-tests';
import type { PanelSuite } from '../testing/panel-suite';

/** `replaced`: a connection that a newer one to the same shop has replaced. */
export function describeConnectionChanges(panel: PanelSuite, replaced: () => string): void {
  let visit: AdminVisit;
  const linkTo = (connectionId: string) => visit.page.locator(`a[href="#/connections/${connectionId}"]`);
  const dialog = () => visit.page.getByRole('dialog');

  it('edits name and additional data; what is no object is refused beside its field', async () => {
    visit = await panel.as(panel.root, `connections/${panel.shopB}`);
    await visit.press('Edit');
    const meta = dialog().getByLabel('Additional data (JSON)');
    await dialog().getByLabel('Name').fill('Marigold, main shop');
    await meta.fill('["contract"]');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await visit.shows('This is not a JSON object. It begins with { and ends with }.');
    expect(await meta.getAttribute('aria-invalid')).toBe('true');
    await meta.fill(JSON.stringify({ note: 'x'.repeat(17_000) }));
    await dialog().getByRole('button', { name: 'Save' }).click();
    await visit.shows('Some values are not valid.');
    await meta.fill('{"contract": "C-17"}');
    await visit.confirm('Save');
    await visit.isOn('Marigold, main shop');
    expect(await panel.query('select name, meta from system_connections where id = $1', [panel.shopB])).toEqual([
      // What the plugin says of itself stays.
      { name: 'Marigold, main shop', meta: { contract: 'C-17', plugin: expect.objectContaining({ name: 'serviceconnector' }) as unknown } },
    ]);
    await visit.press('Edit');
    await visit.press('Cancel');
    expect(await visit.page.getByRole('button', { name: 'Edit' }).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('replaces credentials: the shop refuses wrong ones beside the form, and right ones make the connection active again', async () => {
    const { apiKey } = panel.service.shopSecrets<{ apiKey: string }>('demo-shop-b');
    const wrong = `${apiKey.slice(1)}A`;
    await panel.query(`update system_connections set status = 'error' where id = $1`, [panel.shopB]);
    visit = await panel.as(panel.root, `connections/${panel.shopB}`);
    await visit.press('Replace credentials');
    const field = dialog().getByLabel('Webservice key');
    await field.fill(wrong);
    await dialog().getByRole('button', { name: 'Verify and save' }).click();
    await visit.shows('The shop did not accept these credentials, or did not respond. Nothing was stored.');
    await dialog().getByRole('region', { name: 'What the shop doctor found' }).waitFor();
    await visit.shows('The webservice responds and knows the key');
    expect(await field.inputValue()).toBe(wrong);
    expect(await visit.visitor.leaksOf(wrong)).toEqual([]);
    await visit.visitor.fault(/\/credentials$/, { status: 503 }, 1);
    await dialog().getByRole('button', { name: 'Verify and save' }).click();
    await visit.shows('The service cannot work just now. Try again shortly.');
    await field.fill(apiKey);
    await visit.confirm('Verify and save');
    await visit.shows('The shop confirmed the new credentials. The connection is active.');
    await visit.shows('It works: its last contact with the shop succeeded.');
    expect(await panel.audited('connection.renew_credentials')).toMatchObject({ after: { status: 'active' } });
    for (const secret of [apiKey, wrong]) expect(await visit.visitor.leaksOf(secret)).toEqual([]);
  });

  it('finds a connection that a newer one replaced, and erases it after typing its name and a reason; the newer one keeps its records', async () => {
    visit = await panel.as(panel.root, 'connections');
    await visit.page.getByLabel('Status', { exact: true }).selectOption('inactive');
    await linkTo(panel.shopA).waitFor({ state: 'detached' });
    await linkTo(replaced()).click();
    await visit.shows('A newer connection to the same shop replaced this one.');
    await visit.press('Erase');
    const name = (await visit.page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await dialog().getByLabel('Name of the connection').fill('Commerce');
    await dialog().getByLabel('Reason').fill('The company asked for it.');
    await dialog().getByRole('button', { name: 'Erase' }).click();
    await visit.shows('This is not the name of the connection.');
    await dialog().getByLabel('Name of the connection').fill(name);
    await visit.confirm('Erase');
    await visit.isOn('Connections');
    await visit.shows('No connection fits these filters.');
    expect(await panel.query('select id from system_connections where id = any($1)', [[replaced(), panel.shopA]])).toEqual([
      { id: panel.shopA },
    ]);
    expect(await panel.audited('connection.erase')).toMatchObject({ reason: 'The company asked for it.' });
  });

  it('a support user changes the configuration where it sees a connection in full, with refusals at their fields, and is offered nothing else', async () => {
    visit = await panel.as(await panel.support('commerce_a'), `connections/${panel.shopA}`);
    await visit.page.getByRole('button', { name: 'Change configuration' }).waitFor();
    expect(await visit.page.getByRole('button', { name: /Edit|Replace|Erase|Uninstall/ }).count()).toBe(0);
    await visit.press('Change configuration');
    await dialog().getByLabel('Products').uncheck();
    await dialog().getByLabel('Frequency').selectOption({ label: 'Every week' });
    const errors = [{ pointer: '/configuration/data_types/0', detail: 'Choose at least one.', code: 'required' }];
    await visit.visitor.fault(/\/configuration$/, { status: 422, body: { type: '/problems/validation-failed', errors } }, 1, 'PATCH');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('group', { name: 'Data types' }).getByText('Choose at least one.').waitFor();
    await visit.confirm('Save');
    await visit.shows('The configuration is saved.');
    await visit.shows('Customers, Orders');
    expect(await panel.audited('connection.configure')).toMatchObject({
      after: { configuration: { direction: 'outgoing', data_types: ['customers', 'orders'], frequency: 'weekly' } },
    });
  });

  it('saves nothing over a configuration that another user has changed meanwhile, says so, and shows it', async () => {
    visit = await panel.as(panel.root, `connections/${panel.shopA}`);
    await visit.press('Change configuration');
    await dialog().getByLabel('Frequency').selectOption({ label: 'Only on request' });
    await panel.query(`update system_connections set configuration = configuration || '{"frequency": "hourly"}' where id = $1`, [
      panel.shopA,
    ]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await visit.shows('Another user has changed it meanwhile. Close this and look at it again.');
    await visit.press('Cancel');
    await visit.shows('Every hour');
  });
}
