import type { PlatformSettings } from './platform-settings';
import { shops } from './shops';

/** Names of the headers in which shops of any platform send a webhook's signature, topic, delivery id and the shop's address. */
export interface PlatformHeaders {
  signatures: readonly string[];
  topics: readonly string[];
  deliveryIds: readonly string[];
  sources: readonly string[];
}

/** Of the messages in which this service's own plugins, on any platform, name records that changed. */
export const changedRecordsTopic = 'records.changed';

/** Topics that this service knows, in lower case. */
export const webhookTopics: ReadonlySet<string> = new Set([
  changedRecordsTopic,
  ...shops.flatMap(({ webhooks }) => webhooks?.topics ?? []),
]);

export function platformHeaders(settings: PlatformSettings): PlatformHeaders {
  const ofShops = Object.values<{ signatureHeaders?: readonly string[] }>(settings);
  return {
    signatures: ofShops.flatMap(({ signatureHeaders = [] }) => signatureHeaders),
    topics: shops.flatMap(({ webhooks }) => webhooks?.topicHeaders ?? []),
    deliveryIds: shops.flatMap(({ webhooks }) => webhooks?.deliveryIdHeaders ?? []),
    sources: shops.flatMap(({ webhooks }) => webhooks?.sourceHeaders ?? []),
  };
}
