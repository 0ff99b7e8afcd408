import { namedIn, needleOf, systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { contentColumns } from './columns';
import type { ErasureScope } from './erasures';
import { recordText } from './record-text';

const recordsPerScan = 2_000;
/** A record takes at most 1 MiB. */
const recordsPerRead = 16;

/** Source ids of a part of a shop's records. */
export interface FoundRecords {
  /** They may name the address. */
  named: string[];
  /** Orders of the given customers. */
  linked: string[];
}

/** Ids that are no text of the record stay out: a long text takes most of the time. */
const textOf = (capability: SystemCapability) =>
  contentColumns[capability]
    .filter(({ name, type }) => type !== 'bigint' && name !== 'source_id' && name !== 'system')
    .map(({ name }) => `${name}::text`)
    .join(', ');

/** By the key, so that a part costs the same wherever it begins. */
const scan = (capability: SystemCapability) => `
  select max(source_id) as last, count(*)::int as seen, coalesce(array_agg(source_id) filter (where is_named), '{}') as named,
    coalesce(array_agg(source_id) filter (where is_linked), '{}') as linked
  from (
    select source_id, strpos(lower(concat_ws(' ', ${textOf(capability)})), $3) > 0 as is_named,
      ${capability === 'orders' ? 'customer_source_id = any($4::text[])' : 'false and $4::text[] is null'} as is_linked
    from ${capability} where shop_id = $1 and source_id > $2 order by source_id limit ${recordsPerScan}
  ) part`;

/** Looks through all records of a kind of a shop, part by part. `customers`: whose orders count as linked. */
export async function* findNamed(
  pool: Pool,
  shopId: string,
  capability: SystemCapability,
  address: string,
  customers: readonly string[],
): AsyncGenerator<FoundRecords> {
  for (let after = '', hasMore = true; hasMore;) {
    const values = [shopId, after, needleOf(address), customers];
    const { rows } = await pool.query<FoundRecords & { last: string | null; seen: number }>(scan(capability), values);
    const [{ last, seen, named, linked } = { last: null, seen: 0, named: [], linked: [] }] = rows;
    yield { named, linked };
    after = last ?? after;
    hasMore = seen === recordsPerScan;
  }
}

export interface ShopOfTenant {
  shopId: string;
  connectionId: string;
}

export async function shopsIn(pool: Pool, { tenantId, shopId }: ErasureScope): Promise<ShopOfTenant[]> {
  const shops = `
    select id as "shopId", system_connection_id as "connectionId" from shops
    where tenant_id = $1 and ($2::uuid is null or id = $2) order by id`;
  return (await pool.query<ShopOfTenant>(shops, [tenantId, shopId])).rows;
}

/** A record that names the address, or an order of a customer that does, in the form of the feed. */
export interface NamingRecord {
  capability: SystemCapability;
  record: Readonly<Record<string, unknown>>;
}

const readRecords = (capability: SystemCapability) =>
  `select text::json as record from (${recordText(capability, 'stored.shop_id = $1 and stored.source_id = any($2) and stored.feed_position >= 0', '$3::uuid')}) as one (text)`;

/** Holds a few records at a time. `address`: as `plainAddress` writes it. */
export async function* recordsNaming(pool: Pool, scope: ErasureScope, address: string): AsyncGenerator<NamingRecord> {
  for (const shop of await shopsIn(pool, scope)) {
    const customers: string[] = [];
    for (const capability of systemCapabilities) yield* ofShop(pool, shop, capability, address, customers);
  }
}

/** Adds customers to the given ones. */
async function* ofShop(
  pool: Pool,
  shop: ShopOfTenant,
  capability: SystemCapability,
  address: string,
  customers: string[],
): AsyncGenerator<NamingRecord> {
  for await (const found of findNamed(pool, shop.shopId, capability, address, customers))
    for await (const naming of readNaming(pool, shop, capability, found, address)) {
      if (capability === 'customers') customers.push(String(naming.record.source_id));
      yield naming;
    }
}

async function* readNaming(
  pool: Pool,
  { shopId, connectionId }: ShopOfTenant,
  capability: SystemCapability,
  { named, linked }: FoundRecords,
  address: string,
): AsyncGenerator<NamingRecord> {
  const sourceIds = [...new Set([...named, ...linked])];
  for (let start = 0; start < sourceIds.length; start += recordsPerRead) {
    const values = [shopId, sourceIds.slice(start, start + recordsPerRead), connectionId];
    const { rows } = await pool.query<{ record: NamingRecord['record'] }>(readRecords(capability), values);
    for (const { record } of rows) if (linked.includes(String(record.source_id)) || namedIn(record, address)) yield { capability, record };
  }
}
