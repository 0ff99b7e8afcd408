import type { AdminVisit } from '../testing/admin-tests';
import type { PanelSuite } from '../testing/panel-suite';

/** Opens a part of the connection's screen. */
export async function openSection(visit: AdminVisit, title: string) {
  await visit.page.locator('summary', { hasText: title }).click();
  return visit.page.locator('details.section', { hasText: title });
}

export function describeDoctor(panel: PanelSuite): void {
  let visit: AdminVisit;
  const open = async () => (visit = await panel.as(await panel.support('commerce_a'), `connections/${panel.shopA}`));

  it('finds out why a shop fails and what to do, and that it was repaired', async () => {
    await panel.service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'status', status: 404, path: 'connectivity-check' }] });
    await open();
    await visit.isOn(/^Commerce A/);
    expect(visit.visitor.requestsTo(/doctor-runs|records|sync-rules/)).toEqual([]);
    const doctor = await openSection(visit, 'Doctor');
    await visit.shows('The shop has not been examined yet.');
    await visit.press('Examine the shop');
    await doctor.getByRole('progressbar').waitFor();
    await visit.shows(/^Problems: 1, notices: \d$/);
    const finding = doctor.getByRole('listitem').filter({ hasText: 'The plugin of this service knows the connection' });
    expect(await finding.textContent()).toContain('What to do: Install and activate the plugin in the shop.');

    await panel.service.shop('demo-shop-a', 'faults', { faults: [] });
    await visit.press('Examine the shop');
    await visit.shows(/^Problems: 0/);
    await doctor.getByText(/^Other checks/).click();
    await visit.shows(/^It responds, in version/);
  });

  it('says why an examination failed, and that it cannot be read', async () => {
    const run = {
      id: panel.shopA,
      status: 'failed',
      findings: null,
      error: 'The keys do not fit.',
      created_at: '2026-01-05T12:00:00Z',
      finished_at: null,
    };
    await open();
    await visit.visitor.fault(/doctor-runs$/, { status: 500 }, 1);
    const doctor = await openSection(visit, 'Doctor');
    await doctor.getByRole('button', { name: 'Try again' }).waitFor();
    await visit.visitor.fault(/doctor-runs$/, { status: 200, body: { data: [run], next_cursor: null } });
    await doctor.getByRole('button', { name: 'Try again' }).click();
    await visit.shows('The shop could not be examined.');
    await visit.shows('The keys do not fit.');
  });
}

export function describeShopCalls(panel: PanelSuite): void {
  it('shows how the shop responded, by direction, and leads to the webhooks that failed later', async () => {
    const visit = await panel.as(await panel.support('commerce_a'), `connections/${panel.shopA}`);
    const section = await openSection(visit, 'What the shop said');
    const rows = (text: string | RegExp) => section.getByRole('row').filter({ hasText: text });
    // Calls are stored twice a minute, and the list is read again as often.
    await rows(/GET wp-json.*Call to the shop.*200/)
      .first()
      .waitFor({ timeout: 60_000 });
    await section.getByLabel('Direction').selectOption('from_shop');
    await rows(/GET wp-json/)
      .first()
      .waitFor({ state: 'detached' });
    await section.getByRole('link', { name: /failed work$/ }).click();
    await visit.isOn('Failed work');
  });
}

export function describeRecords(panel: PanelSuite): void {
  let visit: AdminVisit;
  const open = async () => (visit = await panel.as(await panel.support('commerce_b'), `connections/${panel.shopB}`));

  it('is looked up by its id in the shop, and fetched again until it is as the shop has it', async () => {
    const [id = 0] = (await panel.service.shop<{ ids: number[] }>('demo-shop-b', 'ids', { collection: 'customers' })).ids;
    await panel.service.shop('demo-shop-b', 'change', { collection: 'customers', id, fields: { firstname: 'Wilhelmina' } });
    await open();
    const records = await openSection(visit, 'Records');
    await records.getByText('Customers').first().waitFor();
    await records.getByLabel('Look up a record').fill(String(id));
    await records.getByLabel('Kind').selectOption('customers');
    await visit.press('Look up');
    await records.getByRole('heading', { name: `Customer ${id}` }).waitFor();
    expect(await records.getByText('Wilhelmina').count()).toBe(0);
    await visit.press('Fetch it again');
    await visit.shows('It was read from the shop: this is what the shop has now.');
    await records.getByText('Wilhelmina', { exact: true }).waitFor();
    const story = records.getByRole('region', { name: 'Story' });
    await story.getByText(/Fetching it again changed: .*First name/).waitFor();
    await story.getByText('A sync stored it for the first time.').getByRole('link', { name: 'A sync' }).click();
    await visit.page.getByRole('region', { name: 'The run that you chose' }).getByText('Customers').waitFor();
  });

  it('that is not stored is said plainly, and asked for in the shop', async () => {
    await open();
    const records = await openSection(visit, 'Records');
    await records.getByLabel('Look up a record').fill('no/such id');
    await visit.press('Look up');
    await visit.shows('No such record is stored.');
    await visit.press('Fetch it from the shop');
    await visit.shows('The shop has no such record.');
  });
}
