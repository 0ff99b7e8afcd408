import { createHash } from 'node:crypto';
import { plainAddress, systemCapabilities, type RecordOf, type SystemCapability } from '@sync/records';
import { v7 as uuidv7 } from 'uuid';
import { startErasure, liftErasure } from './erasures';
import type { FeedRecord } from './feed-page';
import { RecordStore } from './record-store';
import { address, attributes, canary, guestOrder, keptAttributes, ownOrder, person, traces } from './testing/canary-person';
import { customer, order, product } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

let database: StoreDatabase;
let store: RecordStore;
let sql: { query<T>(text: string, values?: unknown[]): Promise<T> };
let tenantId: string;
let shopId: string;

/** As the service does with a secret key. */
const hash = (tenant: string, addresses: readonly string[]) =>
  Promise.resolve(
    addresses.map((each) =>
      createHash('sha256')
        .update(`${tenant} ${plainAddress(each)}`)
        .digest('hex'),
    ),
  );

async function tenant(): Promise<string> {
  const id = uuidv7();
  await database.rows(`insert into tenants (id, name) values ($1, 'Company')`, [id]);
  return id;
}

async function shopOf(owner: string): Promise<string> {
  const id = await database.connection();
  await database.rows('update system_connections set tenant_id = $2 where id = $1', [id, owner]);
  await database.rows('update shops set tenant_id = $2 where id = $1', [id, owner]);
  return id;
}

async function erase(email = address, owner = tenantId, shopId: string | null = null): Promise<Record<string, number>> {
  await database.rows('update tenants set erasures = erasures + 1 where id = $1', [owner]);
  const [addressHash = ''] = await hash(owner, [email]);
  const { id } = await startErasure(sql, { tenantId: owner, shopId, addressHash, id: uuidv7(), sealed: 'v1.test' });
  expect(await store.erasePerson({ erasureId: id, tenantId: owner, shopId, address: plainAddress(email) }, () => undefined)).toBe(true);
  await database.rows('update erasures set address = null, finished_at = now() where id = $1', [id]);
  erasureId = id;
  const [row] = await database.rows<{ counts: Record<string, number> }>('select counts from erasures where id = $1', [id]);
  return row?.counts ?? {};
}
let erasureId: string;

const write = <C extends SystemCapability>(capability: C, records: RecordOf[C][], shop = shopId) =>
  store.writePage({ shopId: shop, capability, records, firstExport: false });
const webhook = <C extends SystemCapability>(capability: C, record: RecordOf[C]) =>
  store.applyChange({
    ...{ systemConnectionId: shopId, shopId, taskId: uuidv7(), receivedAt: new Date() },
    change: { kind: 'upsert', capability, record } as never,
  });

async function stored(shop = shopId): Promise<Record<SystemCapability, FeedRecord[]>> {
  const feeds = await Promise.all(systemCapabilities.map((capability) => database.feed(capability, [shop])));
  return Object.fromEntries(systemCapabilities.map((capability, place) => [capability, feeds[place]])) as never;
}

async function tracesIn(shop = shopId): Promise<string[]> {
  const rows = await Promise.all(
    systemCapabilities.map((table) =>
      database.rows<{ text: string }>(`select lower(r::text) as text from ${table} r where shop_id = $1`, [shop]),
    ),
  );
  const text = rows
    .flat()
    .map((row) => row.text)
    .join('\n');
  return traces.filter((trace) => text.includes(trace));
}

beforeAll(async () => {
  database = await StoreDatabase.create();
  sql = { query: async (text, values) => (await database.pool.query(text, values)).rows as never };
});
afterAll(() => database.stop());
beforeEach(async () => {
  store = new RecordStore(database.pool, undefined, 0, { addressHashes: { hash } });
  tenantId = await tenant();
  shopId = await shopOf(tenantId);
});

const writeAll = async (): Promise<void> => {
  await write('products', [
    product('5', { customAttributes: [{ key: 'commerce_a.meta.maker', value: address }], description: `Ask ${address}!` }),
  ]);
  await write('customers', [person(), customer('2')]);
  await write('orders', [guestOrder(), ownOrder(), order('3', { customerSourceId: '2' })]);
  await store.linkRecords(shopId);
};

