import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import type { ShopEvent } from '../../base/demo-shop';
import { shopCollections, type ShopCollection } from '../../base/variation';

const resources = { customers: 'customer', products: 'product', orders: 'order' } as const;
const events = ['created', 'updated', 'deleted', 'restored'] as const satisfies readonly ShopEvent[];
export type WebhookTopic = `${(typeof resources)[ShopCollection]}.${ShopEvent}`;

/** A customer is never in the trash, so none is restored. */
export const webhookTopics: readonly WebhookTopic[] = Object.values(resources)
  .flatMap((resource) => events.map((event): WebhookTopic => `${resource}.${event}`))
  .filter((topic) => topic !== 'customer.restored');

export function collectionOf(topic: WebhookTopic): ShopCollection {
  return shopCollections.find((collection) => topic.startsWith(`${resources[collection]}.`)) ?? 'customers';
}

/** The topics of one change, in the platform's order: a new order is created and updated, in either order. */
export function topicsOf(collection: ShopCollection, event: ShopEvent, isUpdatedFirst: boolean): WebhookTopic[] {
  const resource = resources[collection];
  if (event !== 'created' || collection === 'products') return [`${resource}.${event}`];
  const both: WebhookTopic[] = [`${resource}.created`, `${resource}.updated`];
  return collection === 'orders' && isUpdatedFirst ? both.reverse() : both;
}

/** One POST of the platform, ready to send. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface SignedWebhook {
  /** Number of the webhook: a shop has one for each topic. */
  id: number;
  topic: WebhookTopic;
  deliveryUrl: string;
  secret: string;
}

const timeoutMs = 60_000;

const sender = {
  'User-Agent': 'WooCommerce/10.9.4 Hookshot (WordPress/7.0.4)',
  Accept: '*/*',
  'Accept-Encoding': 'deflate, gzip, br, zstd',
  Connection: 'close',
};

/** Base64 of the HMAC-SHA256 of the bytes sent. */
export function webhookSignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** The platform hashes the webhook's number and the second: two events of one webhook within a second share the id. */
function deliveryId(webhookId: number, atMs: number): string {
  return createHash('md5')
    .update(`${webhookId}${Math.floor(atMs / 1000)}`)
    .digest('hex');
}

export function deliveryRequest({ id, topic, deliveryUrl, secret }: SignedWebhook, source: string, body: string): WebhookRequest {
  const [resource = '', event = ''] = topic.split('.');
  const headers = {
    ...sender,
    'Content-Type': 'application/json',
    'X-WC-Webhook-Source': `${source}/`,
    'X-WC-Webhook-Topic': topic,
    'X-WC-Webhook-Resource': resource,
    'X-WC-Webhook-Event': event,
    'X-WC-Webhook-Signature': webhookSignature(body, secret),
    'X-WC-Webhook-ID': String(id),
    'X-WC-Webhook-Delivery-ID': deliveryId(id, Date.now()),
  };
  return { url: deliveryUrl, headers, body };
}

/** Sent when a webhook is created: a form, unsigned, without webhook headers. */
export function pingRequest({ id, deliveryUrl }: Pick<SignedWebhook, 'id' | 'deliveryUrl'>): WebhookRequest {
  return { url: deliveryUrl, headers: { ...sender, 'Content-Type': 'application/x-www-form-urlencoded' }, body: `webhook_id=${id}` };
}

/** Status of the response; null: no response. Follows no redirect and never rejects. */
export function post({ url, headers, body }: WebhookRequest): Promise<number | null> {
  return new Promise((resolve) => {
    const open = url.startsWith('https:') ? requestTls : request;
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    try {
      const posted = open(url, { method: 'POST', headers: { ...headers, ...length }, agent: false, timeout: timeoutMs }, (response) => {
        response.on('error', () => resolve(null));
        response.on('end', () => resolve(response.statusCode ?? null));
        response.resume();
      });
      posted.on('timeout', () => posted.destroy());
      posted.on('error', () => resolve(null));
      posted.end(body);
    } catch {
      resolve(null); // not a URL
    }
  });
}
