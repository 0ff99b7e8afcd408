import type { SystemCapability } from '@sync/records';
import { contentColumns } from './columns';
import type { PageCheckpointSql } from './record-page';
import { changedFields, storyEntry, withEntry, type StoryEvent } from './record-story';
import { countBytesInRoom, roomStatement } from './stored-bytes';

/**
 * SQL in the select list of a statement over its changed rows, which return feed_position: they wake readers of the feed, and become events
 * for callers in the same transaction. `condition`: which of the rows changed.
 */
export function noteChanged(shop: string, capability: SystemCapability, condition = 'true'): string {
  return `note_records_changed(${shop}, '${capability}', count(*) filter (where ${condition}), max(feed_position) filter (where ${condition}))`;
}

/** Sessions keep its plan under its name. */
export interface PreparedStatement {
  name: string;
  text: string;
}

interface StatementColumn {
  name: string;
  type: string;
}

/** They follow the content of an order. */
const orderLinks: StatementColumn[] = [
  { name: 'customer_id', type: 'uuid' },
  { name: 'unlinked_product_source_ids', type: 'text[]' },
];

const linksOf: Partial<Record<SystemCapability, StatementColumn[]>> = {
  orders: orderLinks,
  customers: [{ name: 'erased_by', type: 'uuid' }],
};

/** The columns that a row brings, in order. */
export function rowColumns(capability: SystemCapability): StatementColumn[] {
  return [
    { name: 'id', type: 'uuid' },
    { name: 'content_hash', type: 'uuid' },
    { name: 'source_modified_at', type: 'timestamptz' },
    { name: 'feed_bytes', type: 'integer' },
    ...contentColumns[capability].map(({ name, type }) => ({ name, type })),
    ...(linksOf[capability] ?? []),
  ];
}

const changesMark = `
      or stored.erased_by is distinct from excluded.erased_by`;

const gainsLink = `
      or (stored.customer_id is null and excluded.customer_id is not null)
      or coalesce(cardinality(stored.unlinked_product_source_ids), 0) > coalesce(cardinality(excluded.unlinked_product_source_ids), 0)`;

const alsoDiffers: Partial<Record<SystemCapability, string>> = { orders: gainsLink, customers: changesMark };

/** The hash of a record that was deleted before its content was known. */
export const noContent = '00000000-0000-0000-0000-000000000000';

/** SQL, in an upsert: the story with what this writing does. `comesBack`: SQL, true when it ends a deletion. */
export function continuedStory(capability: SystemCapability, author: string, comesBack: string): string {
  const isFirst = `stored.content_hash = '${noContent}'`;
  const event = `case when ${isFirst} then 'stored' when ${comesBack} then 'restored' else 'changed' end`;
  return withEntry(storyEntry(event, author, `case when not (${isFirst}) then ${changedFields(capability)} end`));
}

/** SQL of the story of a row that is inserted. Evaluated once for all rows of a statement. */
export function newStory(event: StoryEvent, author: string): string {
  return `(select array[${storyEntry(`'${event}'`, author)}])`;
}

/** SQL, true when the content differs from the stored one, an order gains a link, or another erasure holds for a customer. */
export function contentDiffers(capability: SystemCapability): string {
  return `stored.content_hash is distinct from excluded.content_hash${alsoDiffers[capability] ?? ''}`;
}

