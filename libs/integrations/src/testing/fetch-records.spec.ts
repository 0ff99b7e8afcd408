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

const byId = (one: { sourceId: string }, other: { sourceId: string }) => Number(one.sourceId) - Number(other.sourceId);

describe.each(shops)('reading records of %s by their ids', (driver, start) => {
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

  it.each(systemCapabilities)('gives the %s as an export does, and leaves out those that the shop does not have', async (capability) => {
    const integration = registry.byDriver(driver);
    const exported = await integration.requestBulkExport(connection, {
      capability,
      systemConnectionId: connection.id,
      modifiedAfter: null,
    });
    expect(exported.length).toBeGreaterThan(0);
    const ids = exported.map(({ sourceId }) => sourceId);
    const { records, skipped } = await integration.fetchRecords(connection, capability, ['99999999', ...ids]);
    expect(records.sort(byId)).toEqual([...exported].sort(byId));
    expect(skipped).toEqual([]);
    expect(await integration.fetchRecords(connection, capability, ['99999999'])).toEqual({ records: [], skipped: [] });
  });

  it('fails when the list is not there: that says nothing about the records', async () => {
    const elsewhere = { ...connection, baseUrl: `${shop.url}/not-here` };
    expect(await failureOf(registry.byDriver(driver).fetchRecords(elsewhere, 'orders', ['1']))).toBeInstanceOf(IntegrationRequestException);
  });
});
