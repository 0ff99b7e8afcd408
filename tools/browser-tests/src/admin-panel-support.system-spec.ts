import { until } from '@sync/test-harness';
import { AdminTests, type Administrator, type AdminVisit } from './testing/admin-tests';
import { axeFindings } from './testing/axe';
import { describeHeldBackDeletions } from './testing/held-back-deletions';
import type { Tenant } from './testing/running-service';

let tests: AdminTests;
let tenant: Tenant;
let shopA: string;
let shopB: string;
let root: Administrator;
let support: Administrator;
let visit: AdminVisit;

const query = <T>(sql: string, values: unknown[] = []) => tests.service.database.dataSource.query<T[]>(sql, values);
const supportedSystems = () => Promise.all(['commerce_a', 'commerce_b', 'mailing_platform'].map((slug) => tests.systemId(slug)));

beforeAll(async () => {
  tests = await AdminTests.start();
  tenant = await tests.service.tenant();
  shopA = (await tests.service.linkedShop('demo-shop-a', tenant)).connectionId;
  shopB = (await tests.service.linkedShop('demo-shop-b', tenant)).connectionId;
  root = await tests.user('super_admin');
  support = await tests.user('support', { accessibleTenantIds: [tenant.tenantId], supportedSystemIds: await supportedSystems() });
  const open = `select from sync_runs where status in ('queued', 'running')`;
  await until(async () => (await query(open)).length === 0 && (await query('select from customers limit 1')).length === 1);
});
afterAll(() => tests.stop());
afterEach(async () => {
  expect(await visit.complaints()).toEqual([]);
  await visit.visitor.close();
});

/** Opens a part of the connection's screen. */
const section = async (title: string) => {
  await visit.page.locator('summary', { hasText: title }).click();
  return visit.page.locator('details.section', { hasText: title });
};

describe('the doctor', () => {
  it('finds out why a shop fails and what to do, and that it was repaired', async () => {
    await tests.service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'status', status: 404, path: 'connectivity-check' }] });
    visit = await tests.signedIn(support, `connections/${shopA}`);
    await visit.isOn(/^Commerce A/);
    expect(visit.visitor.requestsTo(/doctor-runs|records|sync-rules/)).toEqual([]);
    const doctor = await section('Doctor');
    await visit.shows('The shop has not been examined yet.');
    await visit.press('Examine the shop');
    await doctor.getByRole('progressbar').waitFor();
    await visit.shows(/^Problems: 1, notices: \d$/);
    const finding = doctor.getByRole('listitem').filter({ hasText: 'The plugin of this service knows the connection' });
    expect(await finding.textContent()).toContain('What to do: Install and activate the plugin in the shop.');

    await tests.service.shop('demo-shop-a', 'faults', { faults: [] });
    await visit.press('Examine the shop');
    await visit.shows(/^Problems: 0/);
    await doctor.getByText(/^Other checks/).click();
    await visit.shows(/^It responds, in version/);
  });

  it('says why an examination failed, and that it cannot be read', async () => {
    const run = {
      id: shopA,
      status: 'failed',
      findings: null,
      error: 'The keys do not fit.',
      created_at: '2026-01-05T12:00:00Z',
      finished_at: null,
    };
    visit = await tests.signedIn(support, `connections/${shopA}`);
    await visit.visitor.fault(/doctor-runs$/, { status: 500 }, 1);
    const doctor = await section('Doctor');
    await doctor.getByRole('button', { name: 'Try again' }).waitFor();
    await visit.visitor.fault(/doctor-runs$/, { status: 200, body: { data: [run], next_cursor: null } });
    await doctor.getByRole('button', { name: 'Try again' }).click();
    await visit.shows('The shop could not be examined.');
    await visit.shows('The keys do not fit.');
  });
});

describe('deletions that a run holds back', () =>
  describeHeldBackDeletions(() => ({
    database: tests.service.database,
    connectionId: shopA,
    open: async () => (visit = await tests.signedIn(support, `connections/${shopA}`)),
  })));

describe('a record', () => {
  it('is looked up by its id in the shop, and fetched again until it is as the shop has it', async () => {
    const [id = 0] = (await tests.service.shop<{ ids: number[] }>('demo-shop-b', 'ids', { collection: 'customers' })).ids;
    await tests.service.shop('demo-shop-b', 'change', { collection: 'customers', id, fields: { firstname: 'Wilhelmina' } });
    visit = await tests.signedIn(support, `connections/${shopB}`);
    const records = await section('Records');
    await records.getByText('Customers').first().waitFor();
    await records.getByLabel('Look up a record').fill(String(id));
    await records.getByLabel('Kind').selectOption('customers');
    await visit.press('Look up');
    await records.getByRole('heading', { name: `Customer ${id}` }).waitFor();
    expect(await records.getByText('Wilhelmina').count()).toBe(0);
    await visit.press('Fetch it again');
    await visit.shows('It was read from the shop: this is what the shop has now.');
    await records.getByText('Wilhelmina', { exact: true }).waitFor();
  });

  it('that is not stored is said plainly, and asked for in the shop', async () => {
    visit = await tests.signedIn(support, `connections/${shopB}`);
    const records = await section('Records');
    await records.getByLabel('Look up a record').fill('no/such id');
    await visit.press('Look up');
    await visit.shows('No such record is stored.');
    await visit.press('Fetch it from the shop');
    await visit.shows('The shop has no such record.');
  });
});