describe('an erasure', () => {
  it('takes the person out of customers, orders, addresses and attributes; amounts, counts and links stay, one change in the feed each', async () => {
    await writeAll();
    const before = await stored();
    expect(await erase('CANARY.person@example.test ')).toEqual({ customers: 1, orders: 2, products: 1 });
    expect(await tracesIn()).toEqual([]);
    const after = await stored();
    const unnamed = { first_name: null, last_name: null, phone: null, zip: null, address_billing: null, address_shipping: null };
    expect(after.customers).toEqual([
      before.customers[1],
      {
        ...before.customers[0],
        ...unnamed,
        email: null,
        tags: [],
        custom_attributes: keptAttributes,
        synced_at: expect.any(String) as string,
      },
    ]);
    const addresses = { address_billing: null, address_shipping: null, synced_at: expect.any(String) as string };
    const own = {
      ...before.orders.find(({ source_id }) => source_id === '2'),
      ...addresses,
      custom_attributes: [{ key: 'commerce_a.meta.origin', value: null }],
    };
    const guest = { ...before.orders.find(({ source_id }) => source_id === '1'), ...addresses, custom_attributes: keptAttributes };
    expect(after.orders.slice(-2).sort((a, b) => (String(a.source_id) < String(b.source_id) ? -1 : 1))).toEqual([guest, own]);
    expect(after.products).toEqual([
      {
        ...before.products[0],
        description: 'Ask [erased]!',
        custom_attributes: [{ key: 'commerce_a.meta.maker', value: null }],
        synced_at: expect.any(String) as string,
      },
    ]);
    expect([after.customers.length, after.orders.length]).toEqual([2, 3]);
  });

  it('changes nothing when it is repeated, and asked for again finds what came back meanwhile', async () => {
    await writeAll();
    await erase();
    const before = await stored();
    expect(await erase()).toEqual({});
    expect(await stored()).toEqual(before);
  });

  it('leaves other persons and the same address of another tenant alone', async () => {
    const other = await shopOf(await tenant());
    await writeAll();
    await write('customers', [person()], other);
    const before = await stored(other);
    await erase();
    expect(await stored(other)).toEqual(before);
    expect((await stored()).customers.find(({ source_id }) => source_id === '2')).toMatchObject({
      email: 'customer-2@example.test',
      first_name: 'Erika',
    });
    expect((await stored()).orders.find(({ source_id }) => source_id === '3')).toMatchObject({ address_billing: { first_name: 'Erika' } });
  });

  it('keeps the bytes of the tenant right', async () => {
    await writeAll();
    await erase();
    const [{ counted, summed } = { counted: 0, summed: 1 }] = await database.rows<{ counted: number; summed: number }>(
      `select (select sum(bytes)::int from stored_bytes where tenant_id = $1) as counted,
        (select sum(feed_bytes)::int from (${systemCapabilities.map((table) => `select feed_bytes from ${table} where shop_id = $2`).join(' union all ')}) as all_bytes) as summed`,
      [tenantId, shopId],
    );
    expect(counted).toBe(summed);
    for (const { rows, bytes } of await database.rows<{ rows: number; bytes: number }>(
      `select octet_length(row_to_json(c)::text) as rows, feed_bytes as bytes from customers c where shop_id = $1`,
      [shopId],
    ))
      expect(bytes).toBeGreaterThan(rows / 4);
  });
});

