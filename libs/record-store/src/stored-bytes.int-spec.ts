import { v7 as uuidv7 } from 'uuid';
import type { StorableChange } from '@sync/integration-contract';
import { deleteOldTombstones, deleteRecordsOf } from './delete-records';
import { RecordStore } from './record-store';
import { QuotaUsedUp, readStoredBytes } from './stored-bytes';
import { customer, lineItem, order, product } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

const kibibyte = 1024;

let database: StoreDatabase;
let tenantId: string;
let shop: string;
const sql = { query: <T>(text: string, values?: unknown[]) => database.rows(text, values) as Promise<T> };

beforeAll(async () => (database = await StoreDatabase.create()));
afterAll(() => database.stop());
beforeEach(async () => {
  tenantId = uuidv7();
  await database.rows(`insert into tenants (id, name) values ($1, 'Quiet Harbour 4821')`, [tenantId]);
  shop = await newShop();
});

async function newShop(): Promise<string> {
  const id = await database.connection();
  await database.rows('update system_connections set tenant_id = $2 where id = $1', [id, tenantId]);
  await database.rows('update shops set tenant_id = $2 where id = $1', [id, tenantId]);
  return id;
}

const counted = async () => (await readStoredBytes(sql, [tenantId])).get(tenantId) ?? 0;

async function summed(): Promise<number> {
  const all = ['customers', 'products', 'orders'].map((table) => `select shop_id, feed_bytes from ${table}`).join(' union all ');
  const [sum] = await database.rows<{ bytes: number }>(
    `select coalesce(sum(feed_bytes), 0)::float8 as bytes from (${all}) records
     where shop_id in (select id from shops where tenant_id = $1)`,
    [tenantId],
  );
  return sum?.bytes ?? 0;
}

const large = (sourceId: string, bytes = 600 * kibibyte) =>
  order(sourceId, { customAttributes: [{ key: 'commerce_a.meta.note', value: 'x'.repeat(bytes) }] });
const webhook = (change: StorableChange) => ({ systemConnectionId: shop, shopId: shop, taskId: uuidv7(), receivedAt: new Date(), change });
const upsert = (record: ReturnType<typeof order>) => webhook({ kind: 'upsert', capability: 'orders', record });
const hasRoom = (store: RecordStore, id = shop) =>
  store.requireRoom(id).then(
    () => true,
    (error: unknown) => !(error instanceof QuotaUsedUp),
  );
const quotaOf = (maxBytes: number) => new RecordStore(database.pool, undefined, maxBytes);

describe("the bytes of a tenant's records", () => {
  it('follow each page, link, webhook and deletion', async () => {
    await database.write(shop, 'orders', [order('1', { customerSourceId: '7', lineItems: [lineItem('1', '9')] }), large('2')]);
    await database.write(shop, 'customers', [customer('7')]);
    await database.write(shop, 'products', [product('9'), product('10')]);
    await database.store.linkRecords(shop);
    await database.write(shop, 'products', [product('9', { name: 'A longer name' }), product('10')]);
    await database.store.applyChange(upsert(large('2', 10)));
    await database.store.applyChange(upsert(order('3')));
    await database.store.applyChange(webhook({ kind: 'delete', capability: 'orders', sourceId: '4' }));
    await database.store.applyChange(upsert(large('4')));
    expect(await counted()).toBeGreaterThan(600 * kibibyte);
    expect(await counted()).toBe(await summed());

    await database.rows(`update orders set deleted_at = now() - interval '61 days', synced_at = deleted_at where source_id = '4'`);
    await database.rows(`update orders set synced_at = deleted_at where source_id = '4'`);
    expect(await deleteOldTombstones(sql, new AbortController().signal)).toBe(1);
    expect(await counted()).toBe(await summed());
    await deleteRecordsOf(sql, shop);
    expect([await counted(), await summed()]).toEqual([0, 0]);
  });

  it('stay exact while 40 writers write the same and other records at once', async () => {
    const shops = [shop, await newShop()];
    const pages = Array.from({ length: 40 }, (_, writer) =>
      database.write(
        shops[writer % 2]!,
        'orders',
        Array.from({ length: 20 }, (_, index) => order(String(index), { sourceOrderNumber: 'x'.repeat((writer * 7) % 50) })),
      ),
    );
    await Promise.all([...pages, database.store.linkRecords(shop)]);
    expect(await counted()).toBe(await summed());
    expect((await database.rows('select from stored_bytes where tenant_id = $1', [tenantId])).length).toBeLessThanOrEqual(8);
  });
});