describe('a sync rule', () => {
  it('is made, switched off, activated and deleted by a super administrator', async () => {
    visit = await tests.signedIn(root, `connections/${shopA}`);
    const rules = await section('Sync rules');
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
});

describe('a direct system', () => {
  it('is created and edited, and not deleted while a connection belongs to it', async () => {
    visit = await tests.signedIn(root, 'systems');
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

    const { connectionId } = await tests.service.tenant('loyalty');
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await visit.shows('Connections still belong to this system.');
    await visit.page.keyboard.press('Escape');
    expect(await visit.page.evaluate(() => document.activeElement?.textContent)).toBe('Delete');
    await query('delete from system_connections where id = $1', [connectionId]);
    await row.getByRole('button', { name: 'Delete' }).click();
    await visit.confirm('Delete');
    await row.waitFor({ state: 'detached' });
  });

  it('may be one of many: the list goes on', async () => {
    await query(
      `insert into systems (id, slug, name, driver, capabilities, is_direct)
       select gen_random_uuid(), 'many-' || n, 'Many ' || n, 'user-platform', '{}', true from generate_series(100, 160) n`,
    );
    visit = await tests.signedIn(root, 'systems');
    await visit.press('Load more');
    await visit.shows('Many 160');
    await query(`delete from systems where slug like 'many-%'`);
  });
});

describe('sessions', () => {
  it('of one’s own are ended one by one, or all others', async () => {
    const user = await tests.user('support');
    const others = [await tests.signedIn(user), await tests.signedIn(user), await tests.signedIn(user)];
    visit = await tests.signedIn(user, 'account');
    await visit.shows('This session');
    const end = visit.page.getByRole('button', { name: 'End', exact: true });
    expect(await end.count()).toBe(3);
    await visit.shows('Chrome on Linux');
    await end.first().click();
    await visit.shows('The session has ended.');
    await visit.press('End all others');
    await visit.confirm('End all others');
    await end.first().waitFor({ state: 'detached' });
    for (const other of others) {
      await other.page.getByRole('link', { name: 'Companies' }).click();
      await other.shows('Your session is over. Sign in again.');
      await other.visitor.close();
    }
    await visit.page.reload();
    await visit.shows('This session');
  });

  it('of another user are ended by a super administrator', async () => {
    const user = await tests.user('support');
    const other = await tests.signedIn(user);
    visit = await tests.signedIn(root, 'users');
    await visit.page.getByRole('row').filter({ hasText: user.login }).getByRole('link', { name: 'Sessions' }).click();
    await visit.isOn('Sessions of Robin Vale');
    await visit.press('End all');
    await visit.confirm('End all');
    await visit.shows('No sessions.');
    await other.page.getByRole('link', { name: 'Companies' }).click();
    await other.shows('Your session is over. Sign in again.');
    await other.visitor.close();
  });
});

describe('a support user', () => {
  it('is offered nothing that the service would refuse', async () => {
    visit = await tests.signedIn(support, `connections/${shopA}`);
    const rules = await section('Sync rules');
    await rules.getByRole('row').nth(1).waitFor();
    expect(await rules.getByRole('button').count()).toBe(0);
    await visit.page.getByRole('link', { name: 'Sync rules' }).click();
    await visit.isOn('Sync rules');
    await visit.page.getByRole('row').nth(1).waitFor();
    expect(await visit.page.getByRole('main').getByRole('button').count()).toBe(0);
    await visit.page.goto(`${tests.service.url}/admin/#/systems`);
    await visit.page.getByRole('row', { name: 'Commerce A' }).waitFor();
    expect(await visit.page.getByRole('main').getByRole('button').count()).toBe(0);
    await visit.page.goto(`${tests.service.url}/admin/#/users/${shopA}/sessions`);
    await visit.shows('You are not allowed to do this.');
  });
});

describe.each(['light', 'dark'] as const)('these screens in %s', (colorScheme) => {
  it('have no finding of axe, on a desk and on a phone, and nothing sticks out', async () => {
    const [user] = await query<{ id: string }>('select id from users where login = $1', [support.login]);
    const screens: [string, () => Promise<unknown>][] = [
      ['systems', () => visit.press('Neues System')],
      ['sync-rules', () => visit.page.getByRole('row').nth(1).waitFor()],
      ['account', () => visit.shows('Diese Sitzung')],
      [`users/${user?.id ?? ''}/sessions`, () => visit.press('Alle beenden')],
      [`connections/${shopA}`, openAll],
    ];
    visit = await tests.signedIn(root, '', { colorScheme, locale: 'de-DE' });
    for (const [screen, prepare] of screens) {
      for (const width of [1024, 390]) {
        await visit.page.setViewportSize({ width, height: 800 });
        await visit.page.goto(`${tests.service.url}/admin/#/${screen}`);
        await visit.page.reload();
        await visit.page.getByRole('heading', { level: 1 }).waitFor();
        await prepare();
        await visit.page.getByText('Wird geladen …').first().waitFor({ state: 'detached' });
        expect([screen, width, await axeFindings(visit.page, 'html')]).toEqual([screen, width, []]);
        const fits = await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        expect([screen, width, fits]).toEqual([screen, width, true]);
      }
    }
  });
});

/** Every part of the connection's screen, with a record and the doctor's findings. */
async function openAll(): Promise<void> {
  const [order] = await query<{ source_id: string }>('select source_id from orders where system_connection_id = $1 limit 1', [shopA]);
  for (const title of ['Diagnose', 'Datensätze', 'Sync-Regeln']) await section(title);
  await visit.page.getByLabel('Art').selectOption('orders');
  await visit.page.getByLabel('Datensatz nachschlagen').fill(order?.source_id ?? '');
  await visit.press('Nachschlagen');
  await visit.shows('Bestellte Artikel');
  await visit.shows(/^Probleme: 0/);
  await visit.page.getByText(/^Weitere Prüfungen/).click();
  await visit.page.getByText('Der ganze Datensatz').click();
}
