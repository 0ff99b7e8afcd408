import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Names in lower case. Of topic and delivery id the first that is there counts; of the signatures one that is right is enough. */
export interface WebhookHeaderNames {
  signatures: readonly string[];
  topics: readonly string[];
  deliveryIds: readonly string[];
}

export interface WebhookHeaders {
  signatures: string[];
  topic: string | null;
  deliveryId: string | null;
}

const longestTopic = 200;
const longestDeliveryId = 200;

/** The service's own names, and those that shops of each platform send. */
export function headerNames(commerceASignatures: readonly string[]): WebhookHeaderNames {
  const signatures = ['X-Webhook-Signature', ...commerceASignatures];
  return {
    signatures: [...new Set(signatures.map((name) => name.toLowerCase()))],
    topics: ['x-webhook-topic', 'x-store-webhook-topic', 'x-wc-webhook-topic'],
    deliveryIds: ['x-webhook-id', 'x-store-webhook-delivery-id', 'x-wc-webhook-delivery-id'],
  };
}

export function readWebhookHeaders(headers: IncomingHttpHeaders, names: WebhookHeaderNames): WebhookHeaders {
  return {
    signatures: valuesOf(headers, names.signatures),
    topic: firstOf(headers, names.topics)?.slice(0, longestTopic) ?? null,
    deliveryId: shortened(firstOf(headers, names.deliveryIds)),
  };
}

function valuesOf(headers: IncomingHttpHeaders, names: readonly string[]): string[] {
  const values: string[] = [];
  for (const name of names) {
    const value = headers[name];
    // Only Set-Cookie comes as a list.
    if (typeof value === 'string' && value !== '') values.push(value);
  }
  return values;
}

function firstOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  return valuesOf(headers, names)[0];
}

/** An index entry has a largest size: an id beyond all reason is known by its hash. */
function shortened(deliveryId: string | undefined): string | null {
  if (deliveryId === undefined) return null;
  return deliveryId.length <= longestDeliveryId ? deliveryId : `sha256:${createHash('sha256').update(deliveryId).digest('hex')}`;
}
