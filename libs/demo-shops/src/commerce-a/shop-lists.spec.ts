import { describedShop, expectLikeRecorded, rest, type Json } from './testing/described-shop';

describe('demo shop A', () => {
  const { authorization, begin, get, list, shop } = describedShop();

  describe('lists', () => {
    it('tell their totals in X-WP headers, or under the name that was asked for', async () => {
      await begin();
      const page = await get(`${rest}/orders?page=1&per_page=50`);
      await expectLikeRecorded(page, 'orders-page-001');
      expect(page.headers.get('x-wp-total')).toBe('120');
      expect(page.headers.get('x-wp-totalpages')).toBe('3');
      await begin({ totalsHeaders: 'X-Store' });
      expect((await get(`${rest}/orders?page=1&per_page=50`)).headers.get('x-store-totalpages')).toBe('3');
    });

    it('HEAD gives the same totals and no body', async () => {
      await begin();
      const head = await fetch(`${shop().url}${rest}/orders?per_page=50`, { method: 'HEAD', headers: authorization() });
      expect(head.headers.get('x-wp-totalpages')).toBe('3');
      expect(await head.text()).toBe('');
    });

    it('past the end: 200 []; orders forget their totals, products keep them', async () => {
      await begin();
      const orders = await get(`${rest}/orders?page=4&per_page=50`);
      await expectLikeRecorded(orders, 'orders-page-beyond-end');
      expect(orders.headers.get('x-wp-totalpages')).toBe('0');
      const products = await get(`${rest}/products?page=3&per_page=50`);
      await expectLikeRecorded(products, 'products-page-beyond-end');
      expect(products.headers.get('x-wp-totalpages')).toBe('2');
    });

    it('an empty collection says 0 pages', async () => {
      await begin({ orders: 0 });
      const page = await get(`${rest}/orders?page=1&per_page=50`);
      expect(page.headers.get('x-wp-totalpages')).toBe('0');
      expect(await page.json()).toEqual([]);
    });

    it('orders and products come newest first, customers by display name; each record once', async () => {
      await begin();
      for (const collection of ['orders', 'products'] as const) {
        const pages = await Promise.all([1, 2, 3].map((page) => list(`${rest}/${collection}?page=${page}&per_page=50`)));
        const dates = pages.flat().map(({ date_created_gmt }) => String(date_created_gmt));
        expect(dates).toEqual([...dates].sort().reverse());
        expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(shop().totals()[collection]);
      }
    });

    it('modified_after is strict for orders and products', async () => {
      await begin();
      const orders = await list(`${rest}/orders?per_page=100`);
      const border = String(orders[60]?.date_modified_gmt);
      const later = orders.filter(({ date_modified_gmt }) => String(date_modified_gmt) > border).map(({ id }) => id);
      const answered = await list(`${rest}/orders?per_page=100&modified_after=${border}Z`);
      expect(answered.map(({ id }) => id).filter((id) => orders.some((order) => order.id === id))).toEqual(later);
      expect(answered.some(({ date_modified_gmt }) => date_modified_gmt === border)).toBe(false);
    });

    it('customers ignore modified_after, even when it is no date', async () => {
      await begin();
      for (const text of ['2031-01-01T00:00:00Z', 'not-a-date']) {
        expect((await get(`${rest}/customers?per_page=50&modified_after=${text}`)).headers.get('x-wp-total')).toBe('70');
      }
    });

    it.each(['not-a-date', '2025-01-01', '', '1750000000', '2025-01-01T00:00:00z', '2025-01-01T00:00:00+00:00'])(
      'modified_after %p as it stands in the address: 400',
      async (text) => {
        await begin();
        expect((await get(`${rest}/orders?modified_after=${text}`)).status).toBe(400);
      },
    );

    it('the body of that 400 is the recorded one, and so is that of per_page over 100', async () => {
      await begin();
      await expectLikeRecorded(await get(`${rest}/orders?page=1&per_page=50&modified_after=not-a-date`), 'orders-modified-after-bad-word');
      await expectLikeRecorded(await get(`${rest}/orders?page=1&per_page=101`), 'bad-param-per-page-101-orders');
      expect((await get(`${rest}/orders?page=0`)).status).toBe(400);
      expect((await get(`${rest}/orders?page=-1`)).status).toBe(400);
    });

    it('with fractional seconds orders read the digits as shop-local time, products do not', async () => {
      await begin();
      const now = new Date(Math.floor(Date.now() / 1000) * 1000);
      const halfAnHourAgo = new Date(now.getTime() - 1_800_000).toISOString();
      const inHalfAnHour = new Date(now.getTime() + 1_800_000).toISOString();
      shop().add('orders');
      shop().add('products');
      expect(await list(`${rest}/orders?modified_after=${inHalfAnHour}`)).toHaveLength(1);
      expect(await list(`${rest}/products?modified_after=${inHalfAnHour}`)).toHaveLength(0);
      expect(await list(`${rest}/products?modified_after=${halfAnHourAgo}`)).toHaveLength(1);
    });

    it('trashed records are never listed; drafts, pending and private products are', async () => {
      await begin({ products: 300 });
      shop().remove('orders', 1001);
      expect((await get(`${rest}/orders?per_page=50`)).headers.get('x-wp-total')).toBe('119');
      expect(shop().ids('orders')).not.toContain(1001);
      const statuses = new Set(
        shop()
          .ids('products')
          .map((id) => shop().record('products', id).status),
      );
      expect(statuses).toEqual(new Set(['publish', 'draft', 'pending', 'private']));
    });

    it('single records have an address of their own', async () => {
      await begin();
      expect(((await (await get(`${rest}/orders/1001`)).json()) as Json).id).toBe(1001);
      expect((await get(`${rest}/orders/999999`)).status).toBe(404);
    });
  });
});
