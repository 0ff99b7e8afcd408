import { createHash } from 'node:crypto';
import recorded from './recorded/records.json';
import { describedShop, expectLikeRecorded, idsOf, type Json } from './testing/described-shop';

describe('demo shop B', () => {
  const { begin, get, json, list, refusal, shop } = describedShop();

  describe('lists', () => {
    it('without display: ids only, as numbers', async () => {
      await begin();
      const response = await get('products?limit=0,3');
      await expectLikeRecorded(response, 'products-limit-without-display');
      expect(await json('shops')).toEqual({ shops: [{ id: 1 }] });
      for (const product of await list('products')) expect(Object.keys(product)).toEqual(['id']);
    });

    it('display=full gives all fields, [f1,f2] those, association[field] that of an association', async () => {
      await begin();
      expect(await list('orders?display=[total_paid,id]&limit=1')).toEqual([{ id: 1, total_paid: expect.any(String) }]);
      expect(await list('orders?display=[id,order_rows[product_id]]&limit=1')).toEqual([
        { id: 1, associations: { order_rows: expect.arrayContaining([{ product_id: expect.any(String) }]) } },
      ]);
      expect(Object.keys((await list('orders?display=full&limit=1'))[0] ?? {})).toEqual(Object.keys(recorded.order));
    });

    it('limit is offset and count, or a count', async () => {
      await begin();
      expect(idsOf(await list('orders?limit=50,50'))).toEqual(Array.from({ length: 50 }, (_, index) => 51 + index));
      expect(idsOf(await list('orders?limit=100,50'))).toHaveLength(20);
      expect(idsOf(await list('orders?limit=3'))).toEqual([1, 2, 3]);
    });

    it.each(['abc', '0,0', '5,', '', '120,50'])('limit=%s gives 200 and a bare []', async (limit) => {
      await begin();
      const response = await get(`orders?display=full&limit=${limit}`);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('[]');
    });

    it.each(['-1,5', '0,-5', '-1'])('limit=%s gives 500 with an empty body', async (limit) => {
      await begin();
      const response = await get(`orders?limit=${limit}`);
      expect(response.status).toBe(500);
      expect(await response.text()).toBe('');
    });

    it('beyond the end, and ids that nobody has: [] as recorded', async () => {
      await begin();
      await expectLikeRecorded(await get('customers?display=full&limit=150,50'), 'customers-full-page-beyond-end');
      await expectLikeRecorded(await get('addresses?filter[id]=[999998|999999]&display=full'), 'addresses-none');
    });

    it('an empty collection is [], too', async () => {
      await begin({ orders: 0 });
      expect(await json('orders')).toEqual([]);
    });

    it('page and per_page are ignored', async () => {
      await begin();
      expect(await list('orders?page=2&per_page=5')).toHaveLength(120);
    });

    it('without sort, products, order states and categories do not come by id; customers and orders do', async () => {
      await begin();
      const isAscending = (ids: number[]) => ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
      for (const resource of ['products', 'order_states', 'categories']) expect(isAscending(idsOf(await list(resource)))).toBe(false);
      for (const resource of ['customers', 'orders', 'addresses']) expect(isAscending(idsOf(await list(resource)))).toBe(true);
      expect(isAscending(idsOf(await list('products?sort=[id_ASC]')))).toBe(true);
      expect(idsOf(await list('products?sort=id_DESC'))).toEqual(idsOf(await list('products?sort=[id_ASC]')).reverse());
    });

    it('pages in order of ids hold each record once', async () => {
      await begin();
      const pages = await Promise.all([0, 50, 100].map((offset) => list(`orders?display=full&sort=[id_ASC]&limit=${offset},50`)));
      expect(idsOf(pages.flat())).toEqual(idsOf(await list('orders?sort=[id_ASC]')));
    });

    it('sorts by several fields, numbers by value', async () => {
      await begin();
      const orders = await list('orders?display=[id,id_currency,total_paid]&sort=[id_currency_DESC,total_paid_ASC]');
      const inOrder = orders.every((order, index) => {
        const before = orders[index - 1] ?? order;
        const currencies = Number(before.id_currency) - Number(order.id_currency);
        return currencies > 0 || (currencies === 0 && Number(before.total_paid) <= Number(order.total_paid));
      });
      expect(inOrder).toBe(true);
    });
  });

  describe('filters', () => {
    it.each(['[1|2|3]', encodeURIComponent('[1|2|3]'), '[3|2|1|999999]'])('filter[id]=%s: any of them', async (text) => {
      await begin();
      expect(idsOf(await list(`addresses?filter[id]=${text}&display=full`)).sort()).toEqual(
        [1, 2, 3].filter((id) => shop().ids('addresses').includes(id)),
      );
    });

    it('a comma means from the one to the other', async () => {
      await begin();
      expect(idsOf(await list('orders?filter[id]=[8,10]&display=[id]'))).toEqual([8, 9, 10]);
      expect(idsOf(await list('orders?filter[id]=[10,8]'))).toEqual([8, 9, 10]);
    });

    it('of several fields, by comparison and by part of a text', async () => {
      await begin();
      const orders = await list('orders?display=full');
      const count = (matches: (order: Json) => boolean) => orders.filter(matches).length;
      expect(await list('orders?filter[current_state]=[2|5]&filter[id_currency]=1')).toHaveLength(
        count((order) => ['2', '5'].includes(String(order.current_state)) && order.id_currency === '1'),
      );
      expect(await list('orders?filter[total_paid]=>[100]')).toHaveLength(count(({ total_paid }) => Number(total_paid) > 100));
      expect(await list('orders?filter[current_state]=![2]')).toHaveLength(count(({ current_state }) => current_state !== '2'));
      expect(await list('customers?filter[email]=[kunde1]%25')).not.toHaveLength(0);
      expect(await list('customers?filter[email]=%25[example]%25')).toHaveLength(70);
    });

    it('of a field in several languages: in any of them', async () => {
      await begin();
      expect(await json('order_states?filter[name]=[Versandt]')).toEqual({ order_states: [{ id: 4 }] });
      expect(await json('order_states?filter[name]=[Shipped]')).toEqual({ order_states: [{ id: 4 }] });
    });

    it('date_upd can be filtered and sorted by only with date=1', async () => {
      await begin();
      expect(await refusal('orders?filter[date_upd]=>[2025-06-01 00:00:00]')).toMatchObject({ status: 400, codes: [32] });
      expect(await refusal('orders?sort=[date_upd_ASC]')).toMatchObject({ status: 400, codes: [38] });
      const all = await list('orders?display=full');
      const later = all.filter(({ date_upd }) => String(date_upd) > '2025-06-01 00:00:00');
      expect(later.length).toBeGreaterThan(0);
      expect(idsOf(await list('orders?filter[date_upd]=>[2025-06-01 00:00:00]&date=1'))).toEqual(idsOf(later));
      const dates = (await list('orders?display=full&sort=[date_upd_ASC]&date=1')).map(({ date_upd }) => String(date_upd));
      expect(dates).toEqual([...dates].sort());
    });

    it('refuses unknown fields in filter, display and sort, and what has another form', async () => {
      await begin();
      expect(await refusal('orders?filter[nope]=1')).toMatchObject({
        status: 400,
        codes: [32],
        message: expect.stringContaining('Did you mean: "note"'),
      });
      expect(await refusal('orders?filter[id]=')).toMatchObject({ status: 400, codes: [33] });
      await expectLikeRecorded(await get('orders?display=[id,nope]'), 'bad-param-display-unknown-field');
      expect(await refusal('orders?display=id,nope')).toMatchObject({ status: 400, codes: [36] });
      expect(await refusal('orders?sort=[id]')).toMatchObject({ status: 400, codes: [37] });
      expect(await refusal('orders?sort=[nope_ASC]')).toMatchObject({ status: 400, codes: [38] });
      expect(await refusal('orders?limit=1,2,3')).toMatchObject({ status: 400, codes: [39] });
    });
  });

  describe('languages', () => {
    it('several: a list of id and value with ids as text; language=N, or a shop with one: plain text', async () => {
      await begin({ languages: ['en', 'de', 'fr'] });
      const name = async (query: string) => (await list(`order_states?filter[id]=4&display=[name]${query}`))[0]?.name;
      expect(await name('')).toEqual([{ id: '1', value: 'Shipped' }, { id: '2', value: 'Versandt' }, { id: '3', value: 'Expédié' }]); // prettier-ignore
      expect(await name('&language=2')).toBe('Versandt');
      expect(await name('&language=[2|3]')).toEqual([{ id: '2', value: 'Versandt' }, { id: '3', value: 'Expédié' }]); // prettier-ignore
      expect(await name('&language=[1,2]')).toHaveLength(2);
      expect(await refusal('orders?language=9')).toMatchObject({ status: 400, codes: [81] });
      await begin({ languages: ['de'] });
      expect(await name('')).toBe('Versandt');
    });

    it('the lists of languages and currencies are as recorded', async () => {
      await begin();
      await expectLikeRecorded(await get('languages?display=full'), 'languages');
      await expectLikeRecorded(await get('currencies?display=full'), 'currencies');
      await expectLikeRecorded(
        await get('configurations?filter[name]=[PS_CURRENCY_DEFAULT]&display=full'),
        'configurations-default-currency',
      );
      expect(await json('configurations?filter[name]=[PS_LANG_DEFAULT]&display=full')).toMatchObject({
        configurations: [{ id: 1, value: '1' }],
      });
    });

    it('texts may be missing in a language', async () => {
      await begin();
      const descriptions = (await list('products?display=full')).map(({ description }) =>
        (description as { value: string }[]).map(({ value }) => value !== ''),
      );
      expect(descriptions).toContainEqual([true, false]);
    });
  });

  describe('single records', () => {
    it('without display every 0, "" and null is left out; with it they come whole, in a list', async () => {
      await begin();
      const { order } = (await json('orders/5')) as { order: Json };
      expect(order.id).toBe(5);
      expect(Object.values(order)).not.toEqual(expect.arrayContaining(['0']));
      expect(order).not.toHaveProperty('recyclable');
      expect(order).toHaveProperty('total_wrapping', '0.000000');
      const { orders } = (await json('orders/5?display=full')) as { orders: Json[] };
      expect(orders).toEqual([shop().record('orders', 5)]);
    });

    it('missing: 404 with an empty body', async () => {
      await begin();
      await expectLikeRecorded(await get('orders/999999'), 'orders-one-404');
      expect((await get('orders/abc')).status).toBe(404);
    });
  });

  describe('prices', () => {
    it('price[alias] gives the price with taxes and reductions, or without', async () => {
      await begin();
      const products = await list('products?display=[id,price,id_tax_rules_group,on_sale,gross]&price[gross][use_reduction]=0');
      for (const { price, gross, id_tax_rules_group } of products) {
        expect(Number(gross)).toBeCloseTo(Number(price) * (id_tax_rules_group === '1' ? 1.19 : 1), 1);
      }
      const [onSale] = await list('products?display=[id,price,now]&filter[on_sale]=1&price[now][use_tax]=0&limit=1');
      expect(Number(onSale?.now)).toBeCloseTo(Number(onSale?.price) * 0.8, 1);
    });
  });

  it('Content-Sha1 is the digest of the body', async () => {
    await begin();
    const response = await get('orders?display=full&limit=0,50');
    await expectLikeRecorded(response.clone(), 'orders-full-page-001');
    const digest = createHash('sha1')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    expect(response.headers.get('content-sha1')).toBe(digest);
  });

  it('HEAD has the headers, no body and no count', async () => {
    await begin();
    const head = await get('orders', undefined, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('psws-version')).toBe('8.2.1');
    expect(await head.text()).toBe('');
  });

  it('JSON escapes slashes and nothing else', async () => {
    await begin({ customers: 300 });
    const text = await (await get('customers?display=full')).text();
    expect(text).toContain('https:\\/\\/firma.example');
    expect(text).toContain('Müller');
    expect(text).not.toContain('\\u');
  });

  it('an old shop: {} for nothing, a single entry as an object, rows a level deeper, no state in lists', async () => {
    await begin({ dialect: 'old' });
    expect(await json('orders?limit=999,5')).toEqual({});
    const orders = await list('orders?display=full');
    const rows = orders.map(({ associations }) => (associations as { order_rows: { order_row: unknown } }).order_rows.order_row);
    expect(rows.some((row) => Array.isArray(row))).toBe(true);
    expect(rows.some((row) => !Array.isArray(row))).toBe(true);
    expect(orders.some((order) => 'current_state' in order)).toBe(false);
  });
});
