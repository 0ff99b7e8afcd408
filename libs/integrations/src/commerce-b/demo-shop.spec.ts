import { DemoShopB, type DemoShopBOptions } from '@sync/demo-shops';
import { systemCapabilities, type OrderData } from '@sync/records';
import { exportOf } from '../testing/connections';
import { shopUnderTest } from './testing/shop-under-test';

const small = { customers: 60, products: 60, orders: 60 };

/** The orders of a demo shop whose records of every kind were all exported. */
async function ordersOf(options: DemoShopBOptions): Promise<OrderData[]> {
  const shop = await DemoShopB.start({ ...small, ...options });
  const { integration, connection, ids, stop } = shopUnderTest(shop);
  try {
    for (const capability of systemCapabilities) {
      const exported = await integration.requestBulkExport(connection, exportOf(capability));
      expect(exported.map(({ sourceId }) => sourceId).sort()).toEqual([...(await ids(capability))].sort());
    }
    return await integration.requestBulkExport(connection, exportOf('orders'));
  } finally {
    await stop();
  }
}

describe('commerce_b with a demo shop', () => {
  it.each([
    ['one language', { languages: ['en'] }],
    ['another default language', { languages: ['de', 'en'] }],
    ['the dialect of old versions', { dialect: 'old', customers: 3, products: 3 }],
    ['another time zone and currency', { timeZone: 'America/New_York', currency: 'JPY' }],
    ['an empty shop', { customers: 0, products: 0, orders: 0 }],
    ['ids beyond 2^31', { firstId: 3_000_000_000 }],
  ] as [string, DemoShopBOptions][])('skips nothing in a shop with %s', async (_name, options) => {
    // "0": an order without a state.
    expect((await ordersOf(options)).filter(({ status, lineItems }) => !/^0$|[a-z]/i.test(status) || lineItems.length === 0)).toEqual([]);
  });

  it('maps the addresses of its orders, with country codes and regions', async () => {
    const orders = await ordersOf({ orders: 260 });
    const billing = orders.flatMap(({ addressBilling }) => addressBilling ?? []);
    expect(billing.length).toBeGreaterThan(orders.length * 0.9);
    expect(billing.filter(({ country }) => !/^[A-Z]{2}$/.test(country ?? ''))).toEqual([]);
    expect(billing.some(({ region }) => region !== null)).toBe(true);
  });

  it('maps the status to the default language of the shop', async () => {
    const statuses = async (languages: string[]): Promise<string[]> =>
      (await ordersOf({ languages } as DemoShopBOptions)).map(({ status }) => status).filter((status) => status !== '0');
    const german = new Set(await statuses(['de', 'en']));
    const english = await statuses(['en', 'de']);
    expect(english.length).toBeGreaterThan(0);
    expect(english.filter((status) => german.has(status))).toEqual([]);
  });
});
