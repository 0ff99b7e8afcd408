import { describedRecordChanges, modified } from './testing/described-record-changes';
import { customer, lineItem, order, product } from './testing/record-fixtures';

describe('links of records that webhooks change', () => {
  const { database, connectionId, anotherConnection, received, upsert, deletion, apply, applyAll, feed } = describedRecordChanges();

  const links = async () =>
    (await feed()).map(({ customer_id, line_items }) => [
      customer_id,
      ...(line_items as { product_id: unknown }[]).map((item) => item.product_id),
    ]);
  const waiting = order('1', { ...modified(1), customerSourceId: '5', lineItems: [lineItem('10', '7'), lineItem('11', '8')] });
  const idOf = async (table: string, sourceId: string) =>
    (await database().rows<{ id: string }>(`select id from ${table} where shop_id = $1 and source_id = $2`, [connectionId(), sourceId]))[0]
      ?.id;
  const stored = (sourceId: string) => received({ kind: 'upsert', capability: 'products', record: product(sourceId) });
  const storedCustomer = () => received({ kind: 'upsert', capability: 'customers', record: customer('5') });

  it('links an order to stored records', async () => {
    await applyAll([storedCustomer(), stored('7'), stored('8'), upsert(waiting)]);
    expect(await links()).toEqual([[await idOf('customers', '5'), await idOf('products', '7'), await idOf('products', '8')]]);
  });

  it('links waiting orders when their customer or product arrives', async () => {
    await applyAll([upsert(waiting), stored('7')]);
    expect(await links()).toEqual([[null, await idOf('products', '7'), null]]);
    await applyAll([storedCustomer(), stored('8')]);
    expect(await links()).toEqual([[await idOf('customers', '5'), await idOf('products', '7'), await idOf('products', '8')]]);
  });

  it('links an order and its targets that arrive concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      await anotherConnection();
      await Promise.all([upsert(waiting), stored('7'), storedCustomer(), stored('8')].map((webhook) => apply(webhook)));
      expect((await links())[0]).not.toContain(null);
    }
  });

  it('links on a retry if the first attempt ended before linking', async () => {
    const webhook = stored('7');
    await apply(webhook);
    await database().write(connectionId(), 'orders', [waiting]);
    await database().pool.query(
      `update orders set line_items = replace(line_items::text, $2, 'null')::json, unlinked_product_source_ids = '{7,8}' where shop_id = $1`,
      [connectionId(), `"${await idOf('products', '7')}"`],
    );
    expect(await apply(webhook)).toBe('unchanged');
    expect(await links()).toEqual([[null, await idOf('products', '7'), null]]);
  });

  it('links nothing to a tombstone until it is restored', async () => {
    await applyAll([deletion('7', 'products'), deletion('5', 'customers'), stored('7'), upsert(waiting)]);
    await database().store.linkRecords(connectionId());
    expect(await links()).toEqual([[null, null, null]]);
    await apply(received({ kind: 'restore', capability: 'products', record: product('7') }));
    expect(await links()).toEqual([[null, await idOf('products', '7'), null]]);
  });
});
