import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { platformHeaders, type PlatformSettings } from '@sync/platforms';

/**
 * Names in lower case. The first topic and the first delivery id present count. Those of the platforms come before the generic ones, which a
 * proxy or a plugin may add. One correct signature is enough.
 */
export interface WebhookHeaderNames {
  signatures: readonly string[];
  topics: readonly string[];
  deliveryIds: readonly string[];
  sources: readonly string[];
}

export interface WebhookHeaders {
  signatures: string[];
  topic: string | null;
  deliveryId: string | null;
  /** Address that the sending shop has by its own account. Not signed. */
  source: string | null;
}

const maxTopicLength = 200;
const maxDeliveryIdLength = 200;

export function headerNames(settings: PlatformSettings): WebhookHeaderNames {
  const { signatures, topics, deliveryIds, sources } = platformHeaders(settings);
  return {
    signatures: distinct(['X-Webhook-Signature', ...signatures]),
    topics: distinct([...topics, 'X-Webhook-Topic']),
    deliveryIds: distinct([...deliveryIds, 'X-Webhook-Id']),
    sources: distinct(sources),
  };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

export function readWebhookHeaders(headers: IncomingHttpHeaders, names: WebhookHeaderNames): WebhookHeaders {
  return {
    signatures: valuesOf(headers, names.signatures),
    topic: firstOf(headers, names.topics)?.slice(0, maxTopicLength) ?? null,
    deliveryId: shortened(firstOf(headers, names.deliveryIds)),
    source: firstOf(headers, names.sources) ?? null,
  };
}

function valuesOf(headers: IncomingHttpHeaders, names: readonly string[]): string[] {
  const values: string[] = [];
  for (const name of names) {
    const value = headers[name];
    // Node gives only Set-Cookie as a list.
    if (typeof value === 'string' && value !== '') values.push(value);
  }
  return values;
}

function firstOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  return valuesOf(headers, names)[0];
}

/** An index entry has a maximum size: a very long id is replaced by its hash. */
function shortened(deliveryId: string | undefined): string | null {
  if (deliveryId === undefined) return null;
  return deliveryId.length <= maxDeliveryIdLength ? deliveryId : `sha256:${createHash('sha256').update(deliveryId).digest('hex')}`;
}
