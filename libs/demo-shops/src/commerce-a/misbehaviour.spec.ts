import { itMisbehavesOnTheWire } from '../testing/misbehaviour-on-the-wire';
import { describedShop, expectLikeRecorded, rest } from './testing/described-shop';

describe('demo shop A', () => {
  const { begin, get, list, shop } = describedShop();

  describe('misbehaves when told to', () => {
    const orders = (page = 1) => `${rest}/orders?page=${page}&per_page=50`;

    itMisbehavesOnTheWire({ begin, shop, get: () => get(orders()), list: () => list(orders()), opens: '[' });

    it('says that it is down for maintenance as a real shop does', async () => {
      await begin();
      shop().setFaults([{ kind: 'status', status: 503, retryAfter: '600' }]);
      await expectLikeRecorded(await get(orders()), 'variant-maintenance-orders');
    });

    it('spoils one path, one page or the pages after one', async () => {
      await begin();
      shop().setFaults([
        { kind: 'status', status: 500, path: 'orders', afterPage: 1 },
        { kind: 'html', path: 'products', page: 2 },
      ]);
      expect([(await get(orders(1))).status, (await get(orders(2))).status, (await get(orders(3))).status]).toEqual([200, 500, 500]);
      expect((await get(`${rest}/products?page=2&per_page=50`)).headers.get('content-type')).toContain('text/html');
      expect((await get(`${rest}/customers?page=2`)).status).toBe(200);
    });

    it('hides or falsifies the number of pages', async () => {
      await begin();
      shop().setFaults([{ kind: 'total-pages', value: null }]);
      expect((await get(orders())).headers.get('x-wp-totalpages')).toBeNull();
      shop().setFaults([{ kind: 'total-pages', value: '1000000000' }]);
      expect((await get(orders())).headers.get('x-wp-totalpages')).toBe('1000000000');
    });

    it('shifts its pages by a new record during an export', async () => {
      await begin();
      const before = await list(orders(1));
      shop().setFaults([{ kind: 'insert', path: 'orders', times: 1 }]);
      const after = await list(orders(1));
      expect(after[1]?.id).toBe(before[0]?.id);
      expect(shop().totals().orders).toBe(121);
    });

    it('counts requests, pages and answers', async () => {
      await begin();
      for (const page of [1, 2, 3]) await get(orders(page));
      await get(`${orders(2)}&modified_after=2025-01-01T00:00:00Z`);
      const counters = shop().counters;
      expect(counters.pages.orders).toEqual({ 1: 1, 2: 2, 3: 1 });
      expect(counters.modifiedAfter.orders).toBe('2025-01-01T00:00:00Z');
      expect(counters.answers).toEqual({ 200: 4 });
      shop().resetCounters();
      expect(shop().counters.requests).toBe(0);
    });

    it('changes a record: it counts as modified now', async () => {
      await begin();
      const since = new Date(Math.floor(Date.now() / 1000) * 1000 - 1000).toISOString().replace('.000', '');
      expect(shop().change('orders', 1001, { status: 'refunded' })).toBe(true);
      expect(await list(`${rest}/orders?modified_after=${since}`)).toMatchObject([{ id: 1001, status: 'refunded' }]);
      expect(shop().change('orders', 999_999, {})).toBe(false);
    });
  });
});