describe('an erased person comes not back by', () => {
  const changed = { updatedAt: '2026-04-01T09:00:00', modifiedAt: '2026-04-01T07:00:00Z' };
  beforeEach(async () => {
    await writeAll();
    await erase();
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a delta that brings changed records',
      async () => [
        await write('customers', [person({ ...changed, orderCount: 9 })]),
        await write('orders', [ownOrder(changed), guestOrder(changed)]),
      ],
    ],
    [
      'webhooks of changed records',
      async () => [
        await webhook('customers', person(changed)),
        await webhook('orders', ownOrder(changed)),
        await webhook('orders', guestOrder(changed)),
      ],
    ],
    [
      'another address of the same customer',
      () =>
        write('customers', [
          person({ ...changed, email: 'new@example.test', addressBilling: { ...canary, email: null }, addressShipping: null }),
        ]),
    ],
    ['a new order of the customer', () => write('orders', [ownOrder({ sourceId: '77' })])],
    ['a new customer with the address', () => write('customers', [person({ sourceId: '78' })])],
    ['an attribute of another record', () => write('customers', [customer('79', { customAttributes: attributes.slice(0, 1) })])],
  ])('%s', async (_, comeBack) => {
    await comeBack();
    expect((await tracesIn()).filter((trace) => trace !== 'flauschig')).toEqual([]);
  });

  it('a full sync, which rewrites nothing that has not changed', async () => {
    const before = await stored();
    expect(await write('customers', [person(), customer('2')])).toMatchObject({ written: 0, unchanged: 2 });
    expect(await write('orders', [guestOrder(), ownOrder(), order('3', { customerSourceId: '2' })])).toMatchObject({
      written: 0,
      unchanged: 3,
    });
    await store.linkRecords(shopId);
    expect(await stored()).toEqual(before);
  });

  it('another shop of the tenant, where an order came before its customer', async () => {
    const another = await shopOf(tenantId);
    await write('orders', [ownOrder()], another);
    expect(await tracesIn(another)).not.toEqual([]);
    await write('customers', [person()], another);
    expect(await tracesIn(another)).toEqual([]);
    await store.linkRecords(another);
    expect((await stored(another)).orders).toMatchObject([
      { total: 1_990, customer_id: expect.any(String) as string, address_billing: null },
    ]);
  });

  it('anything, until the erasure is lifted: then the next full sync brings the records', async () => {
    expect(await liftErasure(sql, { tenantId, shopId: null }, erasureId)).toBe(true);
    expect(await write('customers', [person()])).toMatchObject({ written: 1 });
    expect(await write('orders', [guestOrder(), ownOrder()])).toMatchObject({ written: 2 });
    expect((await stored()).customers).toMatchObject([
      { source_id: '2' },
      { source_id: '1', first_name: 'Canaria', email: 'Canary.Person@example.TEST' },
    ]);
    expect(await erase()).toEqual({ customers: 1, orders: 2 });
    expect(await tracesIn()).toEqual([]);
  });
});

it('a page that was read before the erasure and is stored after it holds no person (writers at once, 20 rounds)', async () => {
  for (let round = 0; round < 20; round += 1) {
    const owner = await tenant();
    const shop = await shopOf(owner);
    const [, pages] = await Promise.all([
      erase(address, owner),
      Promise.all(['1', '2', '3'].map((sourceId) => write('customers', [person({ sourceId })], shop))),
    ]);
    expect(pages).toMatchObject([{ written: 1 }, { written: 1 }, { written: 1 }]);
    expect(await tracesIn(shop)).toEqual([]);
  }
});

it('a store that knows no erased persons writes nothing of a tenant that has erased one', async () => {
  await erase();
  const unaware = new RecordStore(database.pool);
  await expect(unaware.writePage({ shopId, capability: 'customers', records: [person()], firstExport: false })).rejects.toThrow(
    'knows no erased persons',
  );
  expect(await tracesIn()).toEqual([]);
});

describe('the records that name an address', () => {
  it('are those that an erasure changes', async () => {
    await writeAll();
    const found: string[] = [];
    for await (const { capability, record } of store.recordsNaming({ tenantId, shopId: null }, address))
      found.push(`${capability} ${String(record.source_id)}`);
    expect(found.sort()).toEqual(['customers 1', 'orders 1', 'orders 2', 'products 5']);
    const none: unknown[] = [];
    for await (const each of store.recordsNaming({ tenantId, shopId: null }, 'person@example.test')) none.push(each);
    expect(none).toEqual([]);
  });
});
