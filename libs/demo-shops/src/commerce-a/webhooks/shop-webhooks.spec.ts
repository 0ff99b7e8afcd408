import { isPing, Listener } from '../../testing/listener';
import { shopOfATest } from '../../testing/shop-of-a-test';
import { DemoShopA } from '../demo-shop-a';
import recorded from '../recorded/webhooks.json';
import { webhookSignature, webhookTopics } from './webhook-request';

const connectionId = '01980000-0000-7000-8000-000000000001';

describe('webhooks of demo shop A', () => {
  const { begin, shop } = shopOfATest(DemoShopA.start);
  let receiver: Listener;

  beforeEach(async () => {
    receiver = await Listener.start();
    await begin({ customers: 10, orders: 10, products: 10 });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await receiver.stop();
  });

  const listen = (topics = webhookTopics) => shop().webhooks.create({ deliveryUrl: `${receiver.url}/hook`, topics });
  const respondWith = (status: number | null) => (receiver.respond = () => (status === null ? null : { status }));
  const sentNames = ({ headerNames }: { headerNames: readonly string[] }) =>
    headerNames.filter((name) => !/^(host|content-length)$/i.test(name)).sort();
  const bodies = () => receiver.deliveries.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const topics = () => receiver.deliveries.map(({ headers }) => headers['x-wc-webhook-topic']);
  const deliveryIds = () => new Set(receiver.deliveries.map(({ headers }) => headers['x-wc-webhook-delivery-id']));
  /** Changes this many products, and awaits the delivery of each. */
  const changeProducts = async (count = 1) => {
    for (const id of shop().ids('products').slice(0, count)) {
      shop().change('products', id, {});
      await shop().webhooks.settled();
    }
  };

  it.each(['register', 'finalise'] as const)('its plugin creates one for each topic in %s, however often', async (handshake) => {
    // Like the service, which checks the shop before it responds.
    receiver.respond = async ({ path, body }) => {
      if (path.startsWith('/api/webhooks/')) return { status: 200 };
      const { credentials } = JSON.parse(body) as { credentials: { connection_token: string } };
      await fetch(`${shop().url}/wp-json/service-connector/v1/connectivity-check`, {
        method: 'POST',
        body: JSON.stringify({ connection_token: credentials.connection_token, connection_id: connectionId }),
      });
      return { status: 200, body: { id: connectionId } };
    };
    for (const _ of [1, 2]) await shop().plugin(receiver.url)[handshake]('scc_1');
    const deliveryUrl = `${receiver.url}/api/webhooks/${connectionId}`;
    expect(shop().webhooks.list()).toEqual(webhookTopics.map((topic) => expect.objectContaining({ topic, deliveryUrl }) as unknown));
  });

  describe('creation', () => {
    it('pings once for each topic: unsigned, form-encoded, without webhook headers', async () => {
      const made = await listen(['order.created', 'order.updated']);
      expect(made).toMatchObject([{ id: 1, topic: 'order.created' }, { id: 2, topic: 'order.updated' }]); // prettier-ignore
      expect(receiver.heard.map(({ body }) => body).sort()).toEqual(['webhook_id=1', 'webhook_id=2']);
      expect(sentNames(receiver.heard[0]!)).toEqual(recorded.ping.headers.split(' ').sort());
      expect(receiver.heard[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect(JSON.stringify(shop().webhooks.list())).not.toContain(shop().credentials.webhook_secret);
    });

    it.each([204, 302, 500])('stays pending until a ping gets 200: with %s it delivers and pings again', async (status) => {
      receiver.respond = (heard) => ({ status: isPing(heard) ? status : 200 });
      expect(await listen(['product.updated'])).toMatchObject([{ isPending: true, status: 'active' }]);
      await changeProducts();
      expect(receiver.heard.map(isPing)).toEqual([true, true, false]);
      respondWith(200);
      await changeProducts(3);
      expect(shop().webhooks.counters).toMatchObject({ pings: 3, accepted: 4, refused: 0 });
      expect(shop().webhooks.list()).toMatchObject([{ isPending: false }]);
    });
  });

  describe('a delivery', () => {
    it('has the headers and fields of a recorded one, as signed ASCII JSON with escaped slashes', async () => {
      await listen(['customer.updated']);
      shop().change('customers', shop().ids('customers')[0]!, { first_name: 'Zoë' });
      await shop().webhooks.settled();
      const delivery = receiver.deliveries[0]!;
      expect(sentNames(delivery)).toEqual(recorded['customer.updated'].headers.split(' ').sort());
      const { headers, body } = delivery;
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'WooCommerce/10.9.4 Hookshot (WordPress/7.0.4)',
        'x-wc-webhook-source': `${shop().url}/`,
        'x-wc-webhook-topic': 'customer.updated',
        'x-wc-webhook-resource': 'customer',
        'x-wc-webhook-event': 'updated',
        'x-wc-webhook-id': '1',
        'x-wc-webhook-delivery-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        'x-wc-webhook-signature': webhookSignature(body, shop().credentials.webhook_secret),
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
      shop().webhooks.behave({ delayMs: 60 });
      const id = shop().ids('orders')[0]!;
      for (const status of ['processing', 'completed']) shop().change('orders', id, { status });
      await shop().webhooks.settled();
      const { consumer_key, consumer_secret } = shop().credentials;
      const headers = { authorization: `Basic ${btoa(`${consumer_key}:${consumer_secret}`)}` };
      const now: unknown = await (await fetch(`${shop().url}/wp-json/wc/v3/orders/${id}`, { headers })).json();
      expect(now).toMatchObject({ status: 'completed' });
      expect(bodies()).toEqual([now, now]);
    });

    it('shares its delivery id with other events of the same second', async () => {
      await listen(['product.updated']);
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-02T10:00:00.250Z'));
      await changeProducts(2);
      expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
      expect(deliveryIds().size).toBe(1);
      clock.mockReturnValue(Date.parse('2026-03-02T10:00:01.000Z'));
      await changeProducts();
      expect(deliveryIds().size).toBe(2);
    });
  });

  describe('topics', () => {
    beforeEach(async () => {
      await listen();
      shop().webhooks.behave({ atOnce: 1 });
    });

    it('are order.created and order.updated together, in either order', async () => {
      for (let count = 0; count < 12; count += 1) shop().add('orders');
      await shop().webhooks.settled();
      const pairs = Array.from({ length: 12 }, (_, index) => topics().slice(2 * index, 2 * index + 2));
      expect([...new Set(pairs.map((pair) => pair.join()))].sort()).toEqual(['order.created,order.updated', 'order.updated,order.created']);
    });

    it('are customer.updated after customer.created, and product.created alone; a customer is deleted permanently', async () => {
      shop().add('customers');
      shop().add('products');
      const id = shop().ids('customers')[0]!;
      shop().remove('customers', id);
      expect(shop().restore('customers', id)).toBe(false);
      await shop().webhooks.settled();
      expect(topics()).toEqual(['customer.created', 'customer.updated', 'product.created', 'customer.deleted']);
    });

    it('have only the id of a deleted record; a restored one is at its old place again', async () => {
      const before = shop().ids('orders');
      const id = before[3]!;
      const { status } = shop().record('orders', id);
      expect(shop().remove('orders', id)).toBe(true);
      expect(shop().ids('orders')).not.toContain(id);
      expect(shop().record('orders', id).status).toBe('trash');
      await shop().webhooks.settled();
      expect(shop().restore('orders', id)).toBe(true);
      await shop().webhooks.settled();
      expect(topics()).toEqual(['order.deleted', 'order.restored']);
      expect(receiver.deliveries[0]?.body).toBe(`{"id":${id}}`);
      expect(bodies()[1]).toMatchObject({ id, status });
      expect(Date.now() - Date.parse(`${String(bodies()[1]?.date_modified_gmt)}Z`)).toBeLessThan(60_000);
      expect(shop().ids('orders')).toEqual(before);
    });
  });

  it('a record trashed before its delivery is sent as trashed, a deleted one as missing', async () => {
    await listen(['product.updated', 'customer.updated']);
    shop().webhooks.behave({ delayMs: 100 });
    for (const collection of ['products', 'customers'] as const) {
      const [id = 0] = shop().ids(collection);
      shop().change(collection, id, {});
      shop().remove(collection, id);
    }
    await shop().webhooks.settled();
    const gone = [{ status: 'trash' }, { code: 'woocommerce_rest_invalid_id' }];
    expect(bodies()).toEqual(expect.arrayContaining(gone.map((fields) => expect.objectContaining(fields) as unknown)));
  });

  describe('responses', () => {
    beforeEach(() => listen(['product.updated']));
    const counters = () => shop().webhooks.counters;

    it.each([299, 301, 302])('%s is a success, and no redirect is followed', async (status) => {
      respondWith(status);
      await changeProducts(8);
      expect(counters()).toMatchObject({ due: 8, sent: 8, accepted: 8, refused: 0, responses: { [status]: 8 } });
      expect(receiver.heard.every(({ path }) => path === '/hook')).toBe(true);
      expect(shop().webhooks.list()).toMatchObject([{ status: 'active' }]);
    });

    it.each([303, 401, 503])('nothing is retried after %s, and more than 5 in a row disable a webhook', async (status) => {
      respondWith(status);
      await changeProducts(5);
      expect(shop().webhooks.list()).toMatchObject([{ status: 'active', failuresInARow: 5 }]);
      await changeProducts(5);
      expect(counters()).toMatchObject({ sent: 6, accepted: 0, refused: 6, responses: { [status]: 6 } });
      expect(shop().webhooks.list()).toMatchObject([{ status: 'disabled' }]);
    });

    it('a success restarts the count of failures; no response is a failure', async () => {
      for (const [status, times] of [
        [null, 5],
        [200, 1],
        [null, 5],
      ] as const) {
        // prettier-ignore
        respondWith(status);
        await changeProducts(times);
      }
      expect(shop().webhooks.list()).toMatchObject([{ status: 'active' }]);
      expect(counters().responses).toEqual({ none: 10, 200: 1 });
    });
  });

  describe('manners', () => {
    beforeEach(() => listen(['product.updated']));
    const changeAll = async () => {
      for (const id of shop().ids('products')) shop().change('products', id, {});
      await shop().webhooks.settled();
    };
    const sentIds = () => bodies().map(({ id }) => id);

    it('lose a share of the deliveries', async () => {
      shop().webhooks.behave({ lose: 0.5 });
      await changeAll();
      const { due, sent, lost } = shop().webhooks.counters;
      expect({ due, all: sent + lost }).toEqual({ due: 10, all: 10 });
      expect(lost).toBeGreaterThan(0);
      expect(sentIds()).toHaveLength(sent);
    });

    it('send copies with the same body and delivery id', async () => {
      shop().webhooks.behave({ copies: 4 });
      await changeAll();
      expect(receiver.deliveries.length).toBeGreaterThan(10);
      const distinct = new Set(receiver.deliveries.map(({ body, headers }) => `${String(headers['x-wc-webhook-delivery-id'])} ${body}`));
      expect(distinct.size).toBe(10);
    });

    it('send again after a 503 when patient', async () => {
      let away = 7;
      receiver.respond = () => ({ status: away-- > 0 ? 503 : 200 });
      shop().webhooks.behave({ isPatient: true });
      await changeAll();
      expect(shop().webhooks.counters).toMatchObject({ due: 10, sent: 10, accepted: 10, refused: 0 });
      expect(receiver.deliveries).toHaveLength(17);
      respondWith(500);
      await changeProducts();
      expect(shop().webhooks.counters).toMatchObject({ refused: 1, responses: { 500: 1 } });
    });

    it('shuffle the deliveries', async () => {
      shop().webhooks.behave({ shuffle: true, atOnce: 1 });
      await changeAll();
      expect(sentIds()).not.toEqual(shop().ids('products'));
      expect([...sentIds()].sort()).toEqual([...shop().ids('products')].sort());
    });

    it('drop waiting deliveries when the shop stops', async () => {
      shop().webhooks.behave({ atOnce: 1, delayMs: 50 });
      for (const id of shop().ids('products')) shop().change('products', id, {});
      const { webhooks } = shop();
      await shop().stop();
      await webhooks.settled();
      expect(receiver.deliveries).toEqual([]);
    });
  });
});
