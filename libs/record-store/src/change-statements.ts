import type { SystemCapability } from '@sync/records';
import { unknownContent } from './columns';
import { countBytesInRoom, roomStatement } from './stored-bytes';
import { storyEntry, withEntry } from './record-story';
import { contentDiffers, contentNames, continuedStory, insertRows, newStory, noContent, noteChanged } from './write-statement';

/*
 * A record's content and its existence are last-writer-wins values of their own. A webhook changes each with its own
 * statement, so neither the order nor the number of times webhooks are processed matters.
 */

/** SQL: only a connection that is active or in error accepts webhooks. `connection`: its parameter. */
const taking = (connection: string) =>
  `select from system_connections where id = ${connection} and status in ('active', 'error') and deleted_at is null`;

/**
 * An older payload never overwrites a newer record. The instant of modification decides; on a tie, or when one is unknown,
 * the time of receipt does. Content from an export counts as received when the export began.
 */
const isNewer = `
      stored.content_hash = '${noContent}'
      or excluded.source_modified_at > stored.source_modified_at
      or (coalesce(excluded.source_modified_at = stored.source_modified_at, true)
        and case when stored.content_from is null then coalesce(stored.content_at, stored.synced_at) <= $7::timestamptz else stored.content_from <= excluded.content_from end)`;

/** Lists no longer showed the record, and this webhook arrived after that. A webhook's deletion needs a restoration: updates may be late. */
const comesBack = 'stored.deleted_at < $7::timestamptz and stored.existence_from is null and stored.feed_position >= 0';

/** While the content is the same, links found by another writer stay. */
const linkFields = ['customer_id', 'line_items', 'unlinked_product_source_ids', 'feed_bytes'];

/**
 * Stores one row if it is newer; if the content is the same, only its origin. A record that a webhook deleted stays deleted. While the
 * tenant's quota is used up, only records that are stored change.
 * Parameters: $1 to $5 as in `insertRows`, $6 the webhook's task, $7 when it was received, $8 the quota of a tenant without one of its own,
 * $9 source id, $10 connection, $11 the number of erasures that the row was compared with, $12 the author.
 * Returns one row: taken; usedUp: the quota that is used up, and nothing is stored; written: the content changed, or the record came back; inserted;
 * same: the content was stored already; erasures: the tenant's number of them, if it is another one, and nothing is stored, else null.
 */
export function contentStatement(capability: SystemCapability): string {
  const differs = `(${contentDiffers(capability)})`;
  const kept = (name: string): string => `${name} = case when ${differs} then excluded.${name} else stored.${name} end`;
  const isWritten = `(${differs} or (${comesBack}))`;
  const replaced = contentNames(capability).map((name) => (linkFields.includes(name) ? kept(name) : `${name} = excluded.${name}`));
  const isStored = `exists (select from ${capability} where shop_id = $1 and source_id = $9 and feed_position >= 0)`;
  return `
with room as materialized (
  select case when has_room or (has_room_for_changes and ${isStored}) then null else quota end as used_up, tenant_id,
    nullif(erasures, $11::bigint)::text as erasures from (${roomStatement('$8')}) of_tenant
), written as (
  ${insertRows(capability, `exists (${taking('$10')}) and (select coalesce(used_up::text, erasures) from room) is null`, { content_from: '$6::uuid', content_at: '$7::timestamptz', story: newStory('stored', '$12::text') })}
  on conflict (shop_id, source_id) do update set ${replaced.join(', ')},
    story = case when ${isWritten} then ${continuedStory(capability, '$12::text', comesBack)} else stored.story end,
    bytes_added = case when ${differs} then excluded.feed_bytes - stored.feed_bytes else 0 end,
    synced_at = case when ${isWritten} then excluded.synced_at else stored.synced_at end,
    deleted_at = case when ${comesBack} then null else stored.deleted_at end,
    feed_position = case when ${isWritten} and stored.feed_position >= 0 then excluded.feed_position else stored.feed_position end
  where ${isNewer}
  returning stored.xmax = 0 as inserted, stored.synced_at = now() as changed, stored.shop_id, stored.bytes_added as bytes, stored.feed_position
), counted as (${countBytesInRoom('written')}
)
select exists (${taking('$10')}) as taken, (select used_up from room) as "usedUp", (select erasures from room) as erasures, (select tenant_id from room) as "tenantId", coalesce(bool_or(changed), false) as written, coalesce(bool_or(inserted), false) as inserted,
  coalesce(bool_or(not changed), false) as same, ${noteChanged('$1', capability, 'changed and feed_position >= 0')}::text
from written`;
}

/**
 * Marks the record deleted; a repeated deletion changes nothing that is served. An unknown record leaves a tombstone without
 * content, outside the feed, so that a late update does not bring it back.
 * Parameters: $1 shop, $2 source id, $3 a new id, $4 the webhook's task, $5 when it was received, $6 connection, $7 the author.
 * Returns one row: taken, written.
 */
export function deleteStatement(capability: SystemCapability): string {
  const values: Record<string, string> = {
    id: '$3::uuid',
    shop_id: '$1::uuid',
    source_id: '$2',
    content_hash: `'${noContent}'`,
    feed_position: '-1',
    deleted_at: '$5::timestamptz',
    existence_from: '$4::uuid',
    story: newStory('deleted', '$7::text'),
    ...unknownContent(capability),
  };
  return `
with deleted as (
  insert into ${capability} as stored (${Object.keys(values).join(', ')})
  select ${Object.values(values).join(', ')} where exists (${taking('$6')})
  on conflict (shop_id, source_id) do update set existence_from = excluded.existence_from,
    story = case when stored.deleted_at is null then ${withEntry('excluded.story[1]')} else stored.story end,
    deleted_at = case when stored.deleted_at is null or stored.feed_position < 0 then excluded.deleted_at else stored.deleted_at end,
    feed_position = case when stored.deleted_at is null then (select feed_position()) else stored.feed_position end,
    synced_at = case when stored.deleted_at is null then excluded.synced_at else stored.synced_at end
  where coalesce(stored.existence_from < excluded.existence_from, true)
  returning deleted_at = $5::timestamptz as is_news, stored.feed_position
)
select exists (${taking('$6')}) as taken, coalesce(bool_or(is_news), false) as written,
  ${noteChanged('$1', capability, 'is_news and feed_position >= 0')}::text
from deleted`;
}

/**
 * Restores a deleted record, whose content is stored first. Parameters: $1 shop, $2 source id, $3 the webhook's task, $4 connection, $5 the author.
 * Returns a row unless a later webhook deleted the record.
 */
export function restoreStatement(capability: SystemCapability): string {
  return `
with restored as (
  update ${capability} stored set deleted_at = null, existence_from = $3::uuid,
    story = case when deleted_at is null then story else ${withEntry(storyEntry(`'restored'`, '$5::text'))} end,
    feed_position = case when deleted_at is null then feed_position else (select feed_position()) end,
    synced_at = case when deleted_at is null then synced_at else now() end
  where shop_id = $1 and source_id = $2 and coalesce(existence_from <= $3::uuid, true) and exists (${taking('$4')})
  returning synced_at = now() as changed, feed_position
)
select ${noteChanged('$1', capability, 'changed')}::text from restored having count(*) > 0`;
}
