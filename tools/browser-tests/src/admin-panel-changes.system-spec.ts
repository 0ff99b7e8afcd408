import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { AdminTests, type Administrator, type AdminVisit } from './testing/admin-tests';
import { axeFindings } from './testing/axe';
import { heapHolds } from './testing/heap';
import type { Tenant } from './testing/running-service';
import { codeOf, scanned } from './testing/second-factor';

const canary = 'canary-of-a-customer@mail.example';
const forgetMs = 20_000;

let tests: AdminTests;
let tenant: Tenant;
let shopA: string;
let shopB: string;
let retired: string;
let taskId: string;
let rootSession: BrowserContextOptions['storageState'];
let support: Administrator;
let visit: AdminVisit;

beforeAll(async () => {
  tests = await AdminTests.start(undefined, { ADMIN_REQUIRE_TOTP: '1' });
  tenant = await tests.service.tenant();
  retired = (await tests.service.linkedShop('demo-shop-a', tenant)).connectionId;
  shopA = (await tests.service.linkedShop('demo-shop-a', tenant)).connectionId;
  shopB = (await tests.service.linkedShop('demo-shop-b', tenant)).connectionId;
  await failWork();
  const access = { accessibleTenantIds: [tenant.tenantId], supportedSystemIds: [await tests.systemId('commerce_a')] };
  support = await tests.user('support', access);
});
afterAll(() => tests.stop());
afterEach(async () => {
  expect(await visit.complaints()).toEqual([]);
  await visit.visitor.close();
});

const query = <T extends object>(sql: string, parameters: unknown[]) => tests.service.database.dataSource.query<T[]>(sql, parameters);
const dialog = () => visit.page.getByRole('dialog');
const auditOf = async (action: string) =>
  (
    await query<{ reason: string; after: object }>('select reason, after from audit_log where action = $1 order by id desc limit 1', [
      action,
    ])
  )[0];

/** Work that fails permanently, as soon as the worker has tried it. */
async function failWork(): Promise<void> {
  await tests.service.sendUnusableWebhook(shopA, { id: 515, email: canary });
  const failed = () => query<{ id: string }>(`select id from tasks where state = 'failed' and name = 'process-webhook'`, []);
  while ((await failed()).length === 0) await sleep(100);
  taskId = (await failed())[0]?.id ?? '';
}

/** With the session of the first journey: a code works once, so each sign-in would wait for the next. */
async function asRoot(screen: string, options: BrowserContextOptions = {}): Promise<void> {
  visit = await tests.open(screen, { storageState: rootSession, ...options });
  await visit.page.getByRole('navigation').waitFor();
}

describe('the second factor', () => {
  const key = async () => (await visit.page.locator('code.secret').textContent()) ?? '';
  const typeCode = async (code: string) => visit.page.getByLabel('Code', { exact: true }).fill(code);

  it('comes before everything else where a setting requires it of super administrators; a phone can scan it', async () => {
    const root = await tests.user('super_admin');
    visit = await tests.open('users');
    await visit.signIn(root);
    await visit.isOn('Second factor');
    await visit.page.reload();
    await visit.isOn('Second factor');
    expect(await visit.page.getByRole('navigation').count()).toBe(0);
    await visit.press('Set up');
    const secret = await key();
    const content = await scanned(visit.page.getByRole('img', { name: 'Code to scan with an authenticator app' }));
    expect(new URL(content).searchParams.get('secret')).toBe(secret);
    await typeCode(await codeOf(secret, -20));
    await visit.press('Confirm');
    await visit.shows('The code is wrong or was used already.');
    await typeCode(await codeOf(secret));
    await visit.press('Confirm');
    await visit.isOn('Users');
    expect(await visit.visitor.leaksOf(secret)).toEqual([]);
    rootSession = await visit.page.context().storageState();
  });

  it('is set up, asked for at the sign-in, takes each code once, and is switched off', async () => {
    const signInWith = async (code: string) => {
      await visit.page.getByLabel('Code of your authenticator app').fill(code);
      await visit.signIn(support);
    };
    visit = await tests.signedIn(support, 'account');
    await visit.press('Set up');
    const secret = await key();
    const first = await codeOf(secret, -1);
    await typeCode(first);
    await visit.press('Confirm');
    await visit.shows('Every sign-in asks for a code of your authenticator app.');
    await visit.press('Sign out');
    for (const refused of ['', first, await codeOf(secret, -20)]) {
      const responded = visit.visitor.responded('/api/admin/sessions', 'POST');
      await signInWith(refused);
      await responded;
      await visit.shows('Login, password or code is wrong.');
    }
    const second = await codeOf(secret);
    await signInWith(`${second.slice(0, 3)} ${second.slice(3)}`);
    await visit.isOn('Your account');
    await visit.page.getByRole('textbox', { name: 'Password', exact: true }).fill(support.password);
    await typeCode(second);
    await visit.press('Remove');
    await visit.shows('The code is wrong or was used already.');
    await typeCode(await codeOf(secret, 1));
    await visit.press('Remove');
    await visit.shows('An authenticator app makes a stolen password useless.');
    expect(await visit.visitor.leaksOf(secret)).toEqual([]);
    await visit.press('Sign out');
    await visit.signIn(support);
    await visit.isOn('Your account');
  });
});

