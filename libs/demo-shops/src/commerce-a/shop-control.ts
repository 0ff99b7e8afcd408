import type { IncomingMessage, ServerResponse } from 'node:http';
import { PluginRefusal } from './demo-plugin';
import type { DemoShopA } from './demo-shop-a';
import { shopCollections, type ShopCollection } from './data/shop-setup';
import { bodyText } from './request-body';
import type { ShopFault } from './shop-faults';
import type { NewWebhooks } from './webhooks/shop-webhooks';
import type { WebhookManners } from './webhooks/webhook-manners';
import { webhookTopics } from './webhooks/webhook-topics';
import { jsonAnswer, send } from './wordpress-answers';

export const controlPrefix = '/__control/';

type Input = Record<string, unknown>;

class UnusableInput extends Error {}

function collectionOf({ collection }: Input): ShopCollection {
  const known = shopCollections.find((candidate) => candidate === collection);
  if (!known) throw new UnusableInput(`collection must be one of ${shopCollections.join(', ')}`);
  return known;
}

function textOf(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new UnusableInput(`${name} must be a string`);
  return value;
}

const numberOf = (input: Input, name: string) => Number(input[name]);
const fieldsOf = ({ fields }: Input) => (typeof fields === 'object' && fields !== null ? (fields as Input) : {});

function newWebhooksOf(input: Input): NewWebhooks {
  const { topics } = input;
  const known = Array.isArray(topics) ? webhookTopics.filter((topic) => topics.includes(topic)) : webhookTopics;
  if (Array.isArray(topics) && known.length < topics.length) throw new UnusableInput(`topics must be among ${webhookTopics.join(', ')}`);
  return { deliveryUrl: textOf(input, 'delivery_url'), topics: known, ...('secret' in input && { secret: textOf(input, 'secret') }) };
}

/** What can be done to the shop from outside its process, by name. */
const actions: Record<string, (shop: DemoShopA, input: Input) => unknown> = {
  counters: (shop) => shop.counters,
  'reset-counters': (shop) => shop.resetCounters(),
  totals: (shop) => shop.totals(),
  faults: (shop, { faults }) => shop.setFaults(faults as ShopFault[]),
  latency: (shop, input) => shop.setLatency(numberOf(input, 'ms')),
  warm: (shop, input) => shop.warm(collectionOf(input), numberOf(input, 'per_page')),
  add: (shop, input) => ({ id: shop.add(collectionOf(input), fieldsOf(input)) }),
  change: (shop, input) => ({ changed: shop.change(collectionOf(input), numberOf(input, 'id'), fieldsOf(input)) }),
  remove: (shop, input) => ({ removed: shop.remove(collectionOf(input), numberOf(input, 'id')) }),
  restore: (shop, input) => ({ restored: shop.restore(collectionOf(input), numberOf(input, 'id')) }),
  record: (shop, input) => shop.record(collectionOf(input), numberOf(input, 'id')),
  ids: (shop, input) => ({ ids: shop.ids(collectionOf(input)) }),
  webhooks: (shop) => ({ webhooks: shop.webhooks.list(), counters: shop.webhooks.counters }),
  'create-webhooks': async (shop, input) => ({ webhooks: await shop.webhooks.create(newWebhooksOf(input)) }),
  'webhook-manners': (shop, input) => shop.webhooks.behave(input as WebhookManners),
  register: (shop, input) => shop.plugin(textOf(input, 'service_url')).register(),
  finalise: (shop, input) => shop.plugin(textOf(input, 'service_url')).finalise(textOf(input, 'connection_token')),
};

/**
 * Only for callers on the same machine. JSON is asked for because a page in a browser cannot send it to another origin without asking first, and
 * nobody answers that question here.
 */
export async function handleControl(shop: DemoShopA, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, value: unknown) => send(response, jsonAnswer(status, value), true);
  const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
  const action = actions[(request.url ?? '').slice(controlPrefix.length)];
  if (!local || !action || request.method !== 'POST') return reply(404, { error: 'There is no such control.' });
  if (request.headers['content-type'] !== 'application/json') return reply(415, { error: 'Send application/json.' });
  try {
    const input = JSON.parse((await bodyText(request)) || '{}') as Input;
    return reply(200, (await action(shop, input)) ?? {});
  } catch (error) {
    if (error instanceof PluginRefusal) return reply(502, { error: error.message, status: error.status, problem: error.problem });
    return reply(error instanceof UnusableInput || error instanceof SyntaxError ? 400 : 500, { error: (error as Error).message });
  }
}
