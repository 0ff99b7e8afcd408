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

/** SQL of the cursor of a place, as feed-cursor.ts writes it. */
const cursorOf = (capability: SystemCapability, row: string): string => `
  translate(encode(convert_to(concat('["${capability}","', ${row}.place, case when ${row}.place <> ${row}.written then '.' || ${row}.written end, '","', ${row}.id, '"]'), 'UTF8'), 'base64'), E'+/=\n', '-_')`;

/** The first records that have $11 bytes together, or the first record alone, as one text with a line for each and the marks $12 to $14 among them. */
function linesStatement(capability: SystemCapability): string {
  return `
with place as materialized (
  select *, greatest(found.position, found.since) as place, found.position as written from (${placesOf(capability)}) found
), measured as (
  select place.*, sum(bytes) filter (where wanted) over feed as total, count(*) filter (where wanted) over feed as nth,
    bool_or(number = $10) over (order by place, written, id rows between unbounded preceding and 1 preceding) as is_beyond
  from place window feed as (order by place, written, id rows unbounded preceding)
), taken as materialized (
  select place, written, position, id, wanted, connection_id from measured
  where is_beyond is not true and nth < $9 and (coalesce(total, 0) <= $11 or nth <= 1)
), line as (
  select place.place, place.written, place.id,
    '{"cursor":"' || ${cursorOf(capability, 'place')} || '","record":' || (${recordText(capability, atPlace, 'place.connection_id')}) || E'}\n' as text
  from taken place where wanted
), final as (
  select place, written, id from taken order by place desc, written desc, id desc limit 1
), reach as materialized (
  select exists (select from place where number = $10) or (select count(*) from place) > (select count(*) from taken) as has_more
), mark as (
  select given.* from reach, unnest($12::bigint[], $13::uuid[], $14::text[]) as given (place, id, text)
  where not has_more or (given.place, 0::bigint, given.id) < (select place, written, id from final)
), seen as (
  select place, written, id from final union all select place, 0, id from mark order by place desc, written desc, id desc limit 1
)
select (select string_agg(text, '' order by place, written, id)
    from (select place, written, id, text from line union all select place, 0, id, text from mark) as either) as lines,
  seen.place::text as position, seen.id, nullif(seen.written, seen.place)::text as written, has_more as more
from reach left join seen on true`;
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
    { page: pageStatement(capability), lines: linesStatement(capability), chunk: chunkStatement(capability) },
  ]),
) as Record<SystemCapability, Record<'page' | 'lines' | 'chunk', string>>;
