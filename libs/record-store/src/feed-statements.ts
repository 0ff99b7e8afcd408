import { systemCapabilities, type SystemCapability } from '@sync/records';
import { recordText } from './record-text';

/** Records of so few bytes come with their places, in one query. */
const maxLoadedBytes = 256 * 1024;

const atPlace = 'stored.id = place.id and stored.feed_position = place.position';

/**
 * Places of a page, found from the index alone. Nothing can appear before a place below the horizon. Of each source it looks at $10 places.
 * The last of them comes too when `updated_since` leaves it out: the page ends there. A record that was written before its source came back
 * stands at the return (feed-place.ts), and keeps its order there, so each source is read along its index.
 */
const placesOf = (capability: SystemCapability): string => `
  select found.*, source.connection_id, source.since
  from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::uuid[], $6::boolean[])
    as source (shop_id, connection_id, since, after_position, after_id, is_recent)
  cross join lateral (
    select seen.position, seen.id, seen.bytes, seen.number, seen.wanted
    from (
      select feed_position as position, id, feed_bytes as bytes, row_number() over (order by feed_position, id) as number,
        $7::timestamptz is null or synced_at >= $7 or (source.is_recent and feed_position <= source.since) as wanted
      from ${capability} stored
      where stored.shop_id = source.shop_id and feed_position >= 0 and (feed_position, id) > (source.after_position, source.after_id)
        and feed_position < coalesce($8::bigint, (select feed_horizon()))
      order by feed_position, id
      limit $10
    ) seen
    where seen.wanted or seen.number = $10
    order by seen.position, seen.id
    limit $9
  ) found
  where source.since < coalesce($8::bigint, (select feed_horizon()))
  order by greatest(found.position, source.since), found.position, found.id
  limit $9`;

const columns = `place.position::text as position, place.id, place.bytes, place.wanted, place.connection_id as "connectionId",
  place.since::text as since, place.number = $10 as last`;
const inOrder = 'order by greatest(place.position, place.since), place.position, place.id';

/** The places of a page, with the texts of their records if they are small together. */
function pageStatement(capability: SystemCapability): string {
  return `
select ${columns},
  case when place.wanted and sum(place.bytes) filter (where place.wanted) over () <= ${maxLoadedBytes} then (${recordText(capability, atPlace, 'place.connection_id')}) end as text
from (${placesOf(capability)}) place
${inOrder}`;
}

/** Places of a page, with the texts of the first records that have $11 bytes together, or of the first record alone. */
function batchStatement(capability: SystemCapability): string {
  return `
select ${columns},
  case when place.wanted and (place.total <= $11 or place.nth = 1) then (${recordText(capability, atPlace, 'place.connection_id')}) end as text
from (
  select place.*, sum(place.bytes) filter (where place.wanted) over feed as total, count(*) filter (where place.wanted) over feed as nth
  from (${placesOf(capability)}) place
  window feed as (${inOrder} rows unbounded preceding)
) place
${inOrder}`;
}

/** The records that are still at their places, as one text. */
function chunkStatement(capability: SystemCapability): string {
  return `
select string_agg(record.text, ',' order by place.number) as text
from unnest($1::bigint[], $2::uuid[], $3::uuid[]) with ordinality as place (position, id, connection_id, number)
cross join lateral (${recordText(capability, atPlace, 'place.connection_id')}) as record (text)`;
}

export const feedStatements = Object.fromEntries(
  systemCapabilities.map((capability) => [
    capability,
    { page: pageStatement(capability), batch: batchStatement(capability), chunk: chunkStatement(capability) },
  ]),
) as Record<SystemCapability, Record<'page' | 'batch' | 'chunk', string>>;
