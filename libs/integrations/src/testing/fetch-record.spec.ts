import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { IntegrationRequestException, type IntegrationConnection } from '@sync/integration-contract';
import { Secret, systemCapabilities, type SystemDriver } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import { failureOf } from './connections';

const records = { customers: 3, products: 3, orders: 3 };
const shops: [SystemDriver, () => Promise<DemoShopA | DemoShopB>][] = [
  ['commerce_a', () => DemoShopA.start(records)],
  ['commerce_b', () => DemoShopB.start(records)],
];

describe.each(shops)('reading one record of %s', (driver, start) => {
  const registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
  let shop: DemoShopA | DemoShopB;
  let connection: IntegrationConnection;

  beforeAll(async () => {
    shop = await start();
    connection = { id: 'c', driver, baseUrl: shop.url, credentials: new Secret({ ...shop.credentials }) };
  });
  afterAll(async () => {
    registry.close();
    await shop.stop();
  });

  it.each(systemCapabilities)(
    'gives each of the %s as an export does, and null for one that the shop does not have',
    async (capability) => {
      const integration = registry.byDriver(driver);
      const exported = await integration.requestBulkExport(connection, {
        capability,
        systemConnectionId: connection.id,
        modifiedAfter: null,
      });
      expect(exported.length).toBeGreaterThan(0);
      for (const record of exported) expect(await integration.fetchRecord(connection, capability, record.sourceId)).toEqual(record);
      expect(await integration.fetchRecord(connection, capability, '99999999')).toBeNull();
    },
  );

  it('fails when another 404 than that of an unknown id comes back: it says nothing about the record', async () => {
    const elsewhere = { ...connection, baseUrl: `${shop.url}/not-here` };
    expect(await failureOf(registry.byDriver(driver).fetchRecord(elsewhere, 'orders', '1'))).toBeInstanceOf(IntegrationRequestException);
  });
});
