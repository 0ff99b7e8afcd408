import { createHash } from 'node:crypto';
import { expectLikeRecorded } from '../testing/recorded-response';
import { shopOfATest } from '../testing/shop-of-a-test';
import { DemoShopB, type DemoShopBOptions } from './demo-shop-b';
import records from './recorded/records.json';
import recorded from './recorded/responses.json';

type Json = Record<string, unknown>;

const isAscending = (ids: readonly number[]) => ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));

describe('demo shop B', () => {
  const { begin, shop } = shopOfATest<DemoShopBOptions, DemoShopB>(DemoShopB.start);
  const key = (apiKey = shop().credentials.api_key) => ({ authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` });
  const get = (path: string, headers: Record<string, string> = key(), method = 'GET') =>
    fetch(`${shop().url}/api/${path}${path.includes('?') ? '&' : '?'}output_format=JSON`, { headers, method, redirect: 'manual' });
  const json = async (path: string) => (await (await get(path)).json()) as unknown;
  const list = async (path: string) => ((await json(path)) as Record<string, Json[]>)[path.split('?')[0] ?? ''] ?? [];
  const ids = async (path: string) => (await list(path)).map(({ id }) => id as number);
  const refusal = async (path: string, headers?: Record<string, string>, method?: string) => {
    const response = await get(path, headers, method);
    const { errors } = (await response.json()) as { errors: { code: number }[] };
    return [response.status, ...errors.map(({ code }) => code)];
  };

  describe('responds like a recorded shop', () => {
    it.each<[keyof typeof recorded, () => Promise<Response>]>([
      ['shops', () => get('shops')],
      ['auth-absent-shops', () => get('shops', {})],
      ['auth-wrong-key-orders', () => get('orders', key('W'.repeat(32)))],
      ['customers-full-page-beyond-end', () => get('customers?display=full&limit=150,50')],
      ['orders-one-404', () => get('orders/999999')],
      ['bad-param-display-unknown-field', () => get('orders?display=[id,nope]')],
      ['configurations-default-currency', () => get('configurations?filter[name]=[PS_CURRENCY_DEFAULT]&display=full')],
      ['orders-full-page-001', () => get('orders?display=full&limit=0,50')],
    ])('%s', async (name, ask) => {
      await begin();
      await expectLikeRecorded(await ask(), recorded[name]);
    });

    it('with the webservice switched off', async () => {
      (await begin()).switchWebservice(false);
      await expectLikeRecorded(await get('shops'), recorded['variant-webservice-off-shops']);
    });

    it.each(['', 'json', 'xml'])('in XML for output_format=%s', async (format) => {
      await begin();
      const response = await fetch(`${shop().url}/api/shops?output_format=${format}`, { headers: key() });
      await expectLikeRecorded(response, recorded['shops-xml'], shop().url);
    });

    it.each(['customers', 'products', 'orders', 'addresses', 'currencies', 'order_states'] as const)(
      '%s: the fields of recorded records, in their order',
      async (resource) => {
        await begin();
        const shapes = new Set(records[resource].map((row) => Object.keys(JSON.parse(row) as Json).join()));
        const rows = await list(`${resource}?display=full`);
        expect(rows.length).toBeGreaterThan(1);
        for (const row of rows) expect(shapes).toContain(Object.keys(row).join());
      },
    );
  });

  it('has credit slips of some orders, under a name in the plural', async () => {
    await begin({ orders: 30 });
    const slips = (await json('order_slip?display=full&filter[id_order]=[11|12|22]')) as { order_slips: Json[] };
    expect(slips.order_slips.map(({ id_order: order }) => order)).toEqual(['11', '22']);
    const [order] = await list('orders?display=full&filter[id]=[11]');
    expect(slips.order_slips[0]).toMatchObject({ total_products_tax_incl: order?.total_products_wt, total_shipping_tax_incl: '0.000000' });
  });

  describe('lists', () => {
    beforeEach(() => begin());

    it.each<[query: string, expected: unknown]>([
      ['products?limit=1&sort=[id_ASC]', { products: [{ id: 1 }] }],
      ['orders?limit=3', { orders: [{ id: 1 }, { id: 2 }, { id: 3 }] }],
      ['orders?limit=118,50', { orders: [{ id: 119 }, { id: 120 }] }],
      ['orders?display=[current_state,id]&limit=1', { orders: [{ id: 1, current_state: expect.stringMatching(/^\d+$/) as string }] }],
      ...['abc', '0,0', '5,', '', '120,50'].map((limit): [string, unknown] => [`orders?display=full&limit=${limit}`, []]),
      ['addresses?filter[id]=[5|3|1|999999]', { addresses: [{ id: 1 }, { id: 3 }, { id: 5 }] }],
      [`addresses?filter[id]=${encodeURIComponent('[999998|999999]')}`, []],
      ['configurations?filter[name]=[PS_TIMEZONE|PS_LANG_DEFAULT]', { configurations: [{ id: 1 }, { id: 25 }] }],
      ['orders?filter[nope]=1', { errors: [{ code: 32, message: expect.stringContaining('This filter does not exist') as string }] }],
    ])('have limits, filters and the named fields, without them ids only: %s', async (query, expected) =>
      expect(await json(query)).toEqual(expected),
    );

    it('need sort=[id_ASC] for products to come by id', async () => {
      expect(isAscending(await ids('products'))).toBe(false);
      expect(isAscending(await ids('products?sort=[id_ASC]'))).toBe(true);
    });

    it.each(['-1,5', '0,-5', '-1'])('break without a word for limit=%s', async (limit) => {
      const response = await get(`orders?limit=${limit}`);
      expect([response.status, await response.text()]).toEqual([500, '']);
    });

    it('carry the digest of their body', async () => {
      const response = await get('orders?display=full&limit=0,50');
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-sha1')).toBe(createHash('sha1').update(body).digest('hex'));
      expect(body.toString()).toContain('Überweisung');
    });
  });

  it('refuses a key without the right, unknown resources and changes', async () => {
    await begin({ rights: ['shops', 'orders'] });
    expect(await refusal('customers')).toEqual([401, 26]);
    expect(await refusal('tags')).toEqual([401, 26]);
    expect(await refusal('order')).toEqual([400, 27]);
    expect(await refusal('orders', key('short'))).toEqual([401, 18]);
    expect(await refusal('orders', key(''))).toEqual([401, 17]);
    expect(await refusal('orders', undefined, 'POST')).toEqual([405, 25]);
    shop().setRights(['customers']);
    expect([(await get('customers')).status, (await get('orders')).status]).toEqual([200, 401]);
  });

  it('takes the key from the address where the host drops the header', async () => {
    await begin({ authorizationDropped: true });
    expect((await get('shops')).status).toBe(401);
    expect((await get(`shops?ws_key=${shop().credentials.api_key}`)).status).toBe(200);
  });

  it('shows pages at all other addresses', async () => {
    await begin();
    const [home, other] = [await fetch(`${shop().url}/`), await fetch(`${shop().url}/nothing`)];
    expect([home.status, home.headers.get('content-type'), other.status]).toEqual([200, 'text/html; charset=UTF-8', 404]);
  });

  it('reports its own failure as an error, that of its host as a page', async () => {
    await begin();
    shop().setFaults([{ kind: 'status', status: 500 }]);
    expect(await refusal('orders')).toEqual([500, 2]);
    shop().setFaults([{ kind: 'status', status: 503 }]);
    expect((await get('orders')).headers.get('content-type')).toContain('text/html');
  });

  it('has texts in each language, or plain text with one; some are missing', async () => {
    const name = async () => (await list('order_states?filter[id]=[4]&display=[name]'))[0]?.name;
    await begin({ languages: ['de', 'en'] });
    expect(await name()).toEqual([{ id: '1', value: 'Versandt' }, { id: '2', value: 'Shipped' }]); // prettier-ignore
    const described = (await list('products?display=full')).map(({ description }) =>
      (description as Json[]).map(({ value }) => value !== ''),
    );
    expect(described).toContainEqual([false, true]);
    await begin({ languages: ['de'] });
    expect(await name()).toBe('Versandt');
  });

  it('gives a single record without display by itself, without its empty fields', async () => {
    await begin();
    const { order } = (await json('orders/5')) as { order: Json };
    expect(order).toMatchObject({ id: 5, total_wrapping: '0.000000' });
    expect(order).not.toHaveProperty('recyclable');
    expect(await list('orders/5?display=full')).toEqual([]);
    expect(await json('orders/5?display=full')).toEqual({ orders: [shop().record('orders', 5)] });
  });

  it('refers to its own customers and addresses; the sums of an order fit', async () => {
    await begin({ orders: 200 });
    const known = { customers: shop().ids('customers').map(String), addresses: shop().ids('addresses').map(String) };
    const sold = new Set<unknown>();
    for (const order of await list('orders?display=full')) {
      expect(known.customers).toContain(order.id_customer);
      for (const field of ['id_address_delivery', 'id_address_invoice']) expect(known.addresses).toContain(order[field]);
      const cents = (name: string) => Math.round(Number(order[name]) * 100);
      const paid = cents('total_products') + cents('total_shipping_tax_excl') - cents('total_discounts_tax_excl');
      expect(paid).toBe(cents('total_paid_tax_excl'));
      for (const { product_id } of (order.associations as { order_rows: Json[] }).order_rows) sold.add(product_id);
    }
    expect([...sold].some((id) => !shop().ids('products').map(String).includes(String(id)))).toBe(true);
  });

  it('keeps the quirks of real records', async () => {
    await begin();
    const values = async (resource: string, field: string) => new Set((await list(`${resource}?display=full`)).map((row) => row[field]));
    for (const field of ['is_guest', 'active', 'newsletter']) expect(await values('customers', field)).toEqual(new Set(['0', '1']));
    expect(await values('customers', 'birthday')).toContain('0000-00-00');
    expect((await values('customers', 'email')).size).toBeLessThan(70);
    expect(await values('addresses', 'deleted')).toEqual(new Set(['0', '1']));
    expect((await values('orders', 'reference')).size).toBeLessThan(120);
    expect((await values('orders', 'id_currency')).size).toBeGreaterThan(2);
    expect((await list('products?display=full')).some(({ associations }) => !('images' in (associations as Json)))).toBe(true);
  });

  it('writes as old versions did: {} for nothing, single entries without a list, rows one level deeper, no state in lists', async () => {
    await begin({ dialect: 'old' });
    expect(await json('orders?limit=999,5')).toEqual({});
    const orders = await list('orders?display=full');
    const rows = orders.map(({ associations }) => (associations as { order_rows: { order_row: unknown } }).order_rows.order_row);
    expect(new Set(rows.map(Array.isArray))).toEqual(new Set([true, false]));
    expect(orders.some((order) => 'current_state' in order)).toBe(false);
  });

  describe('changes', () => {
    it('delete a customer as the back office does: it stays in the lists with its flag', async () => {
      (await begin()).change('customers', 7, { deleted: '1' });
      const [seven, eight] = await list('customers?display=[id,deleted]&filter[id]=[7|8]');
      expect([seven, eight]).toEqual([{ id: 7, deleted: '1' }, { id: 8, deleted: '0' }]); // prettier-ignore
    });

    it('are dated in shop-local time', async () => {
      await begin({ timeZone: 'Africa/Lagos' });
      const now = new Date().toLocaleString('sv-SE', { timeZone: 'Africa/Lagos' });
      shop().change('orders', 7, { current_state: '7' });
      expect(String(shop().record('orders', 7).date_upd) >= now).toBe(true);
      shop().change('customers', 2, { date_upd: '0000-00-00 00:00:00' });
      expect(shop().record('customers', 2).date_upd).toBe('0000-00-00 00:00:00');
    });

    it.each([
      ['New name', ['New name', 'New name']],
      [[{ id: '2', value: 'Neuer Name' }], [expect.any(String), 'Neuer Name']],
    ])('take one text for all languages, or a list for those it names: %j', async (name, [first, second]) => {
      await begin();
      shop().change('products', 3, { name });
      expect(shop().record('products', 3).name).toEqual([{ id: '1', value: first }, { id: '2', value: second }]); // prettier-ignore
    });

    it('give a new customer the next id and an address', async () => {
      await begin();
      expect(shop().add('customers', { firstname: 'Zed' })).toBe(71);
      expect(await ids('addresses?filter[id_customer]=[71]')).toEqual([141]);
    });
  });
});
