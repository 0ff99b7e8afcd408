import type { BrowserContextOptions } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminTests, type Administrator, type AdminVisit } from './testing/admin-tests';
import { axeFindings } from './testing/axe';

let tests: AdminTests;
let root: Administrator;
let visit: AdminVisit;
let companies = 0;

beforeAll(async () => {
  tests = await AdminTests.start();
  root = await tests.user('super_admin');
});
afterAll(() => tests.stop());
afterEach(async () => {
  expect(await visit.complaints()).toEqual([]);
  await visit.visitor.close();
});

const query = <T>(sql: string, values: unknown[] = []) => tests.service.database.dataSource.query<T[]>(sql, values);
const statusOf = async (id: string) =>
  (await query<{ status: string }>('select status from system_connections where id = $1', [id]))[0]?.status;

/** A company with a unique name. */
async function company(): Promise<string> {
  companies += 1;
  const name = `Marigold ${companies}`;
  await query('insert into tenants (id, name) values (gen_random_uuid(), $1)', [name]);
  return name;
}

/** Opens the form and fills in all but how the shop is connected. */
async function begin(name: string, system: string, options: BrowserContextOptions = {}): Promise<void> {
  visit = await tests.signedIn(root, '', options);
  await visit.page.getByRole('link', { name: 'Connect a shop' }).click();
  await visit.isOn('Connect a shop');
  await visit.page.getByLabel('Find a company').fill(name);
  await visit.page.getByRole('radio', { name, exact: true }).check();
  await visit.page.getByRole('radio', { name: system }).check();
}

/** The id of the connection that the link on the screen leads to. */
const linkedId = async () => {
  const href = await visit.page.getByRole('link', { name: 'Open the connection' }).getAttribute('href');
  return href?.split('/').pop() ?? '';
};

describe('connecting a shop with a token', () => {
  it('shows the token once, in no address, storage or attribute, and waits until the plugin has used it', async () => {
    await begin(await company(), 'Commerce A');
    await visit.page.getByRole('button', { name: 'Create token' }).dblclick();
    await visit.isOn(/^Token for Marigold/);
    await visit.shows('Open Plugins → Service Connector → Settings.');
    await visit.shows('Waiting for the plugin …');
    const token = (await visit.page.locator('code.secret').textContent()) ?? '';
    expect(token).toMatch(/^scc_[\w-]{43}$/);
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.press('Copy');
    await visit.shows('The token is copied.');
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    expect(await query('select 1 from connection_tokens')).toHaveLength(1);

    await tests.service.finalise('demo-shop-a', token);
    await visit.isOn(/is connected$/);
    expect(await visit.page.content()).not.toContain(token);
    expect(await visit.visitor.leaksOf(token)).toEqual([]);
    expect(await statusOf(await linkedId())).toBe('active');
    await visit.page.getByRole('link', { name: 'Open the connection' }).click();
    await visit.shows('It works: its last contact with the shop succeeded.');
  });

  it('makes a new token when the first expired unused, here for a company that is created in place', async () => {
    visit = await tests.signedIn(root, 'connections/new');
    await visit.page.clock.install();
    await visit.press('Create token');
    await visit.press('New company');
    await visit.page.getByRole('dialog').getByLabel('Name').fill('Orchard Lane');
    await visit.confirm('Save');
    await visit.page.getByRole('radio', { name: 'Commerce B' }).check();
    await visit.press('Create token');
    await visit.isOn('Token for Orchard Lane');
    await visit.page.locator('code.secret').waitFor();
    await visit.page.clock.fastForward('01:00:01');
    await visit.shows('The token is no longer valid. The plugin has not used it.');
    expect(await visit.page.locator('code.secret').count()).toBe(0);
    await visit.press('Make a new token');
    await visit.page.locator('code.secret').waitFor();
    expect(await query('select 1 from system_connections where name = $1', ['Commerce B'])).toHaveLength(2);
    await visit.page.reload();
    await visit.isOn('Connect a shop');
  });
});

