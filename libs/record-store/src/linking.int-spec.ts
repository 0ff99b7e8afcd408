import type { FeedRecord } from './feed-page';
import { customer, lineItem, order, product } from './testing/record-fixtures';
import { StoreDatabase, sourcesOf } from './testing/store-database';

describe('linkRecords', () => {
  let database: StoreDatabase;
  let connectionId: string;

  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    connectionId = await database.connection();
  });

  const twoItems = order('1', { customerSourceId: '5', lineItems: [lineItem('10', '7'), lineItem('11', '8')] });

  async function idOf(table: 'customers' | 'products', sourceId: string): Promise<string | undefined> {
    const [row] = await database.rows<{ id: string }>(`select id from ${table} where shop_id = $1 and source_id = $2`, [
      connectionId,
      sourceId,
    ]);
    return row?.id;
  }

  async function links(): Promise<{ customer: unknown; products: unknown[] }[]> {
    const orders = await database.feed('orders', [connectionId]);
    return orders
      .sort((a, b) => Number(a.source_id) - Number(b.source_id))
      .map(({ customer_id, line_items }) => ({
        customer: customer_id,
        products: (line_items as { product_id: string | null }[]).map(({ product_id }) => product_id),
      }));
  }

  it('links an order to stored products and customers as it is written', async () => {
    await database.write(connectionId, 'products', [product('7'), product('8')]);
    await database.write(connectionId, 'customers', [customer('5')]);
    await database.write(connectionId, 'orders', [twoItems], true);

    expect(await links()).toEqual([
      { customer: await idOf('customers', '5'), products: [await idOf('products', '7'), await idOf('products', '8')] },
    ]);
  });

  it('never links to a product or customer of another connection', async () => {
    const other = await database.connection();
    await database.write(other, 'products', [product('7')]);
    await database.write(other, 'customers', [customer('5')]);
    await database.write(connectionId, 'orders', [twoItems]);

    expect(await database.store.linkRecords(connectionId)).toEqual({ orders: 0 });
    expect(await links()).toEqual([{ customer: null, products: [null, null] }]);
  });

  it('links an order on a later import, once its products and customer are stored', async () => {
    await database.write(connectionId, 'orders', [twoItems]);
    expect(await links()).toEqual([{ customer: null, products: [null, null] }]);

    await database.write(connectionId, 'products', [product('8')]);
    expect(await database.write(connectionId, 'orders', [twoItems])).toMatchObject({ written: 1, unchanged: 0 });
    expect(await links()).toEqual([{ customer: null, products: [null, await idOf('products', '8')] }]);

    expect(await database.write(connectionId, 'orders', [twoItems])).toMatchObject({ written: 0, unchanged: 1 });
    await database.write(connectionId, 'customers', [customer('5')]);
    expect(await database.write(connectionId, 'orders', [twoItems])).toMatchObject({ written: 1, unchanged: 0 });
    expect(await links()).toEqual([{ customer: await idOf('customers', '5'), products: [null, await idOf('products', '8')] }]);
  });

  it('links waiting orders in one pass, and a later import of the same orders writes nothing', async () => {
    const orders = [twoItems, order('2', { lineItems: [lineItem('20', '7', { sku: 'A "quoted" \\ sku' })] }), order('3')];
    await database.write(connectionId, 'orders', orders);
    await database.write(connectionId, 'products', [product('7'), product('8')]);
    await database.write(connectionId, 'customers', [customer('5')]);
    const before = await database.feed('orders', [connectionId]);

    expect(await database.store.linkRecords(connectionId)).toEqual({ orders: 2 });

    const [seven, eight] = [await idOf('products', '7'), await idOf('products', '8')];
    expect(await links()).toEqual([
      { customer: await idOf('customers', '5'), products: [seven, eight] },
      { customer: null, products: [seven] },
      { customer: null, products: [] },
    ]);
    expect(await database.write(connectionId, 'orders', orders)).toMatchObject({ written: 0, unchanged: 3 });
    expect(await database.store.linkRecords(connectionId)).toEqual({ orders: 0 });
    const after = await database.feed('orders', [connectionId]);
    const unlinked = (record: FeedRecord | undefined): unknown =>
      (record?.line_items as object[]).map((item) => ({ ...item, product_id: null }));
    expect(after.map(({ source_id }) => source_id)).toEqual(['3', '1', '2']);
    for (const record of before) {
      const same = after.find(({ id }) => id === record.id);
      expect(unlinked(same)).toEqual(unlinked(record));
    }
  });

  it('moves a linked order in the feed and leaves the others in place', async () => {
    await database.write(connectionId, 'orders', [twoItems, order('2')]);
    const { next } = await database.page({ capability: 'orders', sources: sourcesOf([connectionId]), limit: 10 });
    await database.write(connectionId, 'products', [product('7')]);
    await database.store.linkRecords(connectionId);

    const later = await database.feed('orders', [connectionId], next);
    expect(later.map(({ source_id }) => source_id)).toEqual(['1']);
  });

  it('keeps a link when the order changes and drops it with its line item', async () => {
    await database.write(connectionId, 'products', [product('7')]);
    await database.write(connectionId, 'orders', [twoItems]);
    await database.write(connectionId, 'orders', [{ ...twoItems, status: 'completed' }]);
    expect(await links()).toEqual([{ customer: null, products: [await idOf('products', '7'), null] }]);

    await database.write(connectionId, 'orders', [{ ...twoItems, lineItems: [lineItem('11', '8')] }]);
    expect(await links()).toEqual([{ customer: null, products: [null] }]);
  });

  it('treats source id 0 as no product and no customer', async () => {
    await database.write(connectionId, 'products', [product('0')]);
    await database.write(connectionId, 'customers', [customer('0')]);
    await database.write(connectionId, 'orders', [order('1', { customerSourceId: '0', lineItems: [lineItem('10', '0')] })]);
    await database.store.linkRecords(connectionId);

    expect(await links()).toEqual([{ customer: null, products: [null] }]);
  });

  it('links more orders than fit one transaction, between orders that cannot be linked', async () => {
    const orders = Array.from({ length: 1_201 }, (_, index) =>
      order(String(index), { lineItems: [lineItem('1', index % 3 ? '7' : 'gone')] }),
    );
    await database.write(connectionId, 'orders', orders, true);
    await database.write(connectionId, 'products', [product('7')]);

    expect(await database.store.linkRecords(connectionId)).toEqual({ orders: 800 });
    const positions = await database.rows<{ orders: number }>(
      'select count(*)::int as orders from orders where shop_id = $1 and unlinked_product_source_ids is null group by feed_position order by 1',
      [connectionId],
    );
    expect(positions).toEqual([{ orders: 300 }, { orders: 500 }]);
    expect(await database.write(connectionId, 'orders', orders)).toMatchObject({ written: 0 });
  });

  it('ends with every link when orders, products and customers are written and linked concurrently', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => String(index + 1));
    const orders = ids.map((id) => order(id, { customerSourceId: id, lineItems: [lineItem(id, id)] }));
    const linking = (): Promise<unknown> => database.store.linkRecords(connectionId);
    await Promise.all([
      ...[0, 20, 40].map((from) => database.write(connectionId, 'orders', orders.slice(from, from + 20)).then(linking)),
      ...[0, 30].map((from) =>
        database
          .write(
            connectionId,
            'products',
            ids.slice(from, from + 30).map((id) => product(id)),
          )
          .then(linking),
      ),
      database
        .write(
          connectionId,
          'customers',
          ids.map((id) => customer(id)),
        )
        .then(linking),
      database
        .write(
          connectionId,
          'orders',
          orders.map((each) => ({ ...each, status: 'completed' })),
        )
        .then(linking),
    ]);
    await linking();

    expect((await links()).filter(({ customer: linked, products }) => linked === null || products.includes(null))).toEqual([]);
  });
});
