import { control as controlled } from '../testing/control';
import { describedShop, rest, type Json } from './testing/described-shop';
import { WebhookReceiver } from './testing/webhook-receiver';

describe('demo shop A', () => {
  const { begin, get, shop } = describedShop();

  describe('is controlled from the same machine', () => {
    const control = (action: string, body?: unknown, headers?: Record<string, string>) => controlled(shop(), action, body, headers);

    it('records, faults, counters and totals', async () => {
      await begin();
      expect(await (await control('totals')).json()).toEqual({ customers: 70, products: 60, orders: 120 });
      const added = (await (await control('add', { collection: 'orders', fields: { status: 'packed' } })).json()) as { id: number };
      expect(shop().record('orders', added.id)).toMatchObject({ status: 'packed' });
      await control('remove', { collection: 'orders', id: added.id });
      expect(shop().totals().orders).toBe(120);
      await control('faults', { faults: [{ kind: 'status', status: 500 }] });
      expect((await get(`${rest}/orders`)).status).toBe(500);
      expect(((await (await control('counters')).json()) as Json).requests).toBe(1);
    });

    it('trash and restore, webhooks and their manners', async () => {
      await begin();
      const receiver = await WebhookReceiver.start();
      const made = await control('create-webhooks', { delivery_url: receiver.url, topics: ['product.restored', 'product.deleted'] });
      expect(await made.json()).toMatchObject({
        webhooks: [{ topic: 'product.deleted' }, { topic: 'product.restored', isPending: false }],
      });
      await control('webhook-manners', { copies: 1, lose: 0 });
      const { ids } = (await (await control('ids', { collection: 'products' })).json()) as { ids: number[] };
      for (const action of ['remove', 'restore']) await control(action, { collection: 'products', id: ids[5] });
      await shop().webhooks.settled();
      expect(receiver.topics().sort()).toEqual(['product.deleted', 'product.restored']);
      const state = (await (await control('webhooks')).json()) as Json;
      expect(state).toMatchObject({ counters: { due: 2, accepted: 2 } });
      expect((await control('create-webhooks', { delivery_url: receiver.url, topics: ['coupon.created'] })).status).toBe(400);
      await receiver.stop();
    });

    it('renewed webhooks tell each event once, however often they are renewed', async () => {
      await begin();
      const receiver = await WebhookReceiver.start();
      for (const _ of [1, 2]) expect((await control('renew-webhooks', { delivery_url: receiver.url })).status).toBe(200);
      await control('add', { collection: 'orders' });
      await shop().webhooks.settled();
      expect(receiver.topics().sort()).toEqual(['order.created', 'order.updated']);
      await receiver.stop();
    });

    it('refuses unknown controls, other collections, and what a web page could send without asking', async () => {
      await begin();
      expect((await control('nothing')).status).toBe(404);
      expect((await control('add', { collection: 'coupons' })).status).toBe(400);
      expect((await control('totals', {}, { 'content-type': 'text/plain' })).status).toBe(415);
    });
  });
});
