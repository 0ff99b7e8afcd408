import { DemoShopA } from '../demo-shop-a';
import recorded from '../recorded/webhooks.json';
import { WebhookReceiver } from '../../testing/webhook-receiver';
import { webhookSignature } from './webhook-request';
import { webhookTopics } from './webhook-topics';

const rest = '/wp-json/wc/v3';

describe('webhooks of demo shop A', () => {
  let shop: DemoShopA;
  let receiver: WebhookReceiver;

  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    shop = await DemoShopA.start({ customers: 10, orders: 10, products: 10 });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await shop.stop();
    await receiver.stop();
  });

  const listen = (topics = webhookTopics) => shop.webhooks.create({ deliveryUrl: `${receiver.url}/hook`, topics });
  const sentNames = ({ headerNames }: { headerNames: readonly string[] }) =>
    headerNames.filter((name) => !/^(host|content-length)$/i.test(name)).sort();
  const changeAll = async () => {
    for (const id of shop.ids('products')) shop.change('products', id, { name: `Product ${id}` });
    await shop.webhooks.settled();
  };
  const bodies = () => receiver.deliveries.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  describe('creation', () => {
    it('pings once for each topic: unsigned, form-encoded, without webhook headers', async () => {
      const made = await listen(['order.created', 'order.updated']);
      expect(made.map(({ id, topic }) => [id, topic])).toEqual([
        [1, 'order.created'],
        [2, 'order.updated'],
      ]);
      expect(receiver.received.map(({ body }) => body).sort()).toEqual(['webhook_id=1', 'webhook_id=2']);
      expect(sentNames(receiver.received[0]!)).toEqual(recorded.ping.headers.split(' ').sort());
      expect(receiver.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect(shop.webhooks.list()).toHaveLength(2);
      expect(JSON.stringify(shop.webhooks.list())).not.toContain(shop.credentials.webhook_secret);
    });

    it.each([204, 302, 500])('stays pending until a ping gets 200: with %s it delivers and pings again', async (status) => {
      receiver.statusOf = ({ isPing }) => (isPing ? status : 200);
      expect(await listen(['product.updated'])).toMatchObject([{ isPending: true, status: 'active' }]);
      shop.change('products', shop.ids('products')[0]!, { name: 'Kettle' });
      await shop.webhooks.settled();
      expect(receiver.received.map(({ isPing }) => isPing)).toEqual([true, true, false]);
      receiver.statusOf = () => 200;
      shop.change('products', shop.ids('products')[0]!, { name: 'Teapot' });
      shop.change('products', shop.ids('products')[1]!, { name: 'Cup' });
      await shop.webhooks.settled();
      expect(shop.webhooks.list()).toMatchObject([{ isPending: false }]);
      const pings = shop.webhooks.counters.pings;
      shop.change('products', shop.ids('products')[2]!, { name: 'Pot' });
      await shop.webhooks.settled();
      expect(shop.webhooks.counters).toMatchObject({ pings, accepted: 4, refused: 0 });
    });
  });

  describe('a delivery', () => {
    it('has the headers and fields of a recorded one, as signed ASCII JSON with escaped slashes', async () => {
      await listen(['customer.updated']);
      shop.change('customers', shop.ids('customers')[0]!, { first_name: 'Zoë' });
      await shop.webhooks.settled();
      const delivery = receiver.deliveries[0]!;
      expect(sentNames(delivery)).toEqual(recorded['customer.updated'].headers.split(' ').sort());
      const { headers, body } = delivery;
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'WooCommerce/10.9.4 Hookshot (WordPress/7.0.4)',
        'x-wc-webhook-source': `${shop.url}/`,
        'x-wc-webhook-topic': 'customer.updated',
        'x-wc-webhook-resource': 'customer',
        'x-wc-webhook-event': 'updated',
        'x-wc-webhook-id': '1',
        'x-wc-webhook-delivery-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        'x-wc-webhook-signature': webhookSignature(body, shop.credentials.webhook_secret),
      });
      expect(Object.keys(JSON.parse(body) as object)).toEqual(Object.keys(JSON.parse(recorded['customer.updated'].body) as object));
      expect(body).toMatch(/^[\x20-\x7e]*$/);
      expect(body).toContain('http:\\/\\/');
    });

    it.each(['customer.updated', 'order.deleted'] as const)('is signed as the recorded %s was', (name) => {
      const { body, secret, signature } = recorded[name];
      expect(webhookSignature(body, secret)).toBe(signature);
    });

    it('equals GET /resource/{id} at delivery time, not at event time', async () => {
      await listen(['order.updated']);
      shop.webhooks.behave({ delayMs: 60, seed: 3 });
      const id = shop.ids('orders')[0]!;
      shop.change('orders', id, { status: 'processing' });
      shop.change('orders', id, { status: 'completed' });
      await shop.webhooks.settled();
      const { consumer_key, consumer_secret } = shop.credentials;
      const authorization = `Basic ${btoa(`${consumer_key}:${consumer_secret}`)}`;
      const now: unknown = await (await fetch(`${shop.url}${rest}/orders/${id}`, { headers: { authorization } })).json();
      expect(bodies()).toEqual([now, now]);
      expect(bodies()[0]).toMatchObject({ status: 'completed' });
    });

    it('shares its delivery id with other events of the same second', async () => {
      await listen(['product.updated']);
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T10:00:00.250Z'));
      const [first, second] = shop.ids('products');
      shop.change('products', first!, { name: 'One' });
      shop.change('products', second!, { name: 'Two' });
      await shop.webhooks.settled();
      const ids = () => receiver.deliveries.map(({ headers }) => headers['x-wc-webhook-delivery-id']);
      expect(new Set(ids()).size).toBe(1);
      expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
      clock.mockReturnValue(Date.parse('2026-03-02T10:00:01.000Z'));
      shop.change('products', first!, { name: 'Three' });
      await shop.webhooks.settled();
      expect(new Set(ids()).size).toBe(2);
    });
  });

  describe('topics', () => {
    it('sends order.created and order.updated together, in either order', async () => {
      await listen();
      shop.webhooks.behave({ atOnce: 1 });
      for (let count = 0; count < 12; count += 1) shop.add('orders');
      await shop.webhooks.settled();
      const pairs = Array.from({ length: 12 }, (_, index) => receiver.topics().slice(2 * index, 2 * index + 2));
      expect([...new Set(pairs.map((pair) => pair.join()))].sort()).toEqual(['order.created,order.updated', 'order.updated,order.created']);
    });

    it('sends customer.updated after customer.created, product.created alone, and deletes a customer permanently', async () => {
      await listen();
      shop.webhooks.behave({ atOnce: 1 });
      shop.add('customers');
      shop.add('products');
      await shop.webhooks.settled();
      const id = shop.ids('customers')[0]!;
      shop.remove('customers', id);
      expect(shop.restore('customers', id)).toBe(false);
      await shop.webhooks.settled();
      expect(receiver.topics()).toEqual(['customer.created', 'customer.updated', 'product.created', 'customer.deleted']);
    });

    it('sends only the id of a deleted record, and lists a restored one at its old place', async () => {
      await listen();
      shop.webhooks.behave({ atOnce: 1 });
      const before = shop.ids('orders');
      const id = before[3]!;
      const { status } = shop.record('orders', id);
      expect(shop.remove('orders', id)).toBe(true);
      expect(shop.ids('orders')).not.toContain(id);
      expect(shop.record('orders', id).status).toBe('trash');
      await shop.webhooks.settled();
      expect(shop.restore('orders', id)).toBe(true);
      await shop.webhooks.settled();
      expect(receiver.topics()).toEqual(['order.deleted', 'order.restored']);
      expect(receiver.deliveries[0]?.body).toBe(`{"id":${id}}`);
      expect(bodies()[1]).toMatchObject({ id, status });
      expect(Date.now() - Date.parse(`${String(bodies()[1]?.date_modified_gmt)}Z`)).toBeLessThan(60_000);
      expect(shop.ids('orders')).toEqual(before);
    });

    it('sends a record trashed before its delivery as trashed, a deleted one as missing', async () => {
      await listen(['product.updated', 'customer.updated']);
      shop.webhooks.behave({ delayMs: 100, seed: 3 });
      const [product] = shop.ids('products');
      const [customer] = shop.ids('customers');
      shop.change('products', product!, { name: 'Gone soon' });
      shop.change('customers', customer!, { first_name: 'Gone' });
      shop.remove('products', product!);
      shop.remove('customers', customer!);
      await shop.webhooks.settled();
      expect(bodies()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: product, status: 'trash' }),
          expect.objectContaining({ code: 'woocommerce_rest_invalid_id' }),
        ]),
      );
    });
  });

  describe('responses', () => {
    const changeTimes = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        shop.change('products', shop.ids('products')[0]!, { name: `Name ${count}` });
        await shop.webhooks.settled();
      }
    };

    it.each([299, 301, 302])('counts %s as success and follows no redirect', async (status) => {
      await listen(['product.updated']);
      receiver.statusOf = () => status;
      await changeTimes(8);
      expect(shop.webhooks.counters).toMatchObject({ due: 8, sent: 8, accepted: 8, refused: 0, responses: { [status]: 8 } });
      expect(receiver.received.every(({ path }) => path === '/hook')).toBe(true);
      expect(shop.webhooks.list()).toMatchObject([{ status: 'active' }]);
    });

    it.each([303, 401, 503])('never retries after %s and disables a webhook after more than 5 in a row', async (status) => {
      await listen(['product.updated']);
      receiver.statusOf = () => status;
      await changeTimes(5);
      expect(shop.webhooks.list()).toMatchObject([{ status: 'active', failuresInARow: 5 }]);
      await changeTimes(5);
      expect(shop.webhooks.counters).toMatchObject({ sent: 6, accepted: 0, refused: 6, responses: { [status]: 6 } });
      expect(shop.webhooks.list()).toMatchObject([{ status: 'disabled' }]);
    });

    it('restarts its count of failures after a success; no response is a failure', async () => {
      await listen(['product.updated']);
      receiver.statusOf = () => null;
      await changeTimes(5);
      receiver.statusOf = () => 200;
      await changeTimes(1);
      receiver.statusOf = () => null;
      await changeTimes(5);
      expect(shop.webhooks.list()).toMatchObject([{ status: 'active' }]);
      expect(shop.webhooks.counters.responses).toEqual({ none: 10, 200: 1 });
    });
  });

  describe('manners', () => {
    const sentIds = () => bodies().map(({ id }) => id);

    it('loses a share of its deliveries', async () => {
      await listen(['product.updated']);
      shop.webhooks.behave({ lose: 0.5 });
      await changeAll();
      const { due, sent, lost } = shop.webhooks.counters;
      expect({ due, all: sent + lost }).toEqual({ due: 10, all: 10 });
      expect(lost).toBeGreaterThan(0);
      expect(sentIds()).toHaveLength(sent);
    });

    it('sends copies with the same body and delivery id', async () => {
      await listen(['product.updated']);
      shop.webhooks.behave({ copies: 4 });
      await changeAll();
      expect(receiver.deliveries.length).toBeGreaterThan(10);
      const distinct = new Set(receiver.deliveries.map(({ body, headers }) => `${String(headers['x-wc-webhook-delivery-id'])} ${body}`));
      expect(distinct.size).toBe(10);
    });

    it('sends deliveries and pings again after a 503 when patient', async () => {
      let away = 3;
      receiver.statusOf = () => (away-- > 0 ? 503 : 200);
      shop.webhooks.behave({ isPatient: true });
      await listen(['product.updated']);
      expect(shop.webhooks.list().map(({ isPending }) => isPending)).toEqual([false]);
      away = 7;
      await changeAll();
      expect(shop.webhooks.counters).toMatchObject({ due: 10, sent: 10, accepted: 10, refused: 0 });
      expect(receiver.deliveries).toHaveLength(17);
      receiver.statusOf = ({ isPing }) => (isPing ? 200 : 500);
      shop.change('products', shop.ids('products')[0]!, { name: 'Refused' });
      await shop.webhooks.settled();
      expect(shop.webhooks.counters).toMatchObject({ refused: 1, responses: { 500: 1 } });
    });

    it('sends in any order when it shuffles', async () => {
      await listen(['product.updated']);
      shop.webhooks.behave({ shuffle: true, atOnce: 1 });
      await changeAll();
      expect(sentIds()).not.toEqual(shop.ids('products'));
      expect([...sentIds()].sort()).toEqual([...shop.ids('products')].sort());
    });
  });

  it('drops waiting deliveries when the shop stops', async () => {
    await listen(['product.updated']);
    shop.webhooks.behave({ atOnce: 1, delayMs: 50 });
    for (const id of shop.ids('products')) shop.change('products', id, {});
    await shop.stop();
    await shop.webhooks.settled();
    expect(receiver.deliveries).toEqual([]);
  });
});
