import type { ShopContents } from '../shop-contents';
import { phpJson } from '../wordpress-answers';
import { collectionOf, type WebhookTopic } from './webhook-topics';

/** In the form of GET /resource/{id}, made when it is sent; of a deleted record only the id. A record that is gone by then is told as that GET tells it. */
export function deliveryBody(contents: ShopContents, topic: WebhookTopic, id: number): string {
  if (topic.endsWith('.deleted')) return phpJson({ id });
  const collection = collectionOf(topic);
  if (contents.has(collection, id) || contents.isTrashed(collection, id)) return phpJson(contents.record(collection, id));
  return phpJson({ code: 'woocommerce_rest_invalid_id', message: 'Invalid resource ID.', data: { status: 404 } });
}
