import { countBlocks, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { linkSinceLastPass } from './link-pass';
import { RecordStore } from './record-store';
import { product } from './testing/record-fixtures';

describe('a linking pass', () => {
  let database: TestDatabase;
  let pool: Pool;
  let store: RecordStore;

  beforeAll(async () => {
    database = await createTestDatabase({ isNew: true });
    pool = new Pool({ connectionString: database.allTenantsUrl });
    pool.on('error', () => undefined);
    store = new RecordStore(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  const storeProducts = (shopId: string, ...ids: string[]) =>
    store.writePage({ shopId, capability: 'products', records: ids.map((id) => product(id)), firstExport: false });

  /** Orders that wait for as many products, and half of them for customers, too. All were looked at in a pass. */
  async function waiting(orders: number): Promise<string> {
    const id = uuidv7();
    await pool.query(`insert into system_connections (id, name, status) values ($1, 'A shop', 'active')`, [id]);
    await pool.query('insert into shops (id, system_connection_id) values ($1, $1)', [id]);
    await store.linkRecords(id);
    await pool.query(
      `insert into orders (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags,
         custom_attributes, total, status, currency, customer_source_id, line_items, unlinked_product_source_ids)
       select gen_random_uuid(), $1, gen_random_uuid(), (select feed_position()), number, 'commerce_a', '', '', '[]', '[]', 1, 'paid', 'EUR',
         case when number % 2 = 0 then 'gone ' || number end, json_build_array(json_build_object('product_id', null, 'product_source_id', number::text)),
         array[number::text]
       from generate_series(1, $2::int) as number`,
      [id, orders],
    );
    await database.dataSource.query('vacuum (analyze) orders');
    await store.linkRecords(id);
    return id;
  }

  const costOf = (connectionId: string) =>
    countBlocks(database.dataSource, (session) => {
      const counted = { query: async (sql: string, values: unknown[]) => ({ rows: await session.query(sql, values) }) };
      return linkSinceLastPass(counted as unknown as Pool, connectionId);
    });

  /** Of several passes the least: a writer in any database holds the horizon back for a moment, and vacuum comes when it likes. */
  async function leastCostOf(connectionId: string, before: () => Promise<unknown> = () => Promise.resolve()): Promise<number> {
    const found: number[] = [];
    for (let pass = 0; pass < 5; pass += 1) {
      await before();
      found.push(await costOf(connectionId));
    }
    return Math.min(...found);
  }
  const leastCostOfIdlePass = (connectionId: string) => leastCostOf(connectionId, () => store.linkRecords(connectionId));

  it('costs the same with ten times as many waiting orders, with nothing new and with three new products', async () => {
    const [few, many] = [await waiting(1_000), await waiting(10_000)];
    // One level more of an index, at most.
    expect(await leastCostOfIdlePass(many)).toBeLessThanOrEqual((await leastCostOfIdlePass(few)) + 10);
    for (const id of [few, many]) await storeProducts(id, '7', '8', 'awaited by none');
    expect(await leastCostOf(many)).toBeLessThan((await leastCostOf(few)) * 1.5);
    expect([await store.linkRecords(few), await store.linkRecords(many)]).toEqual([{ orders: 2 }, { orders: 2 }]);
  });

  it('links no order to a product of the same source id in another shop', async () => {
    const [one, other] = [await waiting(10), await waiting(10)];
    await storeProducts(one, '3');
    expect(await store.linkRecords(other)).toEqual({ orders: 0 });
    expect(await store.linkRecords(one)).toEqual({ orders: 1 });
  });

  it('links what was stored by a run that never came to its own pass', async () => {
    const id = await waiting(10);
    await storeProducts(id, '3');
    await storeProducts(id, '4');
    expect(await store.linkRecords(id)).toEqual({ orders: 2 });
    expect(await store.linkRecords(id)).toEqual({ orders: 0 });
  });
});
