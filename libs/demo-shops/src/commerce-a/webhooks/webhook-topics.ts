import type { ShopEvent } from '../../base/demo-shop';
import { shopCollections, type ShopCollection } from '../../base/variation';

const resources = { customers: 'customer', products: 'product', orders: 'order' } as const;
export type WebhookTopic = `${(typeof resources)[ShopCollection]}.${ShopEvent}`;

/** A customer is never in the trash, so none is restored. */
export const webhookTopics: readonly WebhookTopic[] = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
];

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