describe('a support user', () => {
  it('is not offered to connect a shop, and is led to the list by its address', async () => {
    visit = await tests.signedIn(await tests.user('support'), 'connections/new');
    await visit.isOn('Connections');
    expect(await visit.page.getByRole('link', { name: 'Connect a shop' }).count()).toBe(0);
  });
});

describe('connecting a shop with address and credentials', () => {
  it('says what is wrong and what to do beside the form, keeps what was typed, and connects with the right key', async () => {
    const wrong = 'CANARY-OF-A-WRONG-KEY';
    const right = tests.service.shopSecrets<{ apiKey: string }>('demo-shop-b').apiKey;
    await begin(await company(), 'Commerce B');
    await visit.page.getByRole('radio', { name: 'With address and credentials' }).check();
    await visit.page.getByLabel('Address of the shop').fill(tests.service.shopUrl('demo-shop-b'));
    await visit.page.getByLabel('Webservice key').fill(wrong);
    await visit.press('Verify and connect');
    const findings = visit.page.getByRole('region', { name: 'What the shop doctor found' });
    await findings.getByText(/The webservice responds and knows the key/).waitFor();
    await findings.getByText(/compare the key with that of the connection/).waitFor();
    expect(await visit.page.getByLabel('Address of the shop').inputValue()).toBe(tests.service.shopUrl('demo-shop-b'));
    expect(await visit.page.getByLabel('Webservice key').inputValue()).toBe(wrong);

    await visit.page.getByLabel('Webservice key').fill(right);
    await visit.page.getByLabel('Webservice key').press('Enter');
    await visit.isOn(/^Commerce B.* is connected$/);
    expect(await statusOf(await linkedId())).toBe('active');
    for (const secret of [wrong, right]) expect(await visit.visitor.leaksOf(secret)).toEqual([]);
  });

  it('says which value the service refuses, how long to wait, and that the service is away', async () => {
    const name = await company();
    await begin(name, 'Commerce A');
    await query('delete from tenants where name = $1', [name]);
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
});

const previewFrame = () => visit.page.frames().find((frame) => frame.url().endsWith('/admin/preview/')) ?? visit.page.mainFrame();

describe('the preview of the configuration widget', () => {
  let connectionId: string;
  beforeAll(async () => ({ connectionId } = await tests.service.linkedShop('demo-shop-a', await tests.service.tenant())));

  /** Shows the preview and returns its token. */
  async function open(options: BrowserContextOptions = {}): Promise<{ id: string; token: string }> {
    visit = await tests.signedIn(root, `connections/${connectionId}`, options);
    const path = `/api/admin/connections/${connectionId}/preview-tokens`;
    const response = visit.page.waitForResponse((got) => new URL(got.url()).pathname === path && got.request().method() === 'POST');
    await visit.press(/^(Show the preview|Vorschau zeigen)$/);
    const issued = (await (await response).json()) as { id: string; token: string };
    await widget().getByRole('combobox').waitFor();
    return issued;
  }
  const widget = () => visit.page.frameLocator('iframe');
  const tokens = (id: string) => query('select 1 from access_tokens where id = $1', [id]);

  it('saves for real, as a change of the administrator, and its token ends with it', async () => {
    const { id, token } = await open();
    await visit.shows(/^This is not a trial/);
    await widget().getByRole('combobox').selectOption('weekly');
    await widget().getByRole('button', { name: 'Save' }).click();
    await widget().getByText('Changes saved').waitFor();
    // The panel reads again what it shows itself.
    await visit.page.getByRole('definition').getByText('Every week').waitFor();
    const audited = `select actor, after from audit_log where object_id = $1 and action = 'connection.configure'`;
    expect(await query(audited, [connectionId])).toMatchObject([
      {
        actor: expect.stringMatching(/^administrator:/) as unknown,
        after: { configuration: { frequency: 'weekly' }, preview_token_id: id },
      },
    ]);
    expect(await visit.visitor.leaksOf(token)).toEqual([]);
    const revoked = () => visit.visitor.responded(`/api/admin/connections/${connectionId}/preview-tokens/${id}`, 'DELETE');
    await Promise.all([revoked(), visit.press('Close the preview')]);
    expect(await tokens(id)).toEqual([]);

    await visit.visitor.close();
    const other = await open();
    await visit.page.getByText('Valid preview tokens').click();
    await visit.shows('You');
    // Leaving the page closes the preview, too.
    await visit.page.goto('about:blank');
    while ((await tokens(other.id)).length > 0) await sleep(100);
  });

  it('stands in a frame that reads neither cookie nor page nor storage of the panel, and that no other page may show', async () => {
    await open();
    const frame = previewFrame();
    const reach = await frame.evaluate(() => {
      const outcome = (look: () => unknown) => {
        try {
          return String(look());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        self.origin,
        outcome(() => document.cookie),
        outcome(() => parent.document.title),
        outcome(() => localStorage.length),
        outcome(() => (top!.location.href = 'https://elsewhere.example/')),
      ];
    });
    expect(reach).toEqual(['null', ...Array<string>(4).fill('SecurityError')]);
    expect(await visit.page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    const framed = async (path: string) => (await fetch(tests.service.url + path)).headers.get('content-security-policy');
    expect(await framed('/admin/preview/')).toContain("frame-ancestors 'self'");
    expect(await framed('/admin/')).toContain("frame-ancestors 'none'");
    const asked = await frame.evaluate(() => fetch('/api/admin/me', { credentials: 'include' }).then(({ status }) => status, String));
    expect(asked).toContain('TypeError');
    // The browser says so, too.
    const lines = visit.visitor.console.splice(0).join();
    for (const line of ['is sandboxed', 'blocked by CORS policy']) expect(lines).toContain(line);
  });

  it('follows language and appearance of the panel while it is open', async () => {
    await open({ locale: 'de-DE', colorScheme: 'light' });
    await widget().getByText('Häufigkeit').waitFor();
    const ground = () =>
      widget()
        .locator('body')
        .evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await ground();
    await visit.page.getByLabel('Darstellung').selectOption('dark');
    while ((await ground()) === light) await sleep(50);
    await visit.page.getByLabel('Sprache').selectOption('en');
    await widget().getByText('Frequency').waitFor();
  });
});

describe.each(['light', 'dark'] as const)('the screens in %s', (colorScheme) => {
  /** Looks at the screen in German, whose words are longer, in both widths, and returns to English. */
  async function look(): Promise<void> {
    await visit.page.getByLabel('Language').selectOption('de');
    for (const width of [1024, 390]) {
      await visit.page.setViewportSize({ width, height: 800 });
      expect([width, await axeFindings(visit.page, 'html')]).toEqual([width, []]);
      expect([width, await visit.page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width]);
    }
    await visit.page.getByLabel('Sprache').selectOption('en');
  }

  it('have no finding of axe, on a desk and on a phone, and nothing sticks out', async () => {
    await begin(await company(), 'Commerce B', { colorScheme });
    await visit.page.getByRole('radio', { name: 'With address and credentials' }).check();
    await visit.page.getByLabel('Address of the shop').fill(tests.service.shopUrl('demo-shop-b'));
    await visit.page.getByLabel('Webservice key').fill('wrong');
    await visit.press('Verify and connect');
    await visit.page.getByRole('region', { name: 'What the shop doctor found' }).waitFor();
    await look();
    await visit.page.getByRole('radio', { name: 'With a token for the plugin' }).check();
    await visit.press('Create token');
    await visit.page.locator('code.secret').waitFor();
    await look();
    await tests.service.finalise('demo-shop-b', (await visit.page.locator('code.secret').textContent()) ?? '');
    await visit.page.getByRole('link', { name: 'Open the connection' }).waitFor();
    await look();
    await visit.page.getByRole('link', { name: 'Open the connection' }).click();
    await visit.press('Show the preview');
    await visit.page.frameLocator('iframe').getByRole('combobox').waitFor();
    await look();
    expect([previewFrame().url(), await axeFindings(previewFrame(), 'html', { preload: false })]).toEqual([
      `${tests.service.url}/admin/preview/`,
      [],
    ]);
  });
});
