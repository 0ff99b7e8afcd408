import { accepted, ignored, IngressScene, problem } from '../testing/ingress-scene';
import { send, signature, signedDelivery, WebhookIngressUnderTest, type Response, type Shop } from '../testing/webhook-ingress-under-test';

const scene = new IngressScene();
const order = '{"id":517,"status":"processing"}';
const from = (source: string) => [['X-WC-Webhook-Source', source]] as const;
const staging = from('https://staging.shop.example/');

const connect = (storeBase = 'https://shop.example') => scene.ingress.connect({ baseUrl: 'https://shop.example/wp-json/wc/v3', storeBase });
const timeline = ({ id }: Shop) =>
  scene.ingress.rows('select from_status, to_status, reason, actor from connection_transitions where system_connection_id = $1', [id]);
const note = { from_status: 'active', to_status: 'active', reason: 'webhooks of a copy ignored', actor: 'plugin' };

describe('a webhook whose source header names', () => {
  it.each(['https://shop.example/', 'http://SHOP.example', 'not an address', ''])(
    'the shop itself or no address (%j) is accepted',
    async (source) => {
      const shop = await connect();
      expect(await scene.deliver(order, from(source), shop)).toEqual(accepted);
      expect([await scene.bodies(shop), await timeline(shop)]).toEqual([[order], []]);
    },
  );

  it.each(['https://staging.shop.example/', 'https://shop.example/staging', 'https://shop.example:8443/'])(
    'another shop (%s) is ignored: nothing is stored, and the timeline says so',
    async (source) => {
      const shop = await connect();
      expect(await scene.deliver(order, from(source), shop)).toEqual(ignored);
      expect([await scene.bodies(shop), await timeline(shop)]).toEqual([[], [note]]);
    },
  );

  it('another shop is refused like any other when it is not signed', async () => {
    const shop = await connect();
    const forged = [['X-WC-Webhook-Signature', signature(order, 'another secret')], ...staging] as const;
    expect(await scene.deliver(order, forged, shop)).toEqual(problem(401, 'invalid-signature'));
    expect(await timeline(shop)).toEqual([]);
  });

  it('any shop is accepted while the address of the connection is unknown, and so is the address that it has by now', async () => {
    expect(await scene.deliver(order, staging)).toEqual(accepted);
    const shop = await connect();
    expect(await scene.deliver(order, staging, shop)).toEqual(ignored);
    await scene.ingress.rows(`update system_connections set store_base = 'https://staging.shop.example' where id = $1`, [shop.id]);
    expect(await scene.deliver(order, staging, shop)).toEqual(accepted);
  });
});

it('the timeline names a copy once a day, whichever process sees it', async () => {
  const shop = await connect();
  const send20 = (url: string): Promise<Response>[] => Array.from({ length: 20 }, () => send(url, signedDelivery(shop, order, staging)));
  const second = await WebhookIngressUnderTest.besides(scene.ingress);
  expect(await Promise.all([...send20(scene.ingress.url), ...send20(second.url)])).toEqual(Array(40).fill(ignored));
  expect(await timeline(shop)).toEqual([note]);
  await second.close();
  await scene.ingress.rows(`update connection_transitions set at = at - interval '1 day' where system_connection_id = $1`, [shop.id]);
  const nextDay = await WebhookIngressUnderTest.besides(scene.ingress);
  await Promise.all(send20(nextDay.url));
  expect(await timeline(shop)).toEqual([note, note]);
  await nextDay.close();
});
