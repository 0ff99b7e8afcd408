import type { ConnectionSync, RecordType } from '@sync/client';
import { createHmac } from 'node:crypto';
import { controlShop, DemoFailed, readFeed, type SourceRecord } from './service-calls';
import type { LinkedShop } from './sync-watch';

interface ShopChange {
  type: RecordType;
  word: string;
  /** Of the record in the feed. */
  field: string;
  /** The edit of the shop owner, given the value in the feed. */
  fields: (before: unknown) => Record<string, unknown>;
}

const changes: readonly ShopChange[] = [
  { type: 'customers', word: 'customer', field: 'first_name', fields: () => ({ first_name: 'Zoë' }) },
  { type: 'orders', word: 'order', field: 'status', fields: (before) => ({ status: before === 'completed' ? 'refunded' : 'completed' }) },
  { type: 'products', word: 'product', field: 'price', fields: () => ({ price: '12.34', regular_price: '19.99' }) },
];

const deliveryDeadlineMs = 20_000;

interface WebhookState {
  webhooks: { deliveryUrl: string }[];
  counters: { sent: number; accepted: number; responses: Record<string, number> };
}

/** Changes records in the shop and follows them into the feed. Returns one line per change. */
export async function watchWebhooks(company: ConnectionSync, serviceUrl: string, shop: LinkedShop): Promise<string[]> {
  const state = await controlShop<WebhookState>(shop.url, 'webhooks');
  if (state.webhooks.length === 0) throw new DemoFailed(`The plugin of ${shop.name} created no webhooks when it was connected.`);
  const lines = [
    `on connecting, the plugin of ${shop.name} created ${state.webhooks.length} webhooks, signed with the secret that it sent`,
  ];
  for (const change of changes) lines.push(await watchChange(company, shop, change));
  lines.push(await rejectForgery(serviceUrl, shop));
  return lines;
}

function valueOf(record: SourceRecord | undefined, field: string): unknown {
  return (record as Record<string, unknown> | undefined)?.[field];
}

async function watchChange(company: ConnectionSync, shop: LinkedShop, { type, word, field, fields }: ShopChange): Promise<string> {
  const { ids } = await controlShop<{ ids: number[] }>(shop.url, 'ids', { collection: type });
  const id = ids[0];
  const { records, cursor } = await readFeed(company, { type, connectionId: shop.connectionId });
  const before = valueOf(
    records.find((record) => record.source_id === String(id)),
    field,
  );
  const changedAt = Date.now();
  await controlShop(shop.url, 'change', { collection: type, id, fields: fields(before) });
  const after = await nextOf(company, shop, { type, word, id: String(id), cursor });
  const milliseconds = Date.now() - changedAt;
  return `${word.padEnd(8)} ${String(id).padStart(5)}  ${field}: ${JSON.stringify(before)} -> ${JSON.stringify(valueOf(after, field))}, in the feed ${milliseconds} ms after the change`;
}

/** Follows the feed to the next version of the record. */
async function nextOf(
  company: ConnectionSync,
  shop: LinkedShop,
  { type, word, id, cursor }: { type: RecordType; word: string; id: string; cursor: string | undefined },
): Promise<SourceRecord> {
  const signal = AbortSignal.timeout(deliveryDeadlineMs);
  for await (const { record } of company.records.follow(type, { source_connection_id: shop.connectionId, cursor, signal })) {
    if (record?.source_id === id) return record;
  }
  const { counters } = await controlShop<WebhookState>(shop.url, 'webhooks');
  const sent = `The shop sent ${counters.sent} webhooks; ${counters.accepted} were accepted (${JSON.stringify(counters.responses)}).`;
  throw new DemoFailed(`The change of ${word} ${id} did not reach the records feed within ${deliveryDeadlineMs / 1000} s. ${sent}`);
}

/** A forged webhook: the sender knows the URL but not the secret. */
async function rejectForgery(serviceUrl: string, shop: LinkedShop): Promise<string> {
  const body = '{"id":1,"email":"mallory@mail.example"}';
  const signature = createHmac('sha256', 'a guess').update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-wc-webhook-topic': 'customer.updated', 'x-wc-webhook-signature': signature };
  const { status } = await fetch(`${serviceUrl}/api/webhooks/${shop.connectionId}`, { method: 'POST', headers, body });
  if (status !== 401) throw new DemoFailed(`A webhook signed with a wrong secret got ${status} instead of 401.`);
  return 'a webhook signed with a wrong secret: 401, and nothing is stored';
}
