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
    const insert = `insert into products (id, system_connection_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, name, status, categories)
      values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '1', 'commerce_a', '', '', '[]', '[]', '', 'active', '[]')`;
    await expect(database.pool.query(insert)).rejects.toMatchObject({ code: '23503' });
  });
});
