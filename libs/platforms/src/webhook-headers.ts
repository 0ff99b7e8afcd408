import type { PlatformSettings } from './platform-settings';
import { shops } from './shops';

/** Names of the headers in which shops of any platform send a webhook's signature, topic, delivery id and the shop's address. */
export interface PlatformHeaders {
  signatures: readonly string[];
  topics: readonly string[];
  deliveryIds: readonly string[];
  sources: readonly string[];
}

/** Topics that some platform's integration knows, in lower case. */
export const webhookTopics: ReadonlySet<string> = new Set(shops.flatMap(({ webhooks }) => webhooks?.topics ?? []));

export function platformHeaders(settings: PlatformSettings): PlatformHeaders {
  const ofShops = Object.values<{ signatureHeaders?: readonly string[] }>(settings);
  return {
    signatures: ofShops.flatMap(({ signatureHeaders = [] }) => signatureHeaders),
    topics: shops.flatMap(({ webhooks }) => webhooks?.topicHeaders ?? []),
    deliveryIds: shops.flatMap(({ webhooks }) => webhooks?.deliveryIdHeaders ?? []),
    sources: shops.flatMap(({ webhooks }) => webhooks?.sourceHeaders ?? []),
  };
}
