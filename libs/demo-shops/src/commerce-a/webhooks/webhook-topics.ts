import { shopCollections, type ShopCollection } from '../data/shop-setup';

export type ShopEvent = 'created' | 'updated' | 'deleted' | 'restored';

const resources = { customers: 'customer', products: 'product', orders: 'order' } as const;
export type WebhookTopic = `${(typeof resources)[ShopCollection]}.${ShopEvent}`;

/** The platform's own topics for the three collections. A customer is never in the trash, so none is restored. */
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

export function topicOf(collection: ShopCollection, event: ShopEvent): WebhookTopic {
  return `${resources[collection]}.${event}`;
}

export function collectionOf(topic: WebhookTopic): ShopCollection {
  return shopCollections.find((collection) => topic.startsWith(`${resources[collection]}.`)) ?? 'customers';
}

/** What one change of a record makes the platform tell, in its order: a new order is told as created and as updated, in either. */
export function topicsOf(collection: ShopCollection, event: ShopEvent, updatedFirst: boolean): WebhookTopic[] {
  if (event !== 'created' || collection === 'products') return [topicOf(collection, event)];
  const both = [topicOf(collection, 'created'), topicOf(collection, 'updated')];
  return collection === 'orders' && updatedFirst ? both.reverse() : both;
}
