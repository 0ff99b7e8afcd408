import { webhookSignature, type DemoShopA } from '@sync/demo-shops';
import { until, type AppProcess, type ServerGate } from '@sync/test-harness';
import { exchange, exchangePatiently, type Question } from './exchange';
import type { ServiceUnderTest } from './service-under-test';

interface WebhookTarget {
  service: ServiceUnderTest;
  ingress: AppProcess;
  shop: DemoShopA;
  connectionId: string;
  /** Creates a secret that must not appear anywhere. */
  plant: (name: string) => string;
}

/** Members of an order that give access to it. */
const keysOfOrders = ['order_key', 'payment_url', 'cart_hash'];

/** Sends a shop's webhooks, including keys that must not be stored. */
export async function goodWebhooks({ ingress, shop, connectionId, plant }: WebhookTarget): Promise<void> {
  shop.webhooks.behave({ isPatient: true });
  await shop.deliverWebhooksTo(`${ingress.url}/api/webhooks/${connectionId}`);
  const secretFields = Object.fromEntries(keysOfOrders.map((name) => [name, plant(`${name} of a webhook`)]));
  shop.change('orders', shop.ids('orders')[0]!, secretFields);
  shop.add('orders', secretFields);
  shop.change('products', shop.ids('products')[0]!, { post_password: plant('post_password of a webhook') });
  shop.change('customers', shop.ids('customers')[0]!, { first_name: 'Changed' });
  shop.remove('customers', shop.ids('customers')[1]!);
  await shop.webhooks.settled();
  const { due, accepted } = shop.webhooks.counters;
  if (due === 0 || accepted !== due) throw new Error(`${accepted} of ${due} webhooks were accepted`);
}

/** Signed webhooks whose tasks fail, each with a secret in its body. Returns their number. */
export async function failingWebhooks(target: WebhookTarget): Promise<number> {
  const secret = (name: string) => target.plant(`secret of a webhook that fails: ${name}`);
  const order = { id: 1, status: 'processing', currency: 'EUR', total: '1.00' };
  const failing: [topic: string, body: unknown][] = [
    ['order.updated', secret('text')],
    ['order.updated', [secret('list')]],
    ['order.deleted', { id: { is: secret('id') } }],
    ['order.updated', { code: secret('code of an error'), message: secret('message of an error') }],
    ['order.updated', { ...order, currency: secret('currency'), customer_note: secret('record') }],
    ['customer.updated', { id: 1, email: null, first_name: secret('name') }],
  ];
  for (const [topic, body] of failing)
    await send(target, 200, { body: JSON.stringify(body), signed: true, headers: [['x-wc-webhook-topic', topic]] });
  await send(target, 200, { body: JSON.stringify({ id: 1, note: secret('no topic') }), signed: true });
  return failing.length + 1;
}

/** Webhooks refused for every reason, each with a secret in the refused part. */
export async function refusedWebhooks(target: WebhookTarget, gate: ServerGate): Promise<void> {
  const { plant } = target;
  const secret = (name: string) => plant(`secret of a webhook: ${name}`);
  const json = (name: string) => JSON.stringify({ id: 1, note: secret(name) });
  await send(target, 401, { body: json('body without a signature') });
  await send(target, 401, { body: json('body with another signature'), headers: [['x-wc-webhook-signature', secret('signature')]] });
  await send(target, 401, { body: json('unknown connection'), signed: true, path: '/api/webhooks/7f0f7a5e-0d2e-4a6b-9f0b-3a0a4f1b2c3d' });
  await send(target, 401, {
    body: json('headers'),
    headers: [
      ['x-wc-webhook-topic', secret('topic')],
      ['x-wc-webhook-delivery-id', secret('delivery id')],
      ['authorization', `Bearer ${secret('bearer of a webhook')}`],
    ],
    query: `?secret=${encodeURIComponent(secret('query'))}`,
  });
  await send(target, 422, { body: `{"note":${json('cut')}`, signed: true });
  await send(target, 413, { body: JSON.stringify({ note: secret('large').repeat(30_000) }), signed: true });
  await send(target, 415, { body: json('encoded'), signed: true, headers: [['content-encoding', 'gzip']] });
  await send(target, 405, { body: json('method'), signed: true, method: 'PUT' });
  await gate.cut();
  await send(target, 503, { body: json('Postgres away'), signed: true });
  await gate.restore();
  await until(async () =>
    (await Promise.all([target.service.api, target.ingress].map((app) => app.health('ready')))).every((status) => status === 200),
  );
}

interface Delivery {
  body: string;
  signed?: boolean;
  headers?: Question['headers'];
  path?: string;
  query?: string;
  method?: string;
}

async function send({ service, ingress, shop, connectionId }: WebhookTarget, status: number, delivery: Delivery): Promise<void> {
  const { body, signed = false, headers = [], path = `/api/webhooks/${connectionId}`, query = '', method = 'POST' } = delivery;
  const signature = [['x-wc-webhook-signature', webhookSignature(body, shop.credentials.webhook_secret)] as const];
  const all = [['content-type', 'application/json'] as const, ...(signed ? signature : []), ...headers];
  const exchanged = status === 503 ? exchange : exchangePatiently;
  const response = await exchanged(ingress.url, { method, path: `${path}${query}`, headers: all, body });
  service.responses.push({ requested: `${method} /api/webhooks`, response });
  if (response.status !== status) throw new Error(`A webhook got ${response.status} instead of ${status}: ${response.text}`);
}
