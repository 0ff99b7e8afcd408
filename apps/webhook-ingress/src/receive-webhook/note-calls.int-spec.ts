import { IngressScene } from '../testing/ingress-scene';
import { signature, WebhookIngressUnderTest } from '../testing/webhook-ingress-under-test';

const scene = new IngressScene();
const body = '{"id":517}';
const topic = (value: string) => ['X-WC-Webhook-Topic', value] as const;
const forged = ['X-WC-Webhook-Signature', signature(body, 'another secret')] as const;

it('support sees what became of the webhooks of a shop, once the process has stored it, and no text of a stranger', async () => {
  const { shop } = scene;
  const off = await scene.ingress.connect({ status: 'inactive' });
  const { url, close } = await WebhookIngressUnderTest.besides(scene.ingress);
  const deliver = (headers: readonly (readonly [string, string])[], to = shop) => scene.ingress.deliver(to, body, headers, url);
  await deliver([topic('order.updated'), forged]);
  await deliver([topic('order.updated')]);
  await deliver([topic('Order.Updated ')]);
  await deliver([topic('erika@example.com')]);
  await deliver([topic('erika@example.com'), forged]);
  await deliver([topic('order.updated')], off);
  await deliver([topic('order.updated')], { id: '01981c3a-05d1-7e44-9a63-2f8b7c1d0e07', secret: 'unknown' });
  await close();
  const stored = await scene.ingress.rows<Record<string, unknown>>(
    `select system_connection_id = $1 as is_shop, what, outcome, has_failed, calls, bytes::int from shop_calls
     where direction = 'from_shop' and system_connection_id in ($1, $2) order by id`,
    [shop.id, off.id],
  );
  expect(stored.map((row) => Object.values(row))).toEqual([
    [true, 'order.updated', 'invalid-signature', true, 1, 10],
    [true, 'order.updated', 'accepted', false, 2, 20],
    [true, null, 'unknown_topic', true, 1, 10],
    [true, null, 'invalid-signature', true, 1, 10],
    [false, 'order.updated', 'not_taken', true, 1, 10],
  ]);
});
