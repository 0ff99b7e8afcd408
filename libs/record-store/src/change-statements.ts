import type { SystemCapability } from '@sync/records';
import { contentDiffers, contentNames, insertLines } from './write-statement';

/*
 * Two things are known of a record, each told by whoever spoke last: its content, and whether it exists. A webhook changes
 * each by a statement of its own, so that it matters neither in which order webhooks are processed nor how often.
 */

/** Of a record that was deleted before its content was known. */
const noContent = '00000000-0000-0000-0000-000000000000';

/** A connection that is neither active nor in error takes no webhooks any more. */
const taking = `select from system_connections where id = $1 and status in ('active', 'error') and deleted_at is null`;

/**
 * "An older payload never overwrites a newer record." By the instant of modification; where it is the same, or one is unknown,
 * by receipt: what an export stored counts as received when it began.
 */
const isNewer = `
      stored.content_hash = '${noContent}'
      or excluded.source_modified_at > stored.source_modified_at
      or (coalesce(excluded.source_modified_at = stored.source_modified_at, true)
        and case when stored.content_from is null then coalesce(stored.content_at, stored.synced_at) <= $7::timestamptz else stored.content_from <= excluded.content_from end)`;

/** Links that another writer found stay where the content is the same. */
const linkFields = ['customer_id', 'line_items', 'unlinked_product_source_ids'];

/**
 * Stores one line when it is newer; where it says what is stored already, only who said so. A deleted record stays deleted. Parameters: $1 to $5 as in `insertLines`, $6 the webhook's task, $7 when it was received.
 * Answers one row: taken; written: the content changed; inserted; same: it was like this already.
 */
export function contentStatement(capability: SystemCapability): string {
  const differs = `(${contentDiffers[capability]})`;
  const kept = (name: string): string => `${name} = case when ${differs} then excluded.${name} else stored.${name} end`;
  const replaced = contentNames(capability).map((name) => (linkFields.includes(name) ? kept(name) : `${name} = excluded.${name}`));
  return `
with written as (
  ${insertLines(capability, `exists (${taking})`, { content_from: '$6::uuid', content_at: '$7::timestamptz' })}
  on conflict (system_connection_id, source_id) do update set ${replaced.join(', ')}, ${kept('synced_at')},
    feed_position = case when ${differs} and stored.feed_position >= 0 then excluded.feed_position else stored.feed_position end
  where ${isNewer}
  returning stored.xmax = 0 as inserted, stored.synced_at = now() as changed
)
select exists (${taking}) as taken, coalesce(bool_or(changed), false) as written, coalesce(bool_or(inserted), false) as inserted,
  coalesce(bool_or(not changed), false) as same
from written`;
}

/** Of a record whose content is not known. */
const emptyColumns: Record<SystemCapability, Record<string, string>> = {
  customers: { email: `''` },
  products: { name: `''`, status: `'deleted'`, categories: `'[]'` },
  orders: { total: '0', status: `''`, currency: `''`, line_items: `'[]'` },
};

/**
 * Marks the record deleted; said again of one that is, it changes nothing that is served. One that is not stored leaves a row without content, outside of the feed, so that what comes late
 * does not bring it back. Parameters: $1 connection, $2 source id, $3 a new id, $4 the webhook's task, $5 when it was received.
 * Answers one row: taken, written.
 */
export function deleteStatement(capability: SystemCapability): string {
  const values: Record<string, string> = {
    id: '$3::uuid',
    system_connection_id: '$1::uuid',
    source_id: '$2',
    content_hash: `'${noContent}'`,
    feed_position: '-1',
    deleted_at: '$5::timestamptz',
    existence_from: '$4::uuid',
    system: `''`,
    created_at: `''`,
    updated_at: `''`,
    tags: `'[]'`,
    custom_attributes: `'[]'`,
    ...emptyColumns[capability],
  };
  return `
with deleted as (
  insert into ${capability} as stored (${Object.keys(values).join(', ')})
  select ${Object.values(values).join(', ')} where exists (${taking})
  on conflict (system_connection_id, source_id) do update set existence_from = excluded.existence_from,
    deleted_at = case when stored.deleted_at is null or stored.feed_position < 0 then excluded.deleted_at else stored.deleted_at end,
    feed_position = case when stored.deleted_at is null then (select feed_position()) else stored.feed_position end,
    synced_at = case when stored.deleted_at is null then excluded.synced_at else stored.synced_at end
  where coalesce(stored.existence_from < excluded.existence_from, true)
  returning deleted_at = $5::timestamptz as is_news
)
select exists (${taking}) as taken, exists (select from deleted where is_news) as written`;
}

/**
 * Brings a deleted record back; its content is stored before. Parameters: $1 connection, $2 source id, $3 the webhook's task.
 * Answers a row unless a later webhook deleted it.
 */
export function restoreStatement(capability: SystemCapability): string {
  return `
update ${capability} set deleted_at = null, existence_from = $3::uuid,
  feed_position = case when deleted_at is null then feed_position else (select feed_position()) end,
  synced_at = case when deleted_at is null then synced_at else now() end
where system_connection_id = $1 and source_id = $2 and coalesce(existence_from <= $3::uuid, true) and exists (${taking})
returning 1`;
}