/** The lowest version 7 UUID of that instant: such ids begin with their milliseconds. Null for infinity. */
export function firstIdOf(instant: string): string {
  return `rpad(lpad(to_hex(floor(extract(epoch from nullif(${instant}, 'infinity')) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
}

/**
 * True when the stored row is newer than the page.
 * - Since the export began, a webhook deleted the record.
 * - Since then, a webhook brought content that is not older. On a tie the webhook wins, because the page may have been read first; a
 *   later change would send another webhook.
 * - Another page of the same export brought newer content. Pages are read side by side from a list that moves, so two of them may show
 *   the record, and the one that was read first may be stored last. An earlier export proves nothing: a shop may go back to a backup.
 */
const isOutdated = `
      (stored.deleted_at is not null and coalesce(stored.existence_from >= ${firstIdOf('$6::timestamptz')}, stored.deleted_at >= $6::timestamptz))
      or (stored.content_at >= $6::timestamptz and case when stored.content_from is null
        then excluded.source_modified_at < stored.source_modified_at
        else (excluded.source_modified_at > stored.source_modified_at) is not true end)`;

/** SQL of a column of a row that `insertRows` inserts. */
function inputOf(capability: SystemCapability, column: string): string {
  const columns = rowColumns(capability);
  const index = columns.findIndex(({ name }) => name === column);
  return `input.fields[${index + 1}]::${columns[index]?.type}`;
}

/**
 * Inserts the rows in $2 (field separator $3, row separator $4, null mark $5) for the shop $1 where the condition holds.
 * `more` sets further columns.
 */
export function insertRows(capability: SystemCapability, condition: string, more: Record<string, string> = {}): string {
  const values: Record<string, string> = {
    shop_id: '$1::uuid',
    ...Object.fromEntries(rowColumns(capability).map(({ name }) => [name, inputOf(capability, name)])),
    bytes_added: inputOf(capability, 'feed_bytes'),
    feed_position: '(select feed_position())',
    synced_at: 'now()',
    deleted_at: 'null',
    ...more,
  };
  return `insert into ${capability} as stored (${Object.keys(values).join(', ')})
  select ${Object.values(values).join(', ')}
  from (select string_to_array(text, $3::text, $5::text) as fields from unnest(string_to_array($2::text, $4::text)) as text offset 0) input
  where ${condition}`;
}

/** The columns that hold a record's content and its origin. */
export function contentNames(capability: SystemCapability): string[] {
  const names = rowColumns(capability).map(({ name }) => name);
  return [...names.filter((name) => name !== 'id' && name !== 'source_id'), 'content_from', 'content_at'];
}

/**
 * Upserts a page's rows and advances the checkpoint in one statement, so both happen or neither. Replaces a stored row when its
 * content differs, when it was marked deleted, or when an order gains a link. Does nothing while the tenant's quota is used up, or if the
 * rows were compared with other erasures than the tenant's. The bytes that other pages are just writing do not count yet, so pages under
 * way may exceed the quota.
 * Parameters: $1 shop, $2 rows, $3 field separator, $4 row separator, $5 null mark, $6 start of the export; with a
 * checkpoint $7 range, $8 page, $9 rows fetched, $10 rows skipped, $11 rows in the list, $12 keys of the rows seen, $13 of newer
 * rows; last the quota of a tenant without one of its own, the number of erasures that the rows were compared with, and the author.
 * Returns one row: written (integer), applied (boolean), usedUp (the quota that is used up, else null), erasures (the tenant's number of
 * them, if it is another one, else null), tenantId.
 */
export function writeStatement(capability: SystemCapability, checkpoint?: PageCheckpointSql): string {
  const { takenPage, advance } = checkpoint ?? { takenPage: 'select', advance: 'select from page' };
  const [quota, erasures, author] = checkpoint ? ['$14', '$15', '$16::text'] : ['$7', '$8', '$9::text'];
  const replaced = [...contentNames(capability), 'feed_position', 'synced_at', 'deleted_at'].map((name) => `${name} = excluded.${name}`);
  return `
with room as materialized (${roomStatement(quota)}
), taken as materialized (${takenPage}
), page as materialized (
  select * from taken where coalesce((select has_room and erasures = ${erasures}::bigint from room), true)
), written as (
  ${insertRows(capability, 'exists (select from page)', { content_at: 'least($6::timestamptz, now())', story: newStory('stored', author) })}
  on conflict (shop_id, source_id) do update
    set ${replaced.join(', ')}, bytes_added = excluded.feed_bytes - stored.feed_bytes,
      story = ${continuedStory(capability, author, 'stored.deleted_at is not null')}
    where (${contentDiffers(capability)} or stored.deleted_at is not null) and (${isOutdated}) is not true
  returning stored.shop_id, stored.bytes_added as bytes, stored.feed_position
), counted as (${countBytesInRoom('written')}
), checkpoint as (${advance})
select (select count(*)::int from written) as written, exists (select from checkpoint) as applied,
  (select quota from room where not has_room and exists (select from taken)) as "usedUp",
  (select erasures::text from room where erasures <> ${erasures}::bigint and exists (select from taken)) as erasures, (select tenant_id from room) as "tenantId",
  (select ${noteChanged('$1', capability)} from written)::text`;
}
