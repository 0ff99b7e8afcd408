import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';

/** How many records of each kind are stored; deleted ones do not count. */
export type RecordCounts = Record<SystemCapability, number>;

/** Both parts read an index only, and no more entries than they need: tombstones are few, and the feed holds them, too. */
function countOf(table: SystemCapability): string {
  return `
  cross join lateral (
    select count(*) as entries from (
      select from ${table} where shop_id = shop.id and deleted_at is not null and feed_position >= 0 limit $2
    ) as tombstone
  ) as gone_${table}
  cross join lateral (
    select (count(*) - gone_${table}.entries)::int as entries from (
      select from ${table} where shop_id = shop.id and feed_position >= 0 limit $2 + gone_${table}.entries
    ) as entry
  ) as ${table}`;
}

const counts = `
  select wanted.id, ${systemCapabilities.map((table) => `${table}.entries as ${table}`).join(', ')}
  from unnest($1::uuid[]) as wanted (id) left join shops shop on shop.system_connection_id = wanted.id ${systemCapabilities.map(countOf).join('')}`;

/** By connection id. Stops at `max` per kind, so that the cost is bounded: a count of `max` stands for that many or more. */
export async function countRecords(pool: Pool, connectionIds: readonly string[], max: number): Promise<Map<string, RecordCounts>> {
  const { rows } = await pool.query<RecordCounts & { id: string }>(counts, [connectionIds, max]);
  return new Map(rows.map(({ id, ...stored }) => [id, stored]));
}
