import { DemoShopB, newApiKey } from '@sync/demo-shops';
import { describeIntegration, type ShopUnderTest } from '@sync/integration-contract/testing';
import type { IntegrationConnection } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import { connectionId } from '../testing/connections';

/** Without summer time: in the hour that comes twice when it ends, whether a record was modified after an instant cannot be told. */
const timeZone = 'Africa/Lagos';

/** The shop writes local time without offset. */
function instantOf(localTime: unknown): string {
  return new Date(`${String(localTime).replace(' ', 'T')}+01:00`).toISOString();
}

function shopUnderTest(shop: DemoShopB): ShopUnderTest {
  const integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
  const connectionWith = (api_key: string): IntegrationConnection => ({
    id: connectionId,
    driver: 'commerce_b',
    baseUrl: shop.url,
    credentials: new Secret({ api_key }),
  });
  return {
    integration: integrations.forUnsaved('commerce_b'),
    connection: connectionWith(shop.credentials.api_key),
    refusedConnection: connectionWith(newApiKey()),
    ids: (capability) => shop.ids(capability).map(String),
    requests: () => shop.counters.requests,
    change: (capability) => {
      const [id = 0] = shop.ids(capability);
      shop.change(capability, id, {});
      return { sourceId: String(id), modifiedAt: instantOf(shop.record(capability, id).date_upd) };
    },
    spoil: (answer) => {
      if (answer === null) return shop.setFaults([]);
      return shop.setFaults([typeof answer === 'string' ? { kind: answer } : { kind: 'answer', ...answer }]);
    },
    vanish: () => shop.stop(),
    stop: async () => {
      integrations.close();
      await shop.stop();
    },
  };
}

describeIntegration('commerce_b', {
  perPage: 50,
  hasPageRanges: true,
  tellsOfItsLists: true,
  handlesWebhooks: false,
  modifiedAfter: 'filtered',
  start: async ({ records }) => shopUnderTest(await DemoShopB.start({ customers: records, products: records, orders: records, timeZone })),
});
