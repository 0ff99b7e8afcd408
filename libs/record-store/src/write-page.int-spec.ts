import { randomBytes } from 'node:crypto';
import { customer, lineItem, order, product } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

describe('writePage', () => {
  let database: StoreDatabase;
  let connectionId: string;

  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    connectionId = await database.connection();
  });

  function versions(table: string): Promise<{ id: string; xmin: string; feed_position: string }[]> {
    return database.rows(`select id, xmin::text, feed_position from ${table} where shop_id = $1 order by source_id`, [connectionId]);
  }

  it.each([true, false])('keeps unchanged records and their place in the feed (first export: %s)', async (firstExport) => {
    const customers = [customer('1'), customer('2')];
    const products = [product('1', { categories: ['Tea', 'Green'], status: 'inactive' })];
    const orders = [order('1', { lineItems: [lineItem('10', '7')], customerSourceId: '1' })];
    await database.write(connectionId, 'customers', customers);
    await database.write(connectionId, 'products', products);
    await database.write(connectionId, 'orders', orders);
    const before = [await versions('customers'), await versions('products'), await versions('orders')];

    const again = [
      await database.write(connectionId, 'customers', customers, firstExport),
      await database.write(connectionId, 'products', products, firstExport),
      await database.write(connectionId, 'orders', orders, firstExport),
    ];

    expect(again).toEqual([2, 1, 1].map((unchanged) => ({ written: 0, unchanged, rejected: [], applied: true })));
    expect([await versions('customers'), await versions('products'), await versions('orders')]).toEqual(before);
  });

  it('upserts by connection and source id: a changed record keeps its id and moves in the feed', async () => {
    await database.write(connectionId, 'customers', [customer('1'), customer('2')]);
    const [first, second] = await versions('customers');

    const outcome = await database.write(connectionId, 'customers', [
      customer('1', { email: 'new@example.test' }),
      customer('2'),
      customer('3'),
    ]);

    expect(outcome).toMatchObject({ written: 2, unchanged: 1 });
    const [changed, kept, added] = await versions('customers');
    expect(changed?.id).toBe(first?.id);
    expect(Number(changed?.feed_position)).toBeGreaterThan(Number(first?.feed_position));
    expect(kept).toEqual(second);
    expect(added?.feed_position).toBe(changed?.feed_position);
  });

  it('replaces the line items with their order', async () => {
    await database.write(connectionId, 'orders', [order('1', { lineItems: [lineItem('10', '7'), lineItem('11', '8')] })]);

    await database.write(connectionId, 'orders', [order('1', { lineItems: [lineItem('12', '9', { quantity: 3 })] })]);

    const [record] = await database.feed('orders', [connectionId]);
    expect(record?.line_items).toEqual([expect.objectContaining({ source_id: '12', product_source_id: '9', quantity: 3 })]);
  });

  it('stores amounts beyond 32 bits and negative amounts exactly', async () => {
    await database.write(connectionId, 'orders', [
      order('1', { total: 9_007_199_254_740_991, totalTax: -2_147_483_649, totalShipping: 0 }),
    ]);

    const [record] = await database.feed('orders', [connectionId]);
    expect(record).toMatchObject({ total: 9_007_199_254_740_991, total_tax: -2_147_483_649, total_shipping: 0 });
  });

  it('keeps equal source ids of two connections apart', async () => {
    const other = await database.connection();
    await database.write(connectionId, 'customers', [customer('1', { email: 'one@example.test' })]);

    const outcome = await database.write(other, 'customers', [customer('1', { email: 'two@example.test' })]);

    expect(outcome.written).toBe(1);
    expect((await database.feed('customers', [connectionId])).map(({ email }) => email)).toEqual(['one@example.test']);
    expect((await database.feed('customers', [other])).map(({ email }) => email)).toEqual(['two@example.test']);
  });

  it('stores the last of two records with the same source id', async () => {
    const outcome = await database.write(connectionId, 'products', [
      product('1', { name: 'Old' }),
      product('2'),
      product('1', { name: 'New' }),
    ]);

    expect(outcome).toMatchObject({ written: 2, unchanged: 0 });
    expect((await database.feed('products', [connectionId])).map(({ name }) => name).sort()).toEqual(['New', 'Product 2']);
  });

  it('restores a deleted record that a page lists again', async () => {
    await database.write(connectionId, 'products', [product('1'), product('2')]);
    await database.pool.query(`update products set deleted_at = now() where shop_id = $1 and source_id = '1'`, [connectionId]);

    const outcome = await database.write(connectionId, 'products', [product('1'), product('2')]);

    expect(outcome).toMatchObject({ written: 1, unchanged: 1 });
    expect((await database.feed('products', [connectionId])).map(({ deleted_at }) => deleted_at)).toEqual([null, null]);
  });

  it('rejects only the records that the database refuses, and names them', async () => {
    const page = [
      customer('1'),
      customer('2', { orderCount: 1.5 }),
      customer('3', { totalSpent: 1e21 }),
      customer('4'),
      customer(`longer than a key may be ${randomBytes(8_000).toString('hex')}`),
    ];

    const outcome = await database.write(connectionId, 'customers', page);

    expect(outcome).toMatchObject({ written: 2, unchanged: 0, applied: true });
    expect(outcome.rejected.map(({ sourceId }) => sourceId.slice(0, 6))).toEqual(['2', '3', 'longer']);
  });

  it('removes NUL and lone surrogates and keeps the record', async () => {
    const dirty = customer('1', {
      firstName: 'A\0B',
      tags: ['x\0y', '\ud83d', 'back\\u0000slash', '😀'],
      customAttributes: [{ key: 'k\0', value: 'v\udc00' }],
    });

    expect(await database.write(connectionId, 'customers', [dirty])).toMatchObject({ written: 1, rejected: [] });

    const [record] = await database.feed('customers', [connectionId]);
    expect(record).toMatchObject({
      first_name: 'AB',
      tags: ['xy', '', 'back\\u0000slash', '😀'],
      custom_attributes: [{ key: 'k', value: 'v' }],
    });
  });

  it.each([
    ['the separators', 'a\x1fb\x1ec\x1dd'],
    ['the null mark', '\x1d'],
    ['the fallback separator', '\x1fmark0.'],
    ['an empty string', ''],
    ['quotes, backslashes, tabs and line breaks', `'"\\\t\r\n{}(),NULL\\N$1`],
    ['right-to-left marks and characters outside the basic plane', '\u202eabc 𝒳 😀'],
  ])('keeps %s in a text field', async (_, value) => {
    await database.write(connectionId, 'customers', [customer('1', { lastName: value, tags: [value], phone: null })]);

    const [record] = await database.feed('customers', [connectionId]);
    expect(record).toMatchObject({ last_name: value, tags: [value], phone: null });
    expect(await database.write(connectionId, 'customers', [customer('1', { lastName: value, tags: [value], phone: null })])).toMatchObject(
      { written: 0 },
    );
  });

  it('writes nothing for a connection that was deleted in the meantime', async () => {
    await database.pool.query('delete from system_connections where id = $1', [connectionId]);

    expect(await database.write(connectionId, 'customers', [customer('1')])).toEqual({
      written: 0,
      unchanged: 0,
      rejected: [],
      applied: false,
    });
  });

  it('removes records with their connection', async () => {
    await database.write(connectionId, 'orders', [order('1')]);
    await database.pool.query('delete from system_connections where id = $1', [connectionId]);

    expect(await database.count(connectionId)).toEqual({ customers: 0, products: 0, orders: 0 });
  });

  it('distinguishes a first export from a later one', async () => {
    expect(await database.store.hasRecords(connectionId, 'customers')).toBe(false);
    await database.write(connectionId, 'customers', [customer('1'), customer('2')]);
    await database.write(connectionId, 'orders', [order('1')]);

    expect(await database.count(connectionId)).toEqual({ customers: 2, products: 0, orders: 1 });
    expect(await database.store.hasRecords(connectionId, 'customers')).toBe(true);
    expect(await database.store.hasRecords(connectionId, 'products')).toBe(false);
  });

  it('stores each record once when concurrent writers store overlapping pages in opposite order', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(index + 1));
    const pages = Array.from({ length: 8 }, (_, writer) => ids.map((id) => customer(id, { email: `writer-${writer}@example.test` })));

    const outcomes = await Promise.all(
      pages.map((page, writer) => database.write(connectionId, 'customers', writer % 2 ? page : page.reverse(), true)),
    );

    expect(outcomes.every(({ applied }) => applied)).toBe(true);
    const rows = await database.rows<{ email: string }>('select distinct email from customers where shop_id = $1', [connectionId]);
    expect(rows).toHaveLength(1);
    expect(await database.count(connectionId)).toMatchObject({ customers: 40 });
  });
});