describe('the quota of a tenant', () => {
  it('stops pages once it is used up, with all of its shops together; what is stored stays', async () => {
    const store = quotaOf(kibibyte * kibibyte);
    const write = (shopId: string, sourceId: string) =>
      store.writePage({ shopId, capability: 'orders', records: [large(sourceId)], firstExport: false });
    const other = await newShop();
    await write(shop, '1');
    await write(other, '2');
    expect([await hasRoom(store), await hasRoom(store, other)]).toEqual([false, false]);
    await expect(write(other, '3')).rejects.toThrow('The quota of 1 MiB for stored records is used up.');
    expect([await database.count(shop), await database.count(other)]).toMatchObject([{ orders: 1 }, { orders: 1 }]);
    await deleteRecordsOf(sql, shop);
    expect(await write(other, '3')).toMatchObject({ written: 1 });
  });

  it('lets webhooks change stored records and adds none; a quarter beyond it they change nothing either', async () => {
    const store = quotaOf(kibibyte * kibibyte);
    await store.writePage({
      shopId: shop,
      capability: 'orders',
      records: [order('1'), order('2'), large('3'), large('4', 450 * kibibyte)],
      firstExport: false,
    });
    await expect(store.applyChange(upsert(order('5')))).rejects.toBeInstanceOf(QuotaUsedUp);
    const changed = { updatedAtUtc: '2026-03-03T09:15:00Z', modifiedAt: '2026-03-03T09:15:00Z' };
    expect(await store.applyChange(upsert({ ...large('1', 300 * kibibyte), ...changed }))).toBe('written');
    await expect(store.applyChange(upsert({ ...large('2'), ...changed }))).rejects.toBeInstanceOf(QuotaUsedUp);
    expect(await store.applyChange(webhook({ kind: 'delete', capability: 'orders', sourceId: '2' }))).toBe('written');
    expect(await database.count(shop)).toMatchObject({ orders: 3 });
  });

  it('is that of the tenant, where an operator gave it one; 0 is no limit', async () => {
    await database.write(shop, 'orders', [large('1')]);
    const [small, none] = [quotaOf(kibibyte), quotaOf(0)];
    expect([await hasRoom(small), await hasRoom(none)]).toEqual([false, true]);
    await database.rows('update tenants set max_bytes = $2 where id = $1', [tenantId, kibibyte * kibibyte]);
    expect(await hasRoom(small)).toBe(true);
    await database.rows('update tenants set max_bytes = $2 where id = $1', [tenantId, kibibyte]);
    expect(await hasRoom(none)).toBe(false);
    await database.rows('update tenants set max_bytes = 0 where id = $1', [tenantId]);
    expect(await hasRoom(small)).toBe(true);
  });
});

describe('a record larger than 1 MiB', () => {
  it('is left out of its page, whose other records are stored, and is not taken from a webhook', async () => {
    const tooLarge = large('1', kibibyte * kibibyte);
    expect(await database.write(shop, 'orders', [tooLarge, large('2'), order('3')])).toEqual({
      written: 2,
      unchanged: 0,
      rejected: [{ sourceId: '1', reason: 'The record is larger than 1 MiB.' }],
      applied: true,
    });
    expect(await database.store.applyChange(upsert(tooLarge))).toBe('too large');
    expect(await database.count(shop)).toMatchObject({ orders: 2 });
  });
});
