import { AsyncResource } from 'node:async_hooks';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { prepared } from '@sync/postgres';
import type { Pool } from 'pg';
import { FeedPage, type FeedPlace, type SizedPlace } from './feed-page';
import { recordText } from './record-text';

/** Bytes of a page's records. A single larger record is a page of its own. */
const maxPageBytes = 8 * 1024 * 1024;

/** Records of so few bytes come with their places, in one query. */
const maxLoadedBytes = 256 * 1024;

/** Places that the search for one page looks at, shared by its sources; at least one of each. */
const maxPlacesOfPage = 20_000;

/** A place as the search for a page finds it. */
interface FoundPlace extends SizedPlace {
  /** Null: its page is not small enough, or the place is not wanted. */
  text: string | null;
  /** False: it comes only because it is the last that was looked at in its source. */
  wanted: boolean;
  /** Whether its source may have more behind it. */
  last: boolean;
}

/** A shop, and the connection to it that its records are served with. */
export interface FeedSource {
  shopId: string;
  connectionId: string;
}

export interface FeedQuery {
  capability: SystemCapability;
  /** The shops whose records are read. */
  sources: readonly FeedSource[];
  /** Only records written at this instant or later. */
  updatedSince?: Date;
  /** Only records after this place. */
  after?: FeedPlace;
  limit: number;
}

const atPlace = 'stored.id = place.id and stored.feed_position = place.position';

/**
 * Finds the places first, from the index alone; then builds texts if they are small together. Nothing can appear before a place below the
 * horizon. Of each source it looks at $6 places. The last of them comes too when `updated_since` leaves it out: the page ends there.
 */
function pageStatement(capability: SystemCapability): string {
  return `
select place.position::text as position, place.id, place.bytes, place.wanted, place.connection_id as "connectionId", place.number = $6 as last,
  case when place.wanted and sum(place.bytes) filter (where place.wanted) over () <= ${maxLoadedBytes} then (${recordText(capability, atPlace, 'place.connection_id')}) end as text
from (
  select found.*, source.connection_id
  from unnest($1::uuid[], $7::uuid[]) as source (shop_id, connection_id)
  cross join lateral (
    select seen.position, seen.id, seen.bytes, seen.number, seen.wanted
    from (
      select feed_position as position, id, feed_bytes as bytes, $4::timestamptz is null or synced_at >= $4 as wanted,
        row_number() over (order by feed_position, id) as number
      from ${capability} stored
      where stored.shop_id = source.shop_id and feed_position >= 0 and (feed_position, id) > ($2::bigint, $3::uuid) and feed_position < (select feed_horizon())
      order by feed_position, id
      limit $6
    ) seen
    where seen.wanted or seen.number = $6
    order by seen.position, seen.id
    limit $5
  ) found
  order by found.position, found.id
  limit $5
) place
order by place.position, place.id`;
}

/** The records that are still at their places, as one text. */
function chunkStatement(capability: SystemCapability): string {
  return `
select string_agg(record.text, ',' order by place.number) as text
from unnest($1::bigint[], $2::uuid[], $3::uuid[]) with ordinality as place (position, id, connection_id, number)
cross join lateral (${recordText(capability, atPlace, 'place.connection_id')}) as record (text)`;
}

const statements = Object.fromEntries(
  systemCapabilities.map((capability) => [capability, { page: pageStatement(capability), chunk: chunkStatement(capability) }]),
) as Record<SystemCapability, { page: string; chunk: string }>;

/** Before every record. */
const start: FeedPlace = { position: '0', id: '00000000-0000-0000-0000-000000000000' };

/**
 * Reads the places of a page, one more to know whether more follow, and the records too if they are small. Looks at `maxPlaces` at most,
 * so a page that `updated_since` leaves empty can have more behind it.
 */
export async function readFeedPage(
  pool: Pool,
  { capability, sources, updatedSince, after, limit }: FeedQuery,
  maxPlaces = maxPlacesOfPage,
): Promise<FeedPage> {
  const { position, id } = after ?? start;
  const { page, chunk } = statements[capability];
  const perSource = Math.max(1, Math.floor(maxPlaces / Math.max(1, sources.length)));
  const shops = [sources.map(({ shopId }) => shopId), sources.map(({ connectionId }) => connectionId)];
  const looked = updatedSince ? perSource : Math.min(perSource, limit + 1);
  const values = [shops[0], position, id, updatedSince ?? null, limit + 1, looked, shops[1]];
  const { rows } = await pool.query<FoundPlace>(prepared(page, values));
  // Beyond the last place that was looked at in a source, the places of the others are not yet due.
  const end = rows.findIndex((row) => row.last) + 1;
  const seen = end === 0 ? rows : rows.slice(0, end);
  const wanted = seen.filter((row) => row.wanted);
  const fitting = wanted.slice(0, Math.min(limit, fittingRows(wanted)));
  const last = fitting.length < wanted.length ? fitting.at(-1) : seen.at(-1);
  const reader = new AsyncResource('FeedPage');
  return new FeedPage(
    fitting.map(({ position, id, bytes, connectionId }) => ({ position, id, bytes, connectionId })),
    fitting.every(({ text }) => text !== null) ? fitting.map(({ text }) => text).join(',') : null,
    // The chunks are read later, maybe in another scope: bind them to the tenant that found the page.
    (places) => reader.runInAsyncScope(loadRecords, undefined, pool, chunk, places),
    last ? { position: last.position, id: last.id } : (after ?? start),
    end > 0 || rows.length > fitting.length,
  );
}

async function loadRecords(pool: Pool, chunk: string, places: readonly SizedPlace[]): Promise<string | null> {
  const values = [places.map((place) => place.position), places.map((place) => place.id), places.map((place) => place.connectionId)];
  return (await pool.query<{ text: string | null }>(chunk, values)).rows[0]?.text ?? null;
}

/** How many rows a page of 8 MiB has room for, at least one. */
function fittingRows(rows: readonly SizedPlace[]): number {
  let total = 0;
  const full = rows.findIndex(({ bytes }, index) => (total += bytes) > maxPageBytes && index > 0);
  return full === -1 ? rows.length : full;
}
