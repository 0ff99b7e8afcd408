import { systemCapabilities, type CustomerData, type OrderData, type ProductData, type SystemCapability } from '@sync/records';
import type { ExportBatch, Integration, IntegrationConnection } from '@sync/integration-contract';
import { DemoShopB, type DemoShopBOptions } from '@sync/demo-shops';
import { Secret } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, connectionId, exportOf, failureOf } from '../testing/connections';

let shop: DemoShopB;
let registry: IntegrationRegistry;
let integration: Integration;

afterEach(async () => {
  registry.close();
  await shop.stop();
});

async function open(options: DemoShopBOptions = {}): Promise<void> {
  shop = await DemoShopB.start({ customers: 130, products: 120, orders: 260, ...options });
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
  integration = registry.byDriver('commerce_b');
}

function connection(key = shop.credentials.api_key): IntegrationConnection {
  return { id: connectionId, driver: 'commerce_b', baseUrl: shop.url, credentials: new Secret({ api_key: key }) };
}

async function range<C extends SystemCapability>(capability: C, first: number, last: number): Promise<ExportBatch<C>[]> {
  const { batches, onBatch } = batchCollector<C>();
  await integration.fetchBulkExportPageRange(connection(), exportOf(capability), first, last, 50, onBatch);
  return batches;
}

const all = <C extends SystemCapability>(capability: C): ReturnType<typeof integration.requestBulkExport<C>> =>
  integration.requestBulkExport(connection(), exportOf(capability));

/** Without "0", which means no state. */
const statusNames = async (): Promise<string[]> => (await all('orders')).map(({ status }) => status).filter((status) => status !== '0');

describe('commerce_b with a demo shop', () => {
  it('explains why a key is refused', async () => {
    await open({ shops: 2 });
    expect(await integration.verify(connection())).toMatchObject({ successful: true, externalUserId: '1' });
    expect(await integration.verify(connection('A'.repeat(32)))).toMatchObject({
      successful: false,
      message: expect.stringContaining('does not accept the API key'),
    });
    expect(await integration.verify(connection('short'))).toMatchObject({ message: expect.stringContaining('32 letters and digits') });
  });

  it.each(systemCapabilities)('returns the same %s by probe, concurrent ranges and stream', async (capability) => {
    await open();
    const { totalPages, perPage } = await integration.probeBulkExport(connection(), exportOf(capability));
    expect({ totalPages, perPage }).toEqual({ totalPages: Math.ceil(shop.totals()[capability] / 50), perPage: 50 });
    const pages = Array.from({ length: totalPages }, (_, index) => index + 1);
    const ranged = (await Promise.all(pages.map((page) => range(capability, page, page)))).flat();
    expect(ranged.map(({ page }) => page).sort()).toEqual(pages);
    expect(ranged.flatMap(({ skipped, warnings }) => [...skipped, ...(warnings ?? [])])).toEqual([]);
    const streamed = await all(capability);
    expect(streamed.map(({ sourceId }) => sourceId)).toEqual(
      shop
        .ids(capability)
        .sort((first, second) => first - second)
        .map(String),
    );
    expect(ranged.flatMap(({ records }): unknown[] => records)).toEqual(streamed);
  });

  it('requests each lookup once in concurrent ranges, and a list and its addresses per page', async () => {
    await open();
    await integration.probeBulkExport(connection(), exportOf('orders'));
    shop.resetCounters();
    await Promise.all([range('orders', 1, 2), range('orders', 3, 4), range('orders', 5, 6)]);
    const { byPath } = shop.counters;
    expect(byPath).toMatchObject({ orders: 6, addresses: 6, configurations: 1, currencies: 1, order_states: 1, countries: 1 });
    expect(byPath.states ?? 0).toBeLessThanOrEqual(1);
  });

  it('maps complete records without secrets', async () => {
    await open();
    const [customers, products, orders]: [CustomerData[], ProductData[], OrderData[]] = [
      await all('customers'),
      await all('products'),
      await all('orders'),
    ];
    expect(customers.every(({ email, modifiedAt }) => email.includes('@') && modifiedAt !== null)).toBe(true);
    expect(products.every(({ currency, url }) => currency === 'EUR' && url?.startsWith(shop.url))).toBe(true);
    expect(products.some(({ categories, brandName, imageUrl }) => categories.length > 0 && brandName !== null && imageUrl !== null)).toBe(
      true,
    );
    expect(orders.every(({ status, currency }) => /^0$|[a-z]/i.test(status) && /^[A-Z]{3}$/.test(currency))).toBe(true);
    const billing = orders.flatMap(({ addressBilling }) => addressBilling ?? []);
    expect(billing.length).toBeGreaterThan(orders.length * 0.9);
    expect(billing.every(({ country }) => /^[A-Z]{2}$/.test(country ?? ''))).toBe(true);
    expect(billing.some(({ region }) => region !== null)).toBe(true);
    expect(orders.flatMap(({ lineItems }) => lineItems).every(({ unitPrice, quantity }) => unitPrice >= 0 && quantity > 0)).toBe(true);
    const text = JSON.stringify(customers);
    for (const id of shop.ids('customers')) {
      const { passwd, secure_key: key } = shop.record('customers', id);
      for (const secret of [passwd, key]) expect(text).not.toContain(String(secret));
    }
  });

  it.each([
    ['one language', { languages: ['en'] }],
    ['another default language', { languages: ['de', 'en'] }],
    ['the dialect of old versions', { dialect: 'old', customers: 3, products: 3, orders: 60 }],
    ['another time zone and currency', { timeZone: 'America/New_York', currency: 'JPY' }],
    ['an empty shop', { customers: 0, products: 0, orders: 0 }],
    ['ids beyond 2^31', { firstId: 3_000_000_000, customers: 60, products: 60, orders: 60 }],
  ] as [string, DemoShopBOptions][])('skips nothing in a shop with %s', async (_name, options) => {
    await open(options);
    for (const capability of systemCapabilities) {
      const batches = await range(capability, 1, 20);
      expect(batches.flatMap(({ skipped }) => skipped)).toEqual([]);
      expect(batches.reduce((sum, { records }) => sum + records.length, 0)).toBe(shop.totals()[capability]);
    }
    const orders = await all('orders');
    expect(orders.every(({ status, lineItems }) => /^0$|[a-z]/i.test(status) && lineItems.length > 0)).toBe(true);
  });

  it('maps the status to the default language of the shop', async () => {
    await open({ languages: ['de', 'en'], orders: 60 });
    const german = new Set(await statusNames());
    await shop.stop();
    registry.close();
    await open({ languages: ['en', 'de'], orders: 60 });
    const english = await statusNames();
    expect(english.length).toBeGreaterThan(0);
    expect(english.filter((status) => german.has(status))).toEqual([]);
  });

  it('fails only the export that the key may not read', async () => {
    await open({ rights: ['customers', 'shops'] });
    expect(await failureOf(integration.probeBulkExport(connection(), exportOf('orders')))).toMatchObject({
      status: 401,
      message: expect.stringContaining('no right to read orders'),
    });
    expect(await all('customers')).toHaveLength(130);
  });

  it('reports a webservice that is switched off', async () => {
    await open();
    shop.switchWebservice(false);
    expect(await integration.verify(connection())).toMatchObject({ message: expect.stringContaining('webservice is switched off') });
    shop.switchWebservice(true);
    expect(await integration.verify(connection())).toMatchObject({ successful: true });
  });

  it('reports a host that strips the Authorization header', async () => {
    await open({ authorizationDropped: true });
    expect(await integration.verify(connection())).toMatchObject({ message: expect.stringContaining('Authorization header') });
  });
});
