import { until } from '@sync/test-harness';
import { AdminTests } from './testing/admin-tests';
import { axeFindings } from './testing/axe';
import type { ShopName, Tenant } from './testing/running-service';
import { connectPath } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

const kinds = ['customers', 'orders', 'products'] as const;
type Kind = (typeof kinds)[number];

interface ServedRecord {
  id: string;
  source_id: string;
  system_connection_id: string;
  deleted_at: string | null;
  email?: string;
}

/** A linked shop, with its connection as the key of its records in the feed. */
interface Linked {
  shop: ShopName;
  connectionId: string;
}

let tests: WidgetTests;
let caller: Tenant;
let shopA: Linked & { widgetToken: string };
let shopB: Linked;

beforeAll(async () => (tests = await WidgetTests.start()));
afterAll(() => tests.stop());

const connectionOf = ({ connectionId }: Linked) =>
  tests.service.ask('GET', `/api/system-connections/${connectionId}`, { token: caller.token });

/** Each kind of record has a run of its own. */
const isSynced = async ({ connectionId }: Linked) => {
  const path = `/api/system-connections/${connectionId}/syncs`;
  const { data } = await tests.service.ask<{ data: { status: string }[] }>('GET', path, { token: caller.token });
  return data.filter(({ status }) => status === 'succeeded').length === kinds.length;
};

const feedOf = async (kind: Kind) =>
  (await tests.service.ask<{ data: ServedRecord[] }>('GET', `/api/records/${kind}?limit=1000`, { token: caller.token })).data;

/** Connection and id of each record that the feed serves. */
const served = async (kind: Kind) =>
  (await feedOf(kind)).map((record) => `${record.system_connection_id} ${record.source_id}${record.deleted_at ? ' deleted' : ''}`).sort();

/** The same of each record that the shops list. */
const listed = async (kind: Kind) => {
  const lists = [shopA, shopB].map(async ({ shop, connectionId }) => {
    const { ids } = await tests.service.shop<{ ids: number[] }>(shop, 'ids', { collection: kind });
    return ids.map((id) => `${connectionId} ${id}`);
  });
  return (await Promise.all(lists)).flat().sort();
};

/** The built service with one browser, once through everything that it is for. Each step needs the one before. */
describe('from the sign-up to the admin panel', () => {
  it('a caller signs up and links a shop with the token that the plugin of the shop shows', async () => {
    caller = await tests.service.tenant();
    shopA = { shop: 'demo-shop-a', ...(await tests.service.linkedShop('demo-shop-a', caller)) };
    expect(await connectionOf(shopA)).toMatchObject({ status: 'active', system: { slug: 'commerce_a' } });
  });

  it('it links a second shop with a token of its own, which the plugin of that shop uses', async () => {
    const made = await tests.service.ask<{ connection_token: string; connection_id: string }>('POST', connectPath, {
      token: caller.token,
      body: {},
    });
    await tests.service.finalise('demo-shop-b', made.connection_token);
    shopB = { shop: 'demo-shop-b', connectionId: made.connection_id };
    expect(await connectionOf(shopB)).toMatchObject({ status: 'active', system: { slug: 'commerce_b' } });
  });

  it('both shops are synced at once, and the feed serves exactly their records', async () => {
    for (const shop of [shopA, shopB]) await until(() => isSynced(shop));
    for (const kind of kinds) {
      const expected = await listed(kind);
      expect(expected.length).toBeGreaterThan(50);
      // The feed withholds what a transaction that still runs could precede.
      await until(async () => (await served(kind)).length >= expected.length);
      expect(await served(kind)).toEqual(expected);
    }
  });

  it('a record that changes in a shop reaches the feed by a signed webhook; the same webhook with another signature is refused', async () => {
    const [customer] = (await feedOf('customers')).filter((record) => record.system_connection_id === shopA.connectionId);
    const email = 'changed@mail.example';
    await tests.service.shop('demo-shop-a', 'change', { collection: 'customers', id: Number(customer?.source_id), fields: { email } });
    const changed = async () => (await feedOf('customers')).filter((record) => record.email === email);
    await until(async () => (await changed()).length > 0);
    expect(await changed()).toMatchObject([{ id: customer?.id, system_connection_id: shopA.connectionId, deleted_at: null }]);
    const { counters } = await tests.service.shop<{ counters: object }>('demo-shop-a', 'webhooks');
    expect(counters).toMatchObject({ accepted: 1, refused: 0 });
    const headers = { 'content-type': 'application/json', 'x-wc-webhook-topic': 'customer.updated', 'x-wc-webhook-signature': 'forged' };
    const body = JSON.stringify({ id: customer?.source_id, email: 'forged@mail.example' });
    const forged = await fetch(`${tests.service.url}/api/webhooks/${shopA.connectionId}`, { method: 'POST', headers, body });
    expect(forged.status).toBe(401);
  });

  it('a page of another origin shows each linked shop and the settings of one, and the console stays empty', async () => {
    const element = (connection: string) => `<service-connector system="mailing_platform" connection="${connection}"></service-connector>`;
    const body = `${element('commerce_a')}${element('commerce_b')}<service-config></service-config>`;
    const visitor = await tests.visit({ head: tests.script(), body });
    const { page } = visitor;
    await page.evaluate(
      ([access, settings]) => {
        for (const connector of document.querySelectorAll('service-connector')) Object.assign(connector, access);
        Object.assign(document.querySelector('service-config')!, settings);
      },
      [{ tenantId: caller.tenantId, token: caller.token }, { token: shopA.widgetToken }] as const,
    );
    for (const [connection, { shop }] of [
      ['commerce_a', shopA],
      ['commerce_b', shopB],
    ] as const) {
      const { host } = new URL(tests.service.shopUrl(shop));
      const shown = page.locator(`service-connector[connection=${connection}] [part=shop]`);
      await shown.filter({ hasText: host }).waitFor();
      expect(await shown.count()).toBe(1);
    }
    await page.locator('service-config').getByRole('combobox', { name: 'Frequency' }).waitFor();
    expect([visitor.console, visitor.errors]).toEqual([[], []]);
    await visitor.close();
  });

  it('the first administrator signs in to the panel, whose list of connections has both shops and no finding of axe', async () => {
    const admin = new AdminTests(tests.service, tests.browser);
    const visit = await admin.signedIn(await admin.firstAdministrator(), 'connections');
    for (const name of ['Commerce A', 'Commerce B'])
      await visit.page
        .getByRole('row')
        .filter({ has: visit.page.getByRole('link', { name }) })
        .filter({ hasText: 'Active' })
        .waitFor();
    expect([await axeFindings(visit.page, 'html'), await visit.complaints()]).toEqual([[], []]);
    await visit.visitor.close();
  });
});
