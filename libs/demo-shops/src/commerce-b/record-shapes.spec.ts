import recorded from './recorded/records.json';
import { describedShop, idsOf, type Json } from './testing/described-shop';

const patterns = {
  amount: /^-?\d+\.\d{6}$/,
  time: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

/** What kind of value a field holds: text in the form of an amount or a date is a kind of its own. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `list of ${Object.keys(value[0] as object).join()}`;
  if (typeof value !== 'string') return typeof value;
  return Object.entries(patterns).find(([, pattern]) => pattern.test(value))?.[0] ?? 'string';
}

/** Fields of which real shops were seen to leave some unset. */
const unset: Record<string, readonly string[]> = {
  ip_registration_newsletter: ['null', 'string'],
  website: ['null', 'string'],
  company: ['null', 'string'],
  siret: ['null', 'string'],
  ape: ['null', 'string'],
  note: ['null', 'string'],
  reset_password_token: ['null', 'string'],
  shipping_number: ['null', 'string'],
  manufacturer_name: ['boolean', 'string'],
  numeric_iso_code: ['null', 'string'],
};

describe('demo shop B', () => {
  const { begin, json, list, shop } = describedShop();

  const expectSameFields = (records: readonly Json[], example: Json) => {
    expect(records.length).toBeGreaterThan(0);
    const { associations: _, ...fields } = example;
    for (const { associations: _others, ...record } of records) {
      expect(Object.keys(record)).toEqual(Object.keys(fields));
      const kinds = (name: string) => unset[name] ?? [kindOf(fields[name])];
      const others = Object.entries(record).filter(([name, value]) => !kinds(name).includes(kindOf(value)));
      expect(others).toEqual([]);
    }
  };

  describe('records have the shape of recorded ones, field by field', () => {
    it.each([
      ['customers', recorded.customer],
      ['orders', recorded.order],
      ['products', recorded.product],
      ['products', recorded.productWithCombinations],
      ['addresses', recorded.address],
      ['order_states', recorded.orderState],
      ['currencies', recorded.currency],
      ['states', recorded.state],
      ['manufacturers', recorded.manufacturer],
      ['languages', recorded.language],
      ['configurations', recorded.configuration],
    ] as const)('%s', async (resource, example) => {
      await begin();
      expectSameFields(await list(`${resource}?display=full`), example);
    });

    it.each([
      ['countries', '[id,iso_code,name,active]', recorded.country],
      ['categories', '[id,name]', recorded.category],
    ] as const)('%s, of which some fields are asked for: in the order of the shop', async (resource, display, example) => {
      await begin();
      expectSameFields(await list(`${resource}?display=${display}`), example);
    });

    it.each([
      ['products', recorded.productInOneLanguage],
      ['order_states', recorded.orderStateInOneLanguage],
    ] as const)('%s of a shop with one language: plain text', async (resource, example) => {
      await begin({ languages: ['en'] });
      expectSameFields(await list(`${resource}?display=full`), example);
    });

    it('rows of orders, and associations of products and customers', async () => {
      await begin();
      const associations = async (resource: string) =>
        (await list(`${resource}?display=full`)).flatMap((record) => Object.entries((record.associations ?? {}) as Record<string, Json[]>));
      const examples: Record<string, Json[]> = { ...recorded.productWithCombinations.associations, ...recorded.product.associations };
      for (const [name, rows] of await associations('products')) {
        for (const row of rows) expectSameFields([row], examples[name]?.[0] ?? {});
      }
      for (const [name, rows] of await associations('orders')) {
        expect(name).toBe('order_rows');
        expectSameFields(rows, recorded.order.associations.order_rows[0] ?? {});
      }
      for (const [name, rows] of await associations('customers')) {
        expect(name).toBe('groups');
        expectSameFields(rows, recorded.customer.associations.groups[0] ?? {});
      }
    });
  });

  it('ids are numbers, nearly all else is text: flags "0" and "1", amounts with six decimals', async () => {
    await begin();
    const [order] = await list('orders?display=full');
    expect(order).toMatchObject({ id: 1, valid: expect.stringMatching(/^[01]$/), total_paid: expect.stringMatching(patterns.amount) });
  });

  it('an association without entries is missing, and so is the whole of them', async () => {
    await begin({ customers: 300 });
    const customers = await list('customers?display=full');
    const without = customers.filter((customer) => !('associations' in customer));
    expect(without.length).toBeGreaterThan(0);
    const products = await list('products?display=full');
    expect(products.some(({ associations }) => !('images' in (associations as Json)))).toBe(true);
  });

  it('customers carry secrets: the hash of the password, the secure key, the token of a reset', async () => {
    await begin({ customers: 300 });
    const customers = await list('customers?display=full');
    for (const { passwd, secure_key } of customers) {
      expect(passwd).toMatch(/^(\$2y\$10\$.{53}|[0-9a-f]{32})$/);
      expect(secure_key).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(customers.some(({ reset_password_token }) => Boolean(reset_password_token))).toBe(true);
  });

  it('customers are guests, deleted, inactive, without gender; birthday and newsletter may have zero dates', async () => {
    await begin({ customers: 300 });
    const values = (field: string, all: Json[]) => new Set(all.map((customer) => customer[field]));
    const customers = await list('customers?display=full');
    for (const field of ['is_guest', 'deleted', 'active', 'newsletter', 'optin'])
      expect(values(field, customers)).toEqual(new Set(['0', '1']));
    expect(values('id_gender', customers)).toEqual(new Set(['0', '1', '2']));
    expect(values('birthday', customers)).toContain('0000-00-00');
    expect(values('newsletter_date_add', customers)).toContain('0000-00-00 00:00:00');
  });

  it('guests share e-mail addresses; two orders that were split share a reference', async () => {
    await begin({ customers: 300, orders: 300 });
    const emails = (await list('customers?display=full')).map(({ email }) => email);
    expect(new Set(emails).size).toBeLessThan(emails.length);
    const references = (await list('orders?display=full')).map(({ reference }) => reference);
    expect(new Set(references).size).toBeLessThan(references.length);
  });

  it('the sums of an order fit: products and shipping less discounts make what is paid, before and after taxes', async () => {
    await begin();
    const cents = (text: unknown) => Math.round(Number(text) * 100);
    for (const order of await list('orders?display=full')) {
      const paid = (tax: 'excl' | 'incl', products: string) =>
        cents(order[products]) + cents(order[`total_shipping_tax_${tax}`]) - cents(order[`total_discounts_tax_${tax}`]);
      expect(paid('excl', 'total_products')).toBe(cents(order.total_paid_tax_excl));
      expect(paid('incl', 'total_products_wt')).toBe(cents(order.total_paid_tax_incl));
      const rows = (order.associations as { order_rows: Json[] }).order_rows;
      const lines = rows.map((row) => Math.round(Number(row.unit_price_tax_excl) * Number(row.product_quantity) * 100 + 1e-6));
      expect(lines.reduce((sum, line) => sum + line, 0)).toBe(cents(order.total_products));
    }
  });

  it('orders refer to customers, their addresses, currencies and states of the shop; a few to products that are gone or to nobody', async () => {
    await begin({ orders: 400 });
    const ids = (resource: Parameters<ReturnType<typeof shop>['ids']>[0]) => new Set(shop().ids(resource).map(String));
    const known = { customer: ids('customers'), address: ids('addresses'), currency: ids('currencies'), state: ids('order_states') };
    const products = ids('products');
    const orders = await list('orders?display=full');
    for (const order of orders) {
      expect(known.currency).toContain(order.id_currency);
      expect(known.state.has(String(order.current_state)) || order.current_state === '0').toBe(true);
      expect(known.customer.has(String(order.id_customer)) || order.id_customer === '0').toBe(true);
      for (const field of ['id_address_delivery', 'id_address_invoice']) {
        expect(known.address.has(String(order[field])) || order.id_customer === '0').toBe(true);
      }
    }
    const sold = orders.flatMap(({ associations }) =>
      (associations as { order_rows: Json[] }).order_rows.map((row) => String(row.product_id)),
    );
    const gone = sold.filter((id) => !products.has(id));
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.length).toBeLessThan(sold.length / 10);
    expect(new Set(orders.map(({ id_currency }) => id_currency)).size).toBeGreaterThan(3);
  });

  it('deleted addresses still come', async () => {
    await begin();
    const deleted = (await list('addresses?display=full')).filter((address) => address.deleted === '1');
    expect(deleted.length).toBeGreaterThan(0);
  });

  it('dates are shop-local, without an offset', async () => {
    await begin({ timeZone: 'Europe/Berlin' });
    const local = shop().record('orders', 60).date_add;
    await begin({ timeZone: 'UTC' });
    const utc = shop().record('orders', 60).date_add;
    const hours = (Date.parse(`${String(local).replace(' ', 'T')}Z`) - Date.parse(`${String(utc).replace(' ', 'T')}Z`)) / 3_600_000;
    expect([1, 2]).toContain(hours);
    expect(await json('configurations?filter[name]=[PS_TIMEZONE]&display=full')).toMatchObject({ configurations: [{ value: 'UTC' }] });
  });

  it('another default currency: the rates are those to it, and most orders are in it', async () => {
    await begin({ currency: 'USD' });
    expect(await json('configurations?filter[name]=[PS_CURRENCY_DEFAULT]&display=full')).toMatchObject({
      configurations: [{ value: '2' }],
    });
    expect(await json('currencies/2?display=full')).toMatchObject({ currencies: [{ iso_code: 'USD', conversion_rate: '1.000000' }] });
    const orders = await list('orders?display=[id_currency]');
    expect(orders.filter(({ id_currency }) => id_currency === '2').length).toBeGreaterThan(orders.length / 2);
  });

  it('are the same for the same seed and differ for another', async () => {
    const records = () => [
      shop().record('orders', 7),
      shop().record('customers', 7),
      shop().record('products', 7),
      shop().record('addresses', 7),
    ];
    await begin({ seed: 5 });
    const first = records();
    await begin({ seed: 5 });
    expect(records()).toEqual(first);
    await begin({ seed: 6 });
    for (const [index, record] of records().entries()) expect(record).not.toEqual(first[index]);
  });

  it('ids may be large', async () => {
    await begin({ firstId: 5_000_000_000 });
    expect(idsOf(await list('orders?limit=2&sort=[id_ASC]'))).toEqual([5_000_000_000, 5_000_000_001]);
  });
});
