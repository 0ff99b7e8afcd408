import type { IntegrationConnection } from '@sync/integration-contract';
import type { IntegrationUnderTest, ShopUnderTest } from '@sync/integration-contract/testing';
import { Secret } from '@sync/records';
import { IntegrationRegistry } from '../../../../../../../libs/integrations/src/integration-registry';
import { connectionId } from '../../../../../../../libs/integrations/src/testing/connections';
import { DemoExampleShop } from '../../../demo-shops/example-shop/demo-example-shop';
import { ExampleShop } from '../example-shop';
import { driver } from '../shared-fields';

function shopUnderTest(shop: DemoExampleShop): ShopUnderTest {
  const integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] }, [(http) => new ExampleShop(http)]);
  const connectionWith = (api_key: string): IntegrationConnection => ({
    id: connectionId,
    driver,
    baseUrl: shop.url,
    credentials: new Secret({ api_key }),
  });
  return {
    integration: integrations.forUnsaved(driver),
    connection: connectionWith(shop.credentials.api_key),
    refusedConnection: connectionWith('a-key-of-another-shop'),
    ids: (capability) => shop.ids(capability).map(String),
    requests: () => shop.counters.requests,
    change: (capability) => {
      const [id = 0] = shop.ids(capability);
      shop.change(capability, id, {});
      return { sourceId: String(id), modifiedAt: String(shop.record(capability, id).updated_at) };
    },
    spoil: (response) => {
      if (response === null) return shop.setFaults([]);
      return shop.setFaults([typeof response === 'string' ? { kind: response } : { kind: 'response', ...response }]);
    },
    vanish: () => shop.stop(),
    stop: async () => {
      integrations.close();
      await shop.stop();
    },
  };
}

/** For the contract kit. */
export const subject: IntegrationUnderTest = {
  perPage: 50,
  hasPageRanges: true,
  reportsLists: true,
  handlesWebhooks: false,
  modifiedAfter: 'filtered',
  start: async ({ records }) => shopUnderTest(await DemoExampleShop.start({ customers: records, products: records, orders: records })),
};
