import { until } from '@sync/test-harness';
import { AdminTests, type Administrator, type AdminVisit } from './testing/admin-tests';
import { axeFindings } from './testing/axe';
import type { Tenant } from './testing/running-service';

let tests: AdminTests;
let tenant: Tenant;
let shopId: string;
let root: Administrator;
let support: Administrator;
let visit: AdminVisit;

const shopName = /^Commerce A/;

beforeAll(async () => {
  tests = await AdminTests.start();
  tenant = await tests.service.tenant();
  shopId = (await tests.service.linkedShop('demo-shop-a', tenant)).connectionId;
  await tests.service.linkedShop('demo-shop-b', tenant);
  await until(async () => (await rulesOf(shopId)) > 0);
  root = await tests.user('super_admin');
  const access = { accessibleTenantIds: [tenant.tenantId], supportedSystemIds: [await tests.systemId('commerce_a')] };
  support = await tests.user('support', access);
});
afterAll(() => tests.stop());
afterEach(async () => {
  expect(await visit.complaints()).toEqual([]);
  await visit.visitor.close();
});

/** A linked shop has none for a moment, and may not import anything until then. */
async function rulesOf(connectionId: string): Promise<number> {
  const { dataSource } = tests.service.database;
  return (await dataSource.query<unknown[]>('select from sync_rules where source_connection_id = $1', [connectionId])).length;
}

const statusOf = async () => {
  const { dataSource } = tests.service.database;
  const [row] = await dataSource.query<{ status: string }[]>('select status from system_connections where id = $1', [shopId]);
  return row?.status;
};

/** The shop fails until the breaker opens. */
async function breakShop(): Promise<void> {
  await tests.service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'status', status: 500 }] });
  const body = { mode: 'full' };
  await tests.service.ask('POST', `/api/system-connections/${shopId}/syncs`, { token: tenant.token, body });
  await until(async () => (await statusOf()) === 'error');
}

describe('signing in', () => {
  it('says that login or password is wrong, asks for a new first password, and forgets everything at the sign-out', async () => {
    const user = await tests.user('super_admin', {}, true);
    visit = await tests.open();
    await visit.isOn('Sign in');
    await visit.signIn({ ...user, password: 'wrong' });
    await visit.shows('Login, password or code is wrong.');
    await visit.signIn(user);
    await visit.isOn('Change your password');
    const own = 'a long enough sentence';
    await visit.changePassword(user.password, own, `${own}.`);
    await visit.shows('The two passwords differ.');
    await visit.page.getByLabel('New password again', { exact: true }).fill(own);
    await visit.press('Change password');
    await visit.isOn('Connections');
    await visit.press('Sign out');
    await visit.shows('You are signed out.');
    await visit.page.reload();
    await visit.isOn('Sign in');
    expect(await visit.visitor.leaksOf(own)).toEqual([]);
  });

  it('says how long to wait after many failures, and that the service cannot be reached', async () => {
    const user = await tests.user('support');
    visit = await tests.open();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const responded = visit.visitor.responded('/api/admin/sessions', 'POST');
      await visit.signIn({ ...user, password: `wrong ${attempt}` });
      await responded;
    }
    await visit.shows(/^Too many attempts\. Try again in \d+ seconds\.$/);
    await visit.visitor.fault(/^\/api\/admin\//, 'offline');
    await visit.signIn(user);
    await visit.shows('The service cannot be reached. Check your network connection.');
  });

  it('returns to the sign-in, and from there to the same screen, when the session has ended elsewhere', async () => {
    visit = await tests.signedIn(root, `connections/${shopId}`);
    await visit.isOn(shopName);
    // The screen reads again by itself, and so learns of it.
    await tests.service.database.dataSource.query('delete from user_sessions');
    await visit.shows('Your session is over. Sign in again.');
    await visit.signIn(root);
    await visit.isOn(shopName);
  });
});

