import type { SqlCondition } from '@sync/postgres';
import { plainAddress, systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';

/** A record that a search found, without what it holds of a person. */
export interface FoundRecord {
  capability: SystemCapability;
  sourceId: string;
  /** What people call it: the number of an order; of others, and of an order without one, its id in the shop. */
  number: string;
  connectionId: string;
}

/** Which records may be found. */
export interface RecordSearch {
  /** Of the connection. */
  isVisible: SqlCondition;
  /** Few connections are visible. */
  isOfFew: boolean;
  limit: number;
}

const number = 'coalesce(stored.source_order_number, stored.source_id)';
/** What records are found by. The expressions are those of an index each (initial-schema/records.ts). */
const keys = {
  emailOfCustomer: { capability: 'customers', text: 'lower(stored.email)', isThere: 'stored.email is not null' },
  emailOfOrder: {
    capability: 'orders',
    text: `lower(stored.address_billing ->> 'email')`,
    isThere: 'stored.address_billing is not null',
  },
  number: { capability: 'orders', text: number, isThere: 'true' },
} as const;

/** SQL of a record as it is found. Its rows are `stored`, and their shops `shop`. */
const members = (capability: SystemCapability) => `
  '${capability}' as capability, stored.source_id as "sourceId", ${capability === 'orders' ? number : 'stored.source_id'} as number,
  shop.system_connection_id as "connectionId"`;

const isShown = (isVisible: SqlCondition, parameters: unknown[]) =>
  `connection.deleted_at is null and ${isVisible('connection', parameters)}`;

/** SQL, true for a record whose connection may be seen. Its shop is `shop`. */
const isOfVisible = ({ isVisible }: RecordSearch, parameters: unknown[]) => `exists (
  select from shops shop join system_connections connection on connection.id = shop.system_connection_id
  where shop.id = stored.shop_id and ${isShown(isVisible, parameters)})`;

/**
 * SQL of the records with one of the texts $1. The same number may be in every shop: among few visible shops, each asks the index for its own.
 * Among all of them, the first entries of the index do. The planner must take them in their order, or it reads every record that has a common
 * text: so the condition looks to it as if it held for many, by a range of one hash and by a `case`.
 */
function foundBy(key: keyof typeof keys, search: RecordSearch, parameters: unknown[]): string {
  const { capability, text, isThere } = keys[key];
  const { isOfFew, limit } = search;
  const [hash, wantedHash] = [`hashtext(${text})`, 'hashtext(wanted.text)'];
  const isWanted = `case when ${text} = wanted.text then true else false end and ${isThere} and stored.feed_position >= 0`;
  const ofShop = `${hash} = ${wantedHash} and uuid_hash(stored.shop_id) = uuid_hash(shop.id) and stored.shop_id = shop.id`;
  const ofAny = () => `${hash} between ${wantedHash} and ${wantedHash} and ${isOfVisible(search, parameters)}`;
  return `select ${members(capability)} from unnest($1::text[]) as wanted (text) ${isOfFew ? 'cross join visible shop' : ''}
  cross join lateral (
    select * from ${capability} stored where ${isWanted} and ${isOfFew ? ofShop : ofAny()} order by ${hash}, uuid_hash(stored.shop_id) limit ${limit}
  ) stored ${isOfFew ? '' : 'join shops shop on shop.id = stored.shop_id'} limit ${limit}`;
}

const emails = ['emailOfCustomer', 'emailOfOrder'] as const;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Of any kind, by its id in the feed. */
function foundById(search: RecordSearch, parameters: unknown[]): string[] {
  return systemCapabilities.map(
    (capability) => `
  select ${members(capability)} from ${capability} stored join shops shop on shop.id = stored.shop_id
  where stored.id = any($1::uuid[]) and stored.feed_position >= 0 and ${isOfVisible(search, parameters)}`,
  );
}

/** SQL, with its parameters. */
export function searchStatement(text: string, search: RecordSearch): { sql: string; parameters: unknown[] } {
  const plain = plainAddress(text);
  const isAddress = text.includes('@');
  const parameters: unknown[] = [isAddress ? [...new Set([plain, plain.normalize('NFD')])] : [text]];
  const byText = (...by: (keyof typeof keys)[]) => by.map((key) => foundBy(key, search, parameters));
  const parts = uuid.test(text) ? foundById(search, parameters) : byText(...(isAddress ? emails : (['number'] as const)));
  const visible = `with visible as materialized (
  select shop.id, shop.system_connection_id from shops shop join system_connections connection on connection.id = shop.system_connection_id
  where ${isShown(search.isVisible, parameters)})`;
  return { sql: `${search.isOfFew ? visible : ''} ${parts.map((part) => `(${part})`).join(' union all ')}`, parameters };
}

export async function searchRecords(pool: Pool, text: string, search: RecordSearch): Promise<FoundRecord[]> {
  const { sql, parameters } = searchStatement(text, search);
  return (await pool.query<FoundRecord>(sql, parameters)).rows;
}
