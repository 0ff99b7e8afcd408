import type { SystemCapability } from '@sync/records';
import { contentColumns } from './columns';

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
    ...contentColumns[capability].map(({ name, type }) => ({ name, type })),
    ...linkColumns[capability],
  ];
}

/** A stored row is replaced when its content differs, when it was marked deleted, or when an order gains a link. */
const differs: Record<SystemCapability, string> = {
  customers: 'stored.content_hash is distinct from excluded.content_hash or stored.deleted_at is not null',
  products: 'stored.content_hash is distinct from excluded.content_hash or stored.deleted_at is not null',
  orders: `stored.content_hash is distinct from excluded.content_hash or stored.deleted_at is not null
      or (stored.customer_id is null and excluded.customer_id is not null)
      or coalesce(cardinality(stored.unlinked_product_source_ids), 0) > coalesce(cardinality(excluded.unlinked_product_source_ids), 0)`,
};

/** The page is taken by locking its range; whoever comes second finds that the range has moved on, and writes nothing. */
const takenPage = `
  select range.id
  from sync_run_ranges range
  join sync_runs run on run.id = range.sync_run_id
  join system_connections connection on connection.id = range.system_connection_id
  where range.id = $6 and range.next_page = $7 and range.system_connection_id = $1
    and run.status = 'running' and connection.status = 'active'
  for no key update of range`;

const advance = `
  update sync_run_ranges range set
    next_page = range.next_page + 1,
    pages_done = range.pages_done + 1,
    records_fetched = range.records_fetched + $8,
    records_written = range.records_written + (select count(*) from written),
    records_skipped = range.records_skipped + $9,
    updated_at = now()
  from page where range.id = page.id
  returning range.id`;

/**
 * Inserts or replaces a page's rows and moves the checkpoint on, in one statement, so that both happen or neither.
 * Parameters: $1 connection, $2 lines, $3 separator of fields, $4 of lines, $5 mark of null; with a checkpoint $6 range, $7 page,
 * $8 rows fetched, $9 rows skipped. Fields of a line: id, content hash, content columns, link columns.
 * Answers one row: written (integer), applied (boolean).
 */
export function writeStatement(capability: SystemCapability, withCheckpoint: boolean): string {
  const columns = lineColumns(capability);
  const replaced = [
    ...columns.map(({ name }) => name).filter((name) => name !== 'id' && name !== 'source_id'),
    'feed_position',
    'synced_at',
    'deleted_at',
  ];
  const written = `
  insert into ${capability} as stored (system_connection_id, ${columns.map(({ name }) => name).join(', ')}, feed_position, synced_at, deleted_at)
  select $1::uuid, ${columns.map(({ type }, index) => `line.fields[${index + 1}]::${type}`).join(', ')}, (select feed_position()), now(), null
  from (select string_to_array(text, $3::text, $5::text) as fields from unnest(string_to_array($2::text, $4::text)) as text offset 0) line
  ${withCheckpoint ? 'where exists (select from page)' : ''}
  on conflict (system_connection_id, source_id) do update
    set ${replaced.map((name) => `${name} = excluded.${name}`).join(', ')}
    where ${differs[capability]}
  returning stored.id`;
  return withCheckpoint
    ? `with page as (${takenPage}), written as (${written}), checkpoint as (${advance})
select (select count(*)::int from written) as written, exists (select from checkpoint) as applied`
    : `with written as (${written}) select count(*)::int as written, true as applied from written`;
}
