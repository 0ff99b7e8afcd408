import { customerOwnedKey, type DemoShopA } from '@sync/demo-shops';
import type { ShopUnderTest } from '@sync/integration-contract/testing';
import type { SystemCapability } from '@sync/records';
import { IntegrationRegistry } from '../../integration-registry';
import { parseJson } from '../../store-http/parse-json';
import { connectionTo } from '../../testing/connections';

const topics = { customers: 'customer', products: 'product', orders: 'order' } as const;

/** A demo shop for the contract kit. */
export function shopUnderTest(
  shop: DemoShopA,
  integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] }),
  integration = integrations.forUnsaved('commerce_a'),
): ShopUnderTest {
  const credentials = { ...shop.credentials };
  const idOf = (capability: SystemCapability): number => shop.ids(capability)[0] ?? 0;
  return {
    integration,
    connection: connectionTo(`${shop.url}/wp-json/wc/v3`, credentials),
    refusedConnection: connectionTo(shop.url, { ...credentials, ...customerOwnedKey, connection_token: 'another' }),
    ids: (capability) => shop.ids(capability).map(String),
    requests: () => shop.counters.requests,
    change: (capability) => {
      const id = idOf(capability);
      shop.change(capability, id, {});
      return { sourceId: String(id), modifiedAt: `${String(shop.record(capability, id).date_modified_gmt)}Z` };
    },
    spoil: (response) => {
      if (response === null) return shop.setFaults([]);
      return shop.setFaults([typeof response === 'string' ? { kind: response } : { kind: 'response', ...response }]);
    },
    vanish: () => shop.stop(),
    webhook: (capability, event) => {
      const id = idOf(capability);
      const topic = `${topics[capability]}.${event}` as const;
      const { body } = shop.webhooks.request({ deliveryUrl: 'http://127.0.0.1/' }, topic, id);
      const payload = { topic, body: parseJson(Buffer.from(body)), receivedAt: new Date().toISOString() };
      return { payload, capability, sourceId: String(id) };
    },
    stop: async () => {
      integrations.close();
      await shop.stop();
    },
  };
}