describe('a connection', () => {
  it('is found, says why it fails, is reconnected once the shop responds, and syncs while one watches', async () => {
    await breakShop();
    visit = await tests.signedIn(support);
    const search = visit.page.getByLabel('Search');
    await search.fill('no such shop');
    await visit.shows('No connection fits these filters.');
    await search.fill(new URL(tests.service.shopUrl('demo-shop-a')).host);
    await visit.page.getByLabel('Status', { exact: true }).selectOption('error');
    await visit.page.getByRole('link', { name: shopName }).click();
    await visit.isOn(shopName);
    await visit.shows('Too many calls to the shop failed. Reconnect it once the shop responds again.');

    await visit.press('Reconnect');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reconnect' }).click();
    await visit.shows(/^The shop did not accept the stored credentials, or did not respond/);
    await tests.service.shop('demo-shop-a', 'faults', { faults: [] });
    await visit.confirm('Reconnect');
    await visit.shows('The connection is active again.');

    await tests.service.shop('demo-shop-a', 'latency', { ms: 600 });
    await visit.page.getByRole('button', { name: 'Sync now' }).click();
    await dialog.getByLabel('Everything').check();
    await visit.confirm('Sync now');
    await visit.page.getByRole('progressbar').first().waitFor();
    await tests.service.shop('demo-shop-a', 'latency', { ms: 0 });
    await visit.page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    await visit.shows('Succeeded');
  });

  it('is disconnected after a question that Escape answers with no, and uninstalled only with a reason', async () => {
    const other = await tests.service.tenant('user-platform');
    visit = await tests.signedIn(root, `connections/${other.connectionId}`);
    await visit.press('Disconnect');
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.press('Disconnect');
    await visit.confirm('Disconnect');
    await visit.shows('It was ended: syncs have stopped. It can be reconnected for some time.');
    await visit.press('Uninstall');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Uninstall' }).click();
    expect(await dialog.getByLabel('Reason').evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
    await dialog.getByLabel('Reason').fill('The company asked for it.');
    await visit.confirm('Uninstall');
    await visit.isOn('Connections');
    await visit.page.goto(`${tests.service.url}/admin/#/audit-log?action=connection.uninstall`);
    await visit.shows('The company asked for it.');
  });
});

describe('a support user', () => {
  it('sees the status of a connection whose system it does not support, and nothing else of it', async () => {
    visit = await tests.signedIn(support);
    await visit.page.getByRole('link', { name: 'Commerce B' }).click();
    await visit.shows('You do not support this system: you see the status of this connection, but no details.');
    expect(await visit.page.getByText(tests.service.shopUrl('demo-shop-b')).count()).toBe(0);
    expect(await visit.page.getByRole('button', { name: /Sync|Disconnect|Uninstall/ }).count()).toBe(0);
    expect(await visit.page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Overview',
      'Connections',
      'Sync rules',
      'Failed work',
      'Companies',
    ]);
  });
});

describe('a super administrator', () => {
  it('creates a company and a support user for it, who signs in with the password that is shown once', async () => {
    visit = await tests.signedIn(root, 'tenants');
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
    await visit.press('Sign out');
    await visit.signIn({ login: 'kim', password });
    await visit.isOn('Change your password');
  });

  it('retries failed work', async () => {
    const { dataSource } = tests.service.database;
    await dataSource.query(
      `insert into tasks (id, queue, name, payload, state, attempts, max_attempts, last_error, finished_at)
       values (gen_random_uuid(), 'sync-rules', 'derive-sync-rules', $1, 'failed', 5, 5, 'The database was away.', now())`,
      [{ tenantId: tenant.tenantId }],
    );
    visit = await tests.signedIn(root, 'failed-work?queue=sync-rules');
    await visit.shows('The database was away.');
    await visit.press('Retry');
    await visit.shows('It is retried now.');
    await visit.shows('No failed work.');
  });
});

describe.each(['light', 'dark'] as const)('every screen in %s', (colorScheme) => {
  it('has no finding of axe, on a desk and on a phone, and nothing sticks out', async () => {
    const screens = ['dashboard', 'connections', `connections/${shopId}`, 'failed-work', 'tenants', 'users', 'audit-log', 'account'];
    visit = await tests.open('', { colorScheme, locale: 'de-DE' });
    await visit.isOn('Anmelden');
    expect(await axeFindings(visit.page, 'html')).toEqual([]);
    await visit.signIn(root);
    await visit.page.getByRole('navigation').waitFor();
    for (const screen of screens) {
      for (const width of [1024, 390]) {
        await visit.page.setViewportSize({ width, height: 800 });
        await visit.page.goto(`${tests.service.url}/admin/#/${screen}`);
        await visit.page.reload();
        await visit.page.getByRole('heading', { level: 1 }).waitFor();
        await visit.page.getByText('Wird geladen …').first().waitFor({ state: 'detached' });
        expect([screen, width, await axeFindings(visit.page, 'html')]).toEqual([screen, width, []]);
        expect([screen, width, await visit.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
          screen,
          width,
          true,
        ]);
      }
    }
  });
});
