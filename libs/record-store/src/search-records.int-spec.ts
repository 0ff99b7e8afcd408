import type { SqlCondition } from '@sync/postgres';
import { searchStatement } from './search-records';
import { StoreDatabase } from './testing/store-database';

const record = 'id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes';
const stored = `gen_random_uuid(), shop.id, gen_random_uuid(), n, n::text, 'commerce_a', '', '', '[]', '[]'`;
/** One address and one number in each shop a hundred times; the others once. */
const email = `case when n % 50 = 0 then 'info@example.test' else 'user-' || n || '@example.test' end`;
const fill = [
  `insert into system_connections (id, name, status) select gen_random_uuid(), 'A shop', 'active' from generate_series(1, 20)`,
  'insert into shops (id, system_connection_id) select id, id from system_connections',
  `insert into customers (${record}, email) select ${stored}, ${email} from shops shop, generate_series(1, 1000) n`,
  `insert into orders (${record}, total, status, currency, line_items, source_order_number, address_billing)
   select ${stored}, 1, '', 'EUR', '[]', case when n % 50 = 0 then '1001' end, json_build_object('email', ${email}) from shops shop, generate_series(1, 1000) n`,
  `insert into products (${record}, name, status, categories) select ${stored}, '', 'active', '[]' from shops shop, generate_series(1, 1000) n`,
  'vacuum analyze',
];

describe('a search for records', () => {
  let database: StoreDatabase;
  let shop: string;

  beforeAll(async () => {
    database = await StoreDatabase.create();
    for (const statement of fill) await database.owner.query(statement);
    shop = (await database.rows<{ id: string }>('select id from shops limit 1'))[0]!.id;
  });
  afterAll(() => database.stop());

  const ofAll: SqlCondition = () => 'true';
  const ofOne: SqlCondition = (connection, parameters) => `${connection}.id = $${parameters.push(shop)}`;

  it.each([
    ['an address that many have', 'INFO@example.test', ['customers_by_email', 'orders_by_email']],
    ['an address without a match', 'unknown@example.test', ['customers_by_email', 'orders_by_email']],
    ['a number that every shop has', '1001', ['orders_by_number']],
    ['a number that one order has', '77', ['orders_by_number']],
    ['an id', '01981c39-0d52-7e16-9a4b-3c8f7d5e2b07', ['customers_pkey', 'orders_pkey', 'products_pkey']],
  ])('for %s asks the index and reads no table through, among all shops and among few', async (_what, text, indexes) => {
    for (const [isVisible, isOfFew] of [
      [ofAll, false],
      [ofOne, true],
    ] as const) {
      const { sql, parameters } = searchStatement(text, { isVisible, isOfFew, limit: 6 });
      const plan = (await database.rows<Record<string, string>>(`explain ${sql}`, parameters))
        .map((row) => Object.values(row)[0])
        .join('\n');
      expect(plan).not.toMatch(/(?:Seq|Bitmap Heap) Scan on (?:customers|orders|products)/);
      expect(
        [...new Set(plan.match(/Index Scan using (?:customers|orders|products)_\w+/g))].map((found) => found.slice(17)).sort(),
      ).toEqual(indexes);
    }
  });

  it('finds no more of each kind than it was asked for, and of few shops theirs alone', async () => {
    const all = await database.store.search('info@example.test', { isVisible: ofAll, isOfFew: false, limit: 6 });
    expect(all.map(({ capability }) => capability).sort()).toEqual([
      ...Array<string>(6).fill('customers'),
      ...Array<string>(6).fill('orders'),
    ]);
    const few = await database.store.search('1001', { isVisible: ofOne, isOfFew: true, limit: 30 });
    expect([few.length, new Set(few.map(({ connectionId }) => connectionId))]).toEqual([20, new Set([shop])]);
  });
});
