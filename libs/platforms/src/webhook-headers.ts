import type { PlatformSettings } from './platform-settings';
import { shops } from './shops';

/** Names of the headers in which shops of any platform send a webhook's signature, topic and delivery id. */
export interface PlatformHeaders {
  signatures: readonly string[];
  topics: readonly string[];
  deliveryIds: readonly string[];
}

export function platformHeaders(settings: PlatformSettings): PlatformHeaders {
  const ofShops = Object.values<{ signatureHeaders?: readonly string[] }>(settings);
  return {
    signatures: ofShops.flatMap(({ signatureHeaders = [] }) => signatureHeaders),
    topics: shops.flatMap(({ webhooks }) => webhooks?.topicHeaders ?? []),
    deliveryIds: shops.flatMap(({ webhooks }) => webhooks?.deliveryIdHeaders ?? []),
  };
}
