import type { SystemCapability } from '@sync/records';
import { storyEntry, withEntry } from './record-story';
import { noteChanged } from './write-statement';

/**
 * SQL about the list that a run has read, supplied by the owner of the runs. Parameter: $1 the run. `list`: connection, capability and
 * begin of the list; no row once the run has ended. `keys`: hashes of the keys that it showed. `countDeleted` reads the CTE `deleted`.
 */
export interface ListedKeysSql {
  list: string;
  keys: string;
  countDeleted: string;
}

/** When a record was last written; what a webhook or page said again counts, too. */
const writtenAt = 'greatest(stored.synced_at, stored.content_at)';

/**
 * One statement, so that list and records are seen at one moment. Keys and records are grouped rather than joined: that takes the same
 * time whatever statistics Postgres has of them. What was written since the list began came later, and wins. A row that was written
 * since it was first missed is missed for the first time again.
 * Returns: began (null: the run or its connection has ended), shopId, live, due.
 */
export function compareStatement(capability: SystemCapability, { list, keys }: ListedKeysSql): string {
  return `
with list as materialized (
  select list.*, shop.id as shop_id from (${list}) as list join shops shop on shop.system_connection_id = list.system_connection_id
),
listed as (
  select key, null as source_id, null::timestamptz as written_at from (${keys}) as shown
  union all
  select hashtextextended(stored.source_id, 0), stored.source_id, ${writtenAt}
  from list join ${capability} stored on stored.shop_id = list.shop_id
  where stored.deleted_at is null and stored.feed_position >= 0
), compared as materialized (
  select min(source_id) as source_id, min(written_at) as written_at, bool_or(source_id is null) as is_listed from listed
  group by key having count(source_id) > 0
), missed as (
  insert into missing_records as missing (shop_id, capability, source_id, missing_since, missed_at, written_at)
  select list.shop_id, '${capability}', compared.source_id, list.began, list.began, compared.written_at
  from list cross join compared
  where not compared.is_listed and compared.written_at < list.began
  order by compared.source_id
  on conflict (shop_id, capability, source_id) do update set missed_at = excluded.missed_at, written_at = excluded.written_at,
    missing_since = case when excluded.written_at < missing.missing_since then missing.missing_since else excluded.missing_since end,
    due_by = case when excluded.written_at < missing.missing_since and missing.missing_since <= excluded.missed_at - interval '1 minute' then $1::uuid end
  returning due_by
)
select (select began::text from list) as began, (select shop_id from list) as "shopId", (select count(*)::int from compared) as live, (select count(*)::int from missed where due_by is not null) as due`;
}

/** Parameters: $1 shop, $2 capability, $3 when the list that was compared began. */
export const forgetListed = `
  delete from missing_records
  where shop_id = $1 and capability = $2 and missed_at < $3::timestamptz`;

/**
 * Deletes as a webhook does (change-statements.ts), except that no webhook is named: whatever says later that the record is there brings
 * it back. Locks in the order of all writers. Parameters: $1 run, $2 rows at most. Returns: seen, deleted.
 */
export function deleteDueStatement(capability: SystemCapability, { countDeleted }: ListedKeysSql): string {
  return `
with due as materialized (
  select shop_id, source_id, written_at from missing_records where due_by = $1 order by source_id limit $2
), unwritten as materialized (
  select stored.id from due join ${capability} stored on stored.shop_id = due.shop_id and stored.source_id = due.source_id
  where stored.deleted_at is null and ${writtenAt} = due.written_at
  order by stored.source_id for no key update of stored
), deleted as (
  update ${capability} stored set deleted_at = now(), existence_from = null, feed_position = (select feed_position()), synced_at = now(),
    story = ${withEntry(storyEntry(`'deleted'`, `concat('run:', $1::uuid)`))}
  from unwritten where stored.id = unwritten.id
  returning stored.shop_id, stored.feed_position
), settled as (
  delete from missing_records missing using due
  where missing.shop_id = due.shop_id and missing.capability = '${capability}' and missing.source_id = due.source_id
), counted as (${countDeleted})
select (select count(*)::int from due) as seen, (select count(*)::int from deleted) as deleted,
  (select ${noteChanged('(min(shop_id::text))::uuid', capability)} from deleted)::text`;
}
