import { fieldsOf, numberOf, pluginActions, textOf, UnusableInput, type ControlActions, type ControlInput } from '../local-control';
import type { DemoShopA } from './demo-shop-a';
import { shopCollections, type ShopCollection } from './data/shop-setup';
import type { ShopFault } from './shop-faults';
import type { NewWebhooks } from './webhooks/shop-webhooks';
import type { WebhookManners } from './webhooks/webhook-manners';
import { webhookTopics } from './webhooks/webhook-topics';

function collectionOf({ collection }: ControlInput): ShopCollection {
  const known = shopCollections.find((candidate) => candidate === collection);
  if (!known) throw new UnusableInput(`collection must be one of ${shopCollections.join(', ')}`);
  return known;
}

function newWebhooksOf(input: ControlInput): NewWebhooks {
  const { topics } = input;
  const known = Array.isArray(topics) ? webhookTopics.filter((topic) => topics.includes(topic)) : webhookTopics;
  if (Array.isArray(topics) && known.length < topics.length) throw new UnusableInput(`topics must be among ${webhookTopics.join(', ')}`);
  return { deliveryUrl: textOf(input, 'delivery_url'), topics: known, ...('secret' in input && { secret: textOf(input, 'secret') }) };
}

function webhookActions(shop: DemoShopA): ControlActions {
  return {
    webhooks: () => ({ webhooks: shop.webhooks.list(), counters: shop.webhooks.counters }),
    'create-webhooks': async (input) => ({ webhooks: await shop.webhooks.create(newWebhooksOf(input)) }),
    'renew-webhooks': (input) => shop.deliverWebhooksTo(textOf(input, 'delivery_url')),
    'webhook-manners': (input) => shop.webhooks.behave(input as WebhookManners),
  };
}

/** What can be done to the shop from outside its process. */
export function controlActions(shop: DemoShopA): ControlActions {
  return {
    counters: () => shop.counters,
    'reset-counters': () => shop.resetCounters(),
    totals: () => shop.totals(),
    faults: ({ faults }) => shop.setFaults(faults as ShopFault[]),
    latency: (input) => shop.setLatency(numberOf(input, 'ms')),
    warm: (input) => shop.warm(collectionOf(input), numberOf(input, 'per_page')),
    add: (input) => ({ id: shop.add(collectionOf(input), fieldsOf(input)) }),
    change: (input) => ({ changed: shop.change(collectionOf(input), numberOf(input, 'id'), fieldsOf(input)) }),
    remove: (input) => ({ removed: shop.remove(collectionOf(input), numberOf(input, 'id')) }),
    restore: (input) => ({ restored: shop.restore(collectionOf(input), numberOf(input, 'id')) }),
    record: (input) => shop.record(collectionOf(input), numberOf(input, 'id')),
    ids: (input) => ({ ids: shop.ids(collectionOf(input)) }),
    ...webhookActions(shop),
    ...pluginActions((serviceUrl) => shop.plugin(serviceUrl)),
  };
}
