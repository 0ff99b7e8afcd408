import recorded from './recorded/records.json';
import { describedShop, rest, type Json } from './testing/described-shop';

describe('demo shop A', () => {
  const { begin, list, shop } = describedShop();

  describe('records have the shape of recorded ones', () => {
    it.each([
      ['customers', recorded.customer],
      ['products', recorded.product],
      ['products', recorded.variableProduct],
      ['orders', recorded.order],
      ['orders', recorded.guestOrderWithCustomLine],
    ] as const)('%s: the same fields in the same order', async (collection, example) => {
      await begin();
      for (const record of await list(`${rest}/${collection}?per_page=50`)) expect(Object.keys(record)).toEqual(Object.keys(example));
    });

    it('nested objects too: addresses, line items, their picture and taxes, product images, links', async () => {
      await begin();
      const keys = (value: unknown) => Object.keys((value ?? {}) as object).sort();
      const [customer] = await list(`${rest}/customers`);
      expect(keys(customer?.billing)).toEqual(keys(recorded.customer.billing));
      expect(keys(customer?.shipping)).toEqual(keys(recorded.customer.shipping));
      const orders = await list(`${rest}/orders?per_page=100`);
      const lines = orders.flatMap(({ line_items }) => line_items as Json[]);
      for (const line of lines) expect(keys(line)).toEqual(keys(recorded.order.line_items[0]));
      for (const order of orders) expect(keys(order.billing)).toEqual(keys(recorded.order.billing));
      const products = await list(`${rest}/products?per_page=60`);
      const images = products.flatMap(({ images }) => images as Json[]);
      for (const image of images) expect(keys(image)).toEqual(keys(recorded.product.images[0]));
    });

    it('v3 has neither orders_count nor total_spent; some customers have no date_modified', async () => {
      await begin();
      const customers = await list(`${rest}/customers?per_page=70`);
      expect(customers.some((customer) => 'orders_count' in customer || 'total_spent' in customer)).toBe(false);
      expect(customers.some(({ date_modified }) => date_modified === null)).toBe(true);
      expect(customers.every(({ date_created }) => typeof date_created === 'string')).toBe(true);
    });

    it('money is text; the unit price of a line is a number that is not rounded', async () => {
      await begin();
      const orders = await list(`${rest}/orders?per_page=100`);
      for (const { total, line_items } of orders) {
        expect(total).toMatch(/^\d+\.\d{2}$/);
        for (const { price } of line_items as Json[]) expect(typeof price).toBe('number');
      }
      const prices = orders.flatMap(({ line_items }) => (line_items as Json[]).map(({ price }) => String(price)));
      expect(prices.some((price) => /\.\d{4,}$/.test(price))).toBe(true);
    });

    it('dates are shop-local without an offset, with a twin in UTC', async () => {
      await begin();
      const [order] = await list(`${rest}/orders?per_page=1`);
      const hours = (Date.parse(`${String(order?.date_created)}Z`) - Date.parse(`${String(order?.date_created_gmt)}Z`)) / 3_600_000;
      expect([1, 2]).toContain(hours);
    });

    it('are the same for the same seed and differ for another', async () => {
      await begin({ seed: 5 });
      const first = [shop().record('orders', 1001), shop().record('customers', 2)];
      await begin({ seed: 5, port: shop().port });
      expect([shop().record('orders', 1001), shop().record('customers', 2)]).toEqual(first);
      await begin({ seed: 6, port: shop().port });
      expect([shop().record('orders', 1001), shop().record('customers', 2)]).not.toEqual(first);
    });

    it('orders refer to customers and products of the shop, or to nobody', async () => {
      await begin();
      const customers = new Set(shop().ids('customers'));
      const products = new Set(shop().ids('products'));
      const orders = shop()
        .ids('orders')
        .map((id) => shop().record('orders', id));
      for (const { customer_id, line_items } of orders) {
        expect(customer_id === 0 || customers.has(customer_id as number)).toBe(true);
        for (const { product_id } of line_items as Json[]) expect(product_id === 0 || products.has(product_id as number)).toBe(true);
      }
      expect(orders.some(({ customer_id }) => customer_id === 0)).toBe(true);
    });
  });
});
