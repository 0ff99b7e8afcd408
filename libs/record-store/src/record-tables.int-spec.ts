import fc from 'fast-check';
import { customer, lineItem, order, product } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

describe('record tables', () => {
  let database: StoreDatabase;

  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());

  it('leave the planner only the unique key for a lookup by connection and source id', async () => {
    const indexes = await database.rows<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid in ('customers'::regclass, 'products'::regclass, 'orders'::regclass) and indpred is null order by 1`,
    );
    const kinds = ['customers', 'orders', 'products'];
    expect(indexes.map(({ name }) => name)).toEqual(kinds.flatMap((kind) => [`${kind}_pkey`, `${kind}_source_key`]));
  });

  it('reject a record without its connection', async () => {
    const insert = `insert into products (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, name, status, categories)
      values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '1', 'commerce_a', '', '', '[]', '[]', '', 'active', '[]')`;
    await expect(database.pool.query(insert)).rejects.toMatchObject({ code: '23503' });
  });

  it('know how many bytes a record takes in the feed, whatever its texts contain', async () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', 'ü', '🙏', '"', '\\', '\n', '\u0001'), maxLength: 3_000 });
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const connectionId = await database.connection();
        await database.write(connectionId, 'customers', [customer('1', { email: text, addressBilling: null, firstName: text })]);
        await database.write(connectionId, 'products', [product('1', { description: text, sku: null, tags: [text] })]);
        await database.write(connectionId, 'orders', [order('1', { status: text, lineItems: [lineItem('1', '1', { name: text })] })]);
        for (const capability of ['customers', 'products', 'orders'] as const) {
          const [record] = await database.feed(capability, [connectionId]);
          const served = Buffer.byteLength(JSON.stringify(record));
          const [row] = await database.rows<{ bytes: number }>(`select feed_bytes as bytes from ${capability} where shop_id = $1`, [
            connectionId,
          ]);
          expect(row?.bytes).toBeGreaterThanOrEqual(served);
          expect(row?.bytes).toBeLessThan(served + 1_000);
        }
      }),
      { numRuns: 20 },
    );
  });
});
