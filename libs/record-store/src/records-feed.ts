import { AsyncResource } from 'node:async_hooks';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { FeedPage, type FeedPlace, type SizedPlace } from './feed-page';
import { recordText } from './record-text';

/** Bytes of a page's records. A single larger record is a page of its own. */
const maxPageBytes = 8 * 1024 * 1024;

/** Records of so few bytes come with their places, in one query. */
const maxLoadedBytes = 256 * 1024;

export interface FeedQuery {
  capability: SystemCapability;
  sourceConnectionIds: string[];
  /** Only records written at this instant or later. */
  updatedSince?: Date;
  /** Only records after this place. */
  after?: FeedPlace;
  limit: number;
}

const atPlace = 'stored.id = place.id and stored.feed_position = place.position';

/**
 * Finds the places first, from the index alone and limited per source; then builds texts if they are small together. Nothing can appear
 * before a place below the horizon.
 */
function pageStatement(capability: SystemCapability): string {
  return `
select place.position::text as position, place.id, place.bytes,
  case when sum(place.bytes) over () <= ${maxLoadedBytes} then (${recordText(capability, atPlace)}) end as text
from (
  select found.*
  from unnest($1::uuid[]) as source (id)
  cross join lateral (
    select feed_position as position, id, feed_bytes as bytes from ${capability}
    where system_connection_id = source.id and feed_position >= 0 and (feed_position, id) > ($2::bigint, $3::uuid) and feed_position < (select feed_horizon())
      and ($4::timestamptz is null or synced_at >= $4)
    order by feed_position, id
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
from unnest($1::bigint[], $2::uuid[]) with ordinality as place (position, id, number)
cross join lateral (${recordText(capability, atPlace)}) as record (text)`;
}

const statements = Object.fromEntries(
  systemCapabilities.map((capability) => [capability, { page: pageStatement(capability), chunk: chunkStatement(capability) }]),
) as Record<SystemCapability, { page: string; chunk: string }>;

/** Before every record. */
const start: FeedPlace = { position: '0', id: '00000000-0000-0000-0000-000000000000' };

/** Reads the places of a page, one more to know whether more follow, and the records too if they are small. */
export async function readFeedPage(
  pool: Pool,
  { capability, sourceConnectionIds, updatedSince, after, limit }: FeedQuery,
): Promise<FeedPage> {
  const { position, id } = after ?? start;
  const sources = [...new Set(sourceConnectionIds)];
  const { page, chunk } = statements[capability];
  const { rows } = await pool.query<SizedPlace & { text: string | null }>(page, [sources, position, id, updatedSince ?? null, limit + 1]);
  const fitting = rows.slice(0, Math.min(limit, fittingRows(rows)));
  const last = fitting.at(-1);
  return new FeedPage(
    fitting.map((row) => ({ position: row.position, id: row.id, bytes: row.bytes })),
    fitting.every(({ text }) => text !== null) ? fitting.map(({ text }) => text).join(',') : null,
    // The chunks are read later, maybe in another scope: bind them to the tenant that found the page.
    AsyncResource.bind(async (places: readonly SizedPlace[]) => {
      const values = [places.map((place) => place.position), places.map((place) => place.id)];
      return (await pool.query<{ text: string | null }>(chunk, values)).rows[0]?.text ?? null;
    }),
    last ? { position: last.position, id: last.id } : (after ?? start),
    rows.length > fitting.length,
  );
}

/** How many rows a page of 8 MiB has room for, at least one. */
function fittingRows(rows: readonly SizedPlace[]): number {
  let total = 0;
  const full = rows.findIndex(({ bytes }, index) => (total += bytes) > maxPageBytes && index > 0);
  return full === -1 ? rows.length : full;
}
