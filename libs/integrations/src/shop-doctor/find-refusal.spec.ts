import { DemoShopA, DemoShopB, newApiKey } from '@sync/demo-shops';
import { Secret, type SystemDriver } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';

const sizes = { customers: 3, products: 3, orders: 3 };
const registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
let shop: DemoShopA | DemoShopB;

afterEach(() => shop.stop());
afterAll(() => registry.close());

const found = (driver: SystemDriver, credentials: object = {}) =>
  registry.examineShop.findRefusal({
    ...{ id: 'c', driver, baseUrl: shop.url },
    credentials: new Secret({ ...shop.credentials, ...credentials }),
  });

it('a wrong or missing key of commerce_a is named with advice, after one small request', async () => {
  shop = await DemoShopA.start(sizes);
  expect(await found('commerce_a')).toBeNull();
  shop.resetCounters();
  for (const credentials of [{ consumer_secret: 'cs_another' }, { consumer_key: '', consumer_secret: '' }])
    expect(await found('commerce_a', credentials)).toMatchObject({ name: 'read-customers', advice: expect.any(String) as string });
  expect(shop.counters.requests).toBe(2);
});

it('an unknown key of commerce_b is named, and a right that exports need; a right that they do without is not', async () => {
  shop = await DemoShopB.start(sizes);
  expect(await found('commerce_b')).toBeNull();
  expect(await found('commerce_b', { api_key: newApiKey() })).toMatchObject({ name: 'webservice' });
  shop.setRights(['shops', 'customers', 'orders', 'products']);
  expect(await found('commerce_b')).toMatchObject({ name: 'rights', evidence: expect.stringContaining('currencies') as string });
  shop.setRights(['shops', 'customers', 'orders', 'products', 'currencies', 'addresses']);
  expect(await found('commerce_b')).toBeNull();
});