describe.each(['light', 'dark'] as const)('every dialog in %s', (colorScheme) => {
  /** Opens them one after another at each width, as they are in use. */
  const look = async (screen: string, open: () => Promise<void>) => {
    for (const width of [1024, 390]) {
      await visit.page.setViewportSize({ width, height: 800 });
      await visit.page.goto(`${tests.service.url}/admin/#/${screen}`);
      await visit.page.reload();
      await open();
      const sticksOut = await visit.page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog')].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      );
      expect({ screen, width, findings: await axeFindings(visit.page, 'html'), sticksOut }).toEqual({
        screen,
        width,
        findings: [],
        sticksOut: false,
      });
    }
  };

  it('has no finding of axe, on a desk and on a phone, and nothing sticks out', async () => {
    await asRoot('connections', { colorScheme });
    for (const button of ['Edit', 'Replace credentials', 'Change configuration'])
      await look(`connections/${shopA}`, () => visit.press(button));
    await look(`connections/${retired}`, () => visit.press('Erase'));
    await look(`failed-work/${taskId}`, () => visit.isOn('Failed work: process-webhook'));
    await look(`failed-work/${taskId}`, async () => {
      await visit.press('Reveal payload');
      await dialog().getByLabel('Reason').fill('The shop asks which order is missing.');
      await dialog().getByRole('button', { name: 'Reveal payload' }).click();
      await visit.shows(canary);
    });
  });

  it('has no finding while a second factor is set up', async () => {
    visit = await tests.signedIn(await tests.user('support'), 'account', { colorScheme });
    await look('account', async () => {
      await visit.press('Set up');
      await visit.page.locator('.qr-code').waitFor();
    });
  });
});

describe('a super administrator', () => {
  it('edits name and additional data; what is no object is refused beside its field', async () => {
    await asRoot(`connections/${shopA}`);
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
    expect(await query('select name, meta from system_connections where id = $1', [shopA])).toEqual([
      { name: 'Marigold, main shop', meta: { contract: 'C-17' } },
    ]);
    await visit.press('Edit');
    await visit.press('Cancel');
    expect(await visit.page.getByRole('button', { name: 'Edit' }).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('replaces credentials: the shop refuses wrong ones beside the form, and right ones make the connection active again', async () => {
    const { apiKey } = tests.service.shopSecrets<{ apiKey: string }>('demo-shop-b');
    const wrong = `${apiKey.slice(1)}A`;
    await query(`update system_connections set status = 'error' where id = $1`, [shopB]);
    await asRoot(`connections/${shopB}`);
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
    expect(await auditOf('connection.renew_credentials')).toMatchObject({ after: { status: 'active' } });
    for (const secret of [apiKey, wrong]) expect(await visit.visitor.leaksOf(secret)).toEqual([]);
  });

  it('finds a connection that a newer one replaced, and erases it after typing its name and a reason; the newer one keeps its records', async () => {
    await asRoot('connections');
    await visit.page.getByLabel('Status', { exact: true }).selectOption('inactive');
    await visit.page.getByRole('link', { name: /^Commerce A/ }).click();
    await visit.shows('A newer connection to the same shop replaced this one. Use that one.');
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
    expect(await query('select id from system_connections where id = any($1)', [[retired, shopA]])).toEqual([{ id: shopA }]);
    expect(await auditOf('connection.erase')).toMatchObject({ reason: 'The company asked for it.' });
  });

  it('reveals the payload of failed work with a reason; the audit log has it, and the page forgets it with the dialog', async () => {
    await asRoot('failed-work');
    await visit.page.getByRole('link', { name: 'process-webhook' }).click();
    await visit.isOn('Failed work: process-webhook');
    await visit.shows('The webhook does not say what it is about: its topic header is missing.');
    await visit.press('Reveal payload');
    await dialog().getByRole('button', { name: 'Reveal payload' }).click();
    expect(
      await dialog()
        .getByLabel('Reason')
        .evaluate((field: HTMLInputElement) => field.validity.valueMissing),
    ).toBe(true);
    await dialog().getByLabel('Reason').fill('The shop asks which order is missing.');
    await dialog().getByRole('button', { name: 'Reveal payload' }).click();
    // Not by a locator with the text, which the page would remember.
    expect(await dialog().locator('pre').last().textContent()).toContain(canary);
    expect(await heapHolds(visit.page, canary)).toBe(true);
    await visit.confirm('Done');
    // What drops it is not all done at once.
    for (const end = Date.now() + forgetMs; Date.now() < end && (await heapHolds(visit.page, canary)); await sleep(500));
    expect(await heapHolds(visit.page, canary)).toBe(false);
    expect(await visit.visitor.leaksOf(canary)).toEqual([]);
    expect(await auditOf('failed_task.reveal')).toMatchObject({ reason: 'The shop asks which order is missing.' });
  });

  it('discards failed work from its own page, whose address then says that it is gone', async () => {
    await asRoot(`failed-work/${taskId}`);
    await visit.press('Discard');
    await dialog().getByLabel('Reason').fill('The shop sent it again.');
    await visit.confirm('Discard');
    await visit.isOn('Failed work');
    await visit.shows('No failed work.');
    await visit.page.goBack();
    await visit.shows('This work is no longer failed: it was retried or discarded.');
  });
});

describe('a support user', () => {
  it('changes the configuration where it sees a connection in full, with refusals at their fields, and is offered nothing else', async () => {
    visit = await tests.signedIn(support, `connections/${shopA}`);
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
    expect(await auditOf('connection.configure')).toMatchObject({
      after: { configuration: { direction: 'outgoing', data_types: ['customers', 'orders'], frequency: 'weekly' } },
    });
  });
});
