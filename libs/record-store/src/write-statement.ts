import type { SystemCapability } from '@sync/records';
import { contentColumns } from './columns';
import type { PageCheckpointSql } from './record-page';

interface StatementColumn {
  name: string;
  type: string;
}

/** Columns whose values come after the content's: an order's links. */
const linkColumns: Record<SystemCapability, StatementColumn[]> = {
  customers: [],
  products: [],
  orders: [
    { name: 'customer_id', type: 'uuid' },
    { name: 'unlinked_product_source_ids', type: 'text[]' },
  ],
};

/** The fields of a line, in their order. */
export function lineColumns(capability: SystemCapability): StatementColumn[] {
  return [
    { name: 'id', type: 'uuid' },
    { name: 'content_hash', type: 'uuid' },
    { name: 'source_modified_at', type: 'timestamptz' },
    ...contentColumns[capability].map(({ name, type }) => ({ name, type })),
    ...linkColumns[capability],
  ];
}

/** The content differs from what is stored, or an order gains a link. */
export const contentDiffers: Record<SystemCapability, string> = {
  customers: 'stored.content_hash is distinct from excluded.content_hash',
  products: 'stored.content_hash is distinct from excluded.content_hash',
  orders: `stored.content_hash is distinct from excluded.content_hash
      or (stored.customer_id is null and excluded.customer_id is not null)
      or coalesce(cardinality(stored.unlinked_product_source_ids), 0) > coalesce(cardinality(excluded.unlinked_product_source_ids), 0)`,
};

/** Lower than every id that is made from the instant on: its milliseconds stand first in an id of version 7. Null for an instant that never comes. */
function firstIdOf(instant: string): string {
  return `rpad(lpad(to_hex(floor(extract(epoch from nullif(${instant}, 'infinity')) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
}

/**
 * The row knows better than the page, which may have been read before: since the export began a webhook deleted the record, or brought
 * content that is not older. Of the same instant the webhook's counts: the page may show what was before it, and were the shop's the
 * newer, another webhook would say so.
 */
const toldSince = `
      (stored.deleted_at is not null and coalesce(stored.existence_from >= ${firstIdOf('$6::timestamptz')}, stored.deleted_at >= $6::timestamptz))
      or (stored.content_from is not null and stored.content_at >= $6::timestamptz
        and (excluded.source_modified_at > stored.source_modified_at) is not true)`;

/**
 * The page is taken by locking its range. Whoever comes second finds it locked, or moved on, and writes nothing: to wait would keep a
 * connection to the database from everybody else.
 */
/**
 * Inserts the lines of $2 (separators of fields $3, of lines $4, mark of null $5) for the connection $1 where the condition holds.
 * `more`: values of other columns.
 */
export function insertLines(capability: SystemCapability, condition: string, more: Record<string, string> = {}): string {
  const columns = lineColumns(capability);
  const values: Record<string, string> = {
    system_connection_id: '$1::uuid',
    ...Object.fromEntries(columns.map(({ name, type }, index) => [name, `line.fields[${index + 1}]::${type}`])),
    feed_position: '(select feed_position())',
    synced_at: 'now()',
    deleted_at: 'null',
    ...more,
  };
  return `insert into ${capability} as stored (${Object.keys(values).join(', ')})
  select ${Object.values(values).join(', ')}
  from (select string_to_array(text, $3::text, $5::text) as fields from unnest(string_to_array($2::text, $4::text)) as text offset 0) line
  where ${condition}`;
}

/** Columns that say what a record is, and where that is from. */
export function contentNames(capability: SystemCapability): string[] {
  const names = lineColumns(capability).map(({ name }) => name);
  return [...names.filter((name) => name !== 'id' && name !== 'source_id'), 'content_from', 'content_at'];
}

/**
 * Inserts or replaces a page's rows and moves the checkpoint on, in one statement, so that both happen or neither. A stored row
 * is replaced when its content differs, when it was marked deleted, or when an order gains a link.
 * Parameters: $1 connection, $2 lines, $3 separator of fields, $4 of lines, $5 mark of null, $6 when the export began; with a
 * checkpoint $7 range, $8 page, $9 rows fetched, $10 rows skipped, $11 rows of the list, $12 keys of the rows seen. Fields of a line: those of `lineColumns`.
 * Answers one row: written (integer), applied (boolean).
 */
export function writeStatement(capability: SystemCapability, checkpoint?: PageCheckpointSql): string {
  const replaced = [...contentNames(capability), 'feed_position', 'synced_at', 'deleted_at'].map((name) => `${name} = excluded.${name}`);
  const written = `
  ${insertLines(capability, checkpoint ? 'exists (select from page)' : 'true', { content_at: 'least($6::timestamptz, now())' })}
  on conflict (system_connection_id, source_id) do update
    set ${replaced.join(', ')}
    where (${contentDiffers[capability]} or stored.deleted_at is not null) and (${toldSince}) is not true
  returning stored.id`;
  return checkpoint
    ? `with page as (${checkpoint.takenPage}), written as (${written}), checkpoint as (${checkpoint.advance})
select (select count(*)::int from written) as written, exists (select from checkpoint) as applied`
    : `with written as (${written}) select count(*)::int as written, true as applied from written`;
}
