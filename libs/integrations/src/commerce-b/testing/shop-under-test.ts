import { DemoShopB, newApiKey } from '@sync/demo-shops';
import type { IntegrationConnection } from '@sync/integration-contract';
import type { ShopUnderTest } from '@sync/integration-contract/testing';
import { Secret } from '@sync/records';
import { IntegrationRegistry } from '../../integration-registry';
import { connectionId } from '../../testing/connections';

/** Without daylight saving time: in the hour that repeats when it ends, the instant of a modification is ambiguous. */
const timeZone = 'Africa/Lagos';

/** Converts the shop's local time, which has no offset. */
function instantOf(localTime: unknown): string {
  return new Date(`${String(localTime).replace(' ', 'T')}+01:00`).toISOString();
}

export function startShop(records: number): Promise<DemoShopB> {
  return DemoShopB.start({ customers: records, products: records, orders: records, timeZone });
}

/** A demo shop for the contract kit. */
export function shopUnderTest(
  shop: DemoShopB,
  integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] }),
  integration = integrations.forUnsaved('commerce_b'),
): ShopUnderTest {
  const connectionWith = (api_key: string): IntegrationConnection => ({
    id: connectionId,
    driver: 'commerce_b',
    baseUrl: shop.url,
    credentials: new Secret({ api_key }),
  });
  return {
    integration,
    connection: connectionWith(shop.credentials.api_key),
    refusedConnection: connectionWith(newApiKey()),
    ids: (capability) => shop.ids(capability).map(String),
    requests: () => shop.counters.requests,
    change: (capability) => {
      const [id = 0] = shop.ids(capability);
      shop.change(capability, id, {});
      return { sourceId: String(id), modifiedAt: instantOf(shop.record(capability, id).date_upd) };
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
