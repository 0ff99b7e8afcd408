import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoFailed, postStatus, tellShop, type ServiceCalls, type SourceRecord } from './service-calls';
import type { LinkedShop } from './sync-watch';

interface ChangeInTheShop {
  type: 'customers' | 'orders' | 'products';
  word: string;
  /** Of the record in the feed. */
  field: string;
  /** What the shop's owner types, given what the feed showed before. */
  fields: (before: unknown) => Record<string, unknown>;
}

const changes: readonly ChangeInTheShop[] = [
  { type: 'customers', word: 'customer', field: 'first_name', fields: () => ({ first_name: 'Zoë' }) },
  { type: 'orders', word: 'order', field: 'status', fields: (before) => ({ status: before === 'completed' ? 'refunded' : 'completed' }) },
  { type: 'products', word: 'product', field: 'price', fields: () => ({ price: '12.34', regular_price: '19.99' }) },
];

const effectWithinMs = 20_000;
const pollMs = 20;

interface WebhookState {
  webhooks: { deliveryUrl: string }[];
  counters: { sent: number; accepted: number; answers: Record<string, number> };
}

/** Something changes in the shop; nobody asks it, it tells by itself. Lines of what the caller then reads in its feed. */
export async function watchWebhooks(service: ServiceCalls, shop: LinkedShop): Promise<string[]> {
  const made = await tellShop<WebhookState>(shop.url, 'webhooks');
  if (made.webhooks.length === 0) throw new DemoFailed(`The plugin of ${shop.name} made no webhooks when it was linked.`);
  const lines = [
    `the plugin of ${shop.name} made ${made.webhooks.length} webhooks when it was linked, signed with the secret it sent along`,
  ];
  for (const change of changes) lines.push(await watchChange(service, shop, change));
  lines.push(await refuseForgery(service, shop));
  return lines;
}

async function watchChange(service: ServiceCalls, shop: LinkedShop, { type, word, field, fields }: ChangeInTheShop): Promise<string> {
  const { ids } = await tellShop<{ ids: number[] }>(shop.url, 'ids', { collection: type });
  const id = ids[0];
  const { records, cursor } = await service.readFeed(type, shop.connectionId, null);
  const before = records.find((record) => record.source_id === String(id))?.[field];
  const changedAt = Date.now();
  await tellShop(shop.url, 'change', { collection: type, id, fields: fields(before) });
  const after = await nextOf(service, shop, { type, word, id: String(id), cursor });
  const milliseconds = Date.now() - changedAt;
  return `${word.padEnd(8)} ${String(id).padStart(5)}  ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after[field])}, in the feed ${milliseconds} ms after the change`;
}

/** The record as it comes next in the feed. */
async function nextOf(
  service: ServiceCalls,
  shop: LinkedShop,
  { type, word, id, cursor }: { type: string; word: string; id: string; cursor: string | null },
): Promise<SourceRecord> {
  for (const deadline = Date.now() + effectWithinMs; Date.now() < deadline; await sleep(pollMs)) {
    const { records } = await service.readFeed(type, shop.connectionId, cursor);
    const found = records.find((record) => record.source_id === id);
    if (found) return found;
  }
  const { counters } = await tellShop<WebhookState>(shop.url, 'webhooks');
  const told = `The shop has sent ${counters.sent} webhooks, of which ${counters.accepted} were accepted (${JSON.stringify(counters.answers)}).`;
  throw new DemoFailed(`The change of ${word} ${id} did not reach the records feed within ${effectWithinMs / 1000} s. ${told}`);
}

/** What somebody sends who knows the address of the webhook, but not its secret. */
async function refuseForgery(service: ServiceCalls, shop: LinkedShop): Promise<string> {
  const body = '{"id":1,"email":"mallory@mail.example"}';
  const signature = createHmac('sha256', 'a guess').update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-wc-webhook-topic': 'customer.updated', 'x-wc-webhook-signature': signature };
  const status = await postStatus('Forged webhook', `${service.url}/api/webhooks/${shop.connectionId}`, headers, body);
  if (status !== 401) throw new DemoFailed(`A webhook that was signed with another secret was answered ${status} instead of 401.`);
  return 'a webhook that was signed with another secret: 401, nothing is kept of it';
}
