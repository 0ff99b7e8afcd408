import { accepted, IngressScene, problem } from '../testing/ingress-scene';
import { signature, type Shop } from '../testing/webhook-ingress-under-test';

const scene = new IngressScene();
const body = '{"id":517,"status":"processing"}';
const about = (topic: string) => [['X-WC-Webhook-Topic', topic]] as const;

const reasons = async (of: Shop = scene.shop) =>
  (await scene.ingress.rows<{ code: string }>('select code from connection_impairments where system_connection_id = $1', [of.id])).map(
    ({ code }) => code,
  );
const standings = (of: Shop) =>
  scene.ingress.rows<{ capability: string; accepted_at: Date }>(
    'select capability, accepted_at from webhook_standings where system_connection_id = $1 order by capability',
    [of.id],
  );
async function refuse(times: number, value = signature(body, 'another secret'), of: Shop = scene.shop): Promise<void> {
  for (let count = 0; count < times; count += 1)
    expect(await scene.deliver(body, [['X-WC-Webhook-Signature', value]], of)).toEqual(problem(401, 'invalid-signature'));
}

it('five wrong signatures in a row say that the webhooks are refused, until the next right one', async () => {
  await refuse(4);
  expect(await reasons()).toEqual([]);
  expect(await scene.deliver(body)).toEqual(accepted);
  await refuse(4);
  expect(await reasons()).toEqual([]);
  await refuse(1);
  expect(await reasons()).toEqual(['webhooks_refused']);
  expect(await scene.deliver(body)).toEqual(accepted);
  expect(await reasons()).toEqual([]);
});

it('further wrong signatures write nothing', async () => {
  const written = 'select xmin, refused.* from refused_webhooks refused where system_connection_id = $1';
  await refuse(5);
  const before = await scene.ingress.rows(written, [scene.shop.id]);
  await refuse(50);
  expect(await scene.ingress.rows(written, [scene.shop.id])).toEqual(before);
});

it.each([
  ['no signature', ''],
  ['a signature that no secret could make', 'abc'],
])('webhooks with %s do not count', async (_name, value) => {
  await refuse(6, value);
  expect(await reasons()).toEqual([]);
});

it.each([{ status: 'disconnected' }, { status: 'inactive' }, { credentials: null }] as const)(
  'nor do those for a connection that takes none: %j',
  async (options) => {
    const shop = await scene.ingress.connect(options);
    await refuse(6, undefined, shop);
    expect(await reasons(shop)).toEqual([]);
  },
);

it('a right webhook is noted with what it is about', async () => {
  const { shop } = scene;
  for (const topic of ['order.updated', ' Product.Deleted', 'order.created'])
    expect(await scene.deliver(body, about(topic))).toEqual(accepted);
  expect(await scene.deliver(body)).toEqual(accepted);
  expect((await standings(shop)).map(({ capability }) => capability)).toEqual(['orders', 'products']);
});

it('the many right webhooks of a moment are noted once', async () => {
  const { shop } = scene;
  expect(await scene.deliver(body, about('order.updated'))).toEqual(accepted);
  const [first] = await standings(shop);
  await Promise.all(Array.from({ length: 20 }, (_, id) => scene.deliver(`{"id":${id}}`, about('order.updated'))));
  expect(await standings(shop)).toEqual([first]);
});
