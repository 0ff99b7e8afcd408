import type { ShopTimeZone } from './data/shop-time';
import type { ShopWebhook } from './webhooks/shop-webhooks';
import { jsonAnswer, type ShopAnswer } from './wordpress-answers';

export interface RestInterface {
  name: string;
  storeBase: string;
  restPath: string;
  pluginRestPath: string;
  timeZone: ShopTimeZone;
}

/** The root of the REST interface, which everybody may read: what the shop is set to and what it offers. Its routes are left out. */
export function restIndex({ name, storeBase, restPath, pluginRestPath, timeZone }: RestInterface): ShopAnswer {
  const offered = [restPath, pluginRestPath].map((path) => path.replace(/^wp-json\//, ''));
  return jsonAnswer(200, {
    name,
    description: '',
    url: storeBase,
    home: storeBase,
    gmt_offset: timeZone === 'UTC' ? '0' : '1',
    timezone_string: timeZone,
    namespaces: ['oembed/1.0', ...offered, 'wp/v2', 'wp-site-health/v1'],
    authentication: {},
  });
}

/** As the platform lists its webhooks: never with their secret. */
export function webhookList(webhooks: readonly ShopWebhook[]): ShopAnswer {
  const rows = webhooks.map(({ id, topic, status, deliveryUrl }) => {
    const [resource, event] = topic.split('.');
    return { id, name: topic, status, topic, resource, event, hooks: [], delivery_url: deliveryUrl };
  });
  return jsonAnswer(200, rows, { 'X-WP-Total': String(rows.length), 'X-WP-TotalPages': rows.length > 0 ? '1' : '0' });
}
