import { itMisbehavesOnTheWire } from '../testing/misbehaviour-on-the-wire';
import { describedShop, idsOf } from './testing/described-shop';

describe('demo shop B', () => {
  const { begin, get, list, shop } = describedShop();
  const orders = (page = 1) => `orders?display=full&sort=[id_ASC]&limit=${(page - 1) * 50},50`;

  describe('misbehaves when told to', () => {
    itMisbehavesOnTheWire({ begin, shop, get: () => get(orders()), list: () => list(orders()), opens: '{' });

    it('a failure of its own is an entry of errors, one of its host a page', async () => {
      await begin();
      shop().setFaults([{ kind: 'status', status: 500 }]);
      expect(await (await get(orders())).json()).toMatchObject({ errors: [{ code: 2, message: expect.stringContaining('PHP') }] });
      shop().setFaults([{ kind: 'status', status: 503, retryAfter: '600' }]);
      expect((await get(orders())).headers.get('content-type')).toContain('text/html');
    });

    it('spoils one resource, one page or the pages after one', async () => {
      await begin();
      shop().setFaults([
        { kind: 'status', status: 500, path: 'orders', afterPage: 1 },
        { kind: 'html', path: 'addresses' },
        { kind: 'status', status: 401, path: 'customers', page: 0 },
      ]);
      expect([(await get(orders(1))).status, (await get(orders(2))).status, (await get(orders(3))).status]).toEqual([200, 500, 500]);
      expect((await get('addresses?filter[id]=[1|2]')).headers.get('content-type')).toContain('text/html');
      expect((await get('customers')).status).toBe(401);
      expect((await get('customers?limit=0,50')).status).toBe(200);
    });

    it('its pages shift: a record vanishes from the front, one appears at the end', async () => {
      await begin();
      const before = idsOf(await list(orders(2)));
      shop().setFaults([{ kind: 'vanish', path: 'orders', times: 1 }]);
      expect(idsOf(await list(orders(2)))[0]).toBe(before[1]);
      shop().setFaults([{ kind: 'insert', path: 'orders', times: 1 }]);
      expect(idsOf(await list(orders(3))).at(-1)).toBe(121);
      expect(shop().totals().orders).toBe(120);
    });

    it('counts requests by resource, pages by limit (0: without one), and answers', async () => {
      await begin();
      for (const page of [1, 2, 2]) await get(orders(page));
      await get('orders');
      await get('orders/1');
      await get('nothing');
      const { byPath, pages, answers } = shop().counters;
      expect(byPath).toEqual({ orders: 5, other: 1 });
      expect(pages.orders).toEqual({ 0: 1, 1: 1, 2: 2 });
      expect(answers).toEqual({ 200: 5, 400: 1 });
      shop().resetCounters();
      expect(shop().counters.requests).toBe(0);
    });
  });

  describe('records change', () => {
    it('a change moves date_upd to now, in shop-local time, and is seen at once', async () => {
      await begin({ timeZone: 'Africa/Lagos' });
      await list(orders());
      const now = new Date().toLocaleString('sv-SE', { timeZone: 'Africa/Lagos' });
      expect(shop().change('orders', 7, { current_state: '7' })).toBe(true);
      const [changed] = (await list(orders())).filter(({ id }) => id === 7);
      expect(changed?.current_state).toBe('7');
      expect(String(changed?.date_upd) >= now).toBe(true);
      expect(shop().change('orders', 999_999, {})).toBe(false);
    });

    it('a text for a field in several languages counts for all, a list for those that it names', async () => {
      await begin();
      shop().change('products', 3, { name: 'New name' });
      expect(shop().record('products', 3).name).toEqual([{ id: '1', value: 'New name' }, { id: '2', value: 'New name' }]); // prettier-ignore
      shop().change('products', 3, { name: [{ id: '2', value: 'Neuer Name' }] });
      expect(shop().record('products', 3).name).toEqual([{ id: '1', value: 'New name' }, { id: '2', value: 'Neuer Name' }]); // prettier-ignore
    });

    it('states, currencies and addresses can change as well; dates can be said', async () => {
      await begin();
      shop().change('order_states', 2, { name: 'Renamed' });
      expect((await list('order_states?filter[id]=2&display=full&language=1'))[0]?.name).toBe('Renamed');
      shop().change('customers', 2, { date_upd: '0000-00-00 00:00:00' });
      expect(shop().record('customers', 2).date_upd).toBe('0000-00-00 00:00:00');
      expect(shop().remove('currencies', 5)).toBe(true);
      expect(idsOf(await list('currencies'))).toEqual([1, 2, 3, 4]);
    });

    it('added ones come with the next id; a customer with an address; a removed one is gone for good', async () => {
      await begin();
      const id = shop().add('customers', { firstname: 'Zed' });
      expect(id).toBe(71);
      expect(await list('customers?display=[firstname]&filter[id]=71')).toEqual([{ firstname: 'Zed' }]);
      expect(await list(`addresses?filter[id_customer]=${id}`)).toHaveLength(1);
      expect(shop().remove('customers', id)).toBe(true);
      expect(shop().remove('customers', id)).toBe(false);
      expect((await get('customers/71')).status).toBe(404);
      expect(shop().add('customers')).toBe(72);
    });
  });
});
