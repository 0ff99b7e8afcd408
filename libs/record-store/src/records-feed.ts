import { AsyncResource } from 'node:async_hooks';
import type { SystemCapability } from '@sync/records';
import { prepared } from '@sync/postgres';
import type { Pool } from 'pg';
import { FeedPage, type SizedPlace } from './feed-page';
import { feedStart, keyAfter, placeOf, type FeedPlace, type FeedSource } from './feed-place';
import { feedStatements } from './feed-statements';

/** Bytes of a page's records. A single larger record is a page of its own. */
const maxPageBytes = 8 * 1024 * 1024;

/** Places that the search for one page looks at, shared by its sources; at least one of each. */
const maxPlacesOfPage = 20_000;

/** A place as the search for a page finds it. */
interface FoundPlace extends SizedPlace {
  /** Null: its page is not small enough, or the place is not wanted. */
  text: string | null;
  /** The `since` of its source. */
  since: string;
  /** False: it comes only because it is the last that was looked at in its source. */
  wanted: boolean;
  /** Whether its source may have more behind it. */
  last: boolean;
}

/** The place is that of the last one seen; null: there was none. */
interface FoundLines {
  lines: string | null;
  position: string | null;
  id: string | null;
  written: string | null;
  more: boolean;
}

export interface FeedQuery {
  capability: SystemCapability;
  /** The shops whose records are read. */
  sources: readonly FeedSource[];
  /** Only records written at this instant or later. */
  updatedSince?: Date;
  /** Only records after this place. */
  after?: FeedPlace;
  /** Only records below this position, at which no writer can write any more. Default: the lowest such position. */
  horizon?: string;
  limit: number;
  /** Of a page: bytes of its records, unless one alone is larger. Default: 8 MiB. */
  maxBytes?: number;
}

/** Some records of the feed. */
export interface FeedBatch {
  /** A line for each: `{"cursor": …, "record": …}`, and the marks among them. Null: none. */
  lines: string | null;
  /** Where to continue, even if nothing follows yet: later changes come after it. */
  next: FeedPlace;
  /** Whether more records are available now. */
  more: boolean;
}

/**
 * Reads the places of a page, one more to know whether more follow, and the records too if they are small. Looks at `maxPlaces` at most,
 * so a page that `updated_since` leaves empty can have more behind it.
 */
export async function readFeedPage(pool: Pool, query: FeedQuery, maxPlaces = maxPlacesOfPage): Promise<FeedPage> {
  const { page, chunk } = feedStatements[query.capability];
  const { rows } = await pool.query<FoundPlace>(prepared(page, valuesOf(query, maxPlaces)));
  const { seen, isCut } = withinReach(rows);
  const wanted = seen.filter((row) => row.wanted);
  const fitting = wanted.slice(0, Math.min(query.limit, fittingRows(wanted, query.maxBytes)));
  const last = fitting.length < wanted.length ? fitting.at(-1) : seen.at(-1);
  const reader = new AsyncResource('FeedPage');
  return new FeedPage(
    fitting.map(({ position, id, bytes, connectionId }) => ({ position, id, bytes, connectionId })),
    fitting.every(({ text }) => text !== null) ? fitting.map(({ text }) => text).join(',') : null,
    // The chunks are read later, maybe in another scope: bind them to the tenant that found the page.
    (places) => reader.runInAsyncScope(loadRecords, undefined, pool, chunk, places),
    last ? placeIn(last) : (query.after ?? feedStart),
    isCut || rows.length > fitting.length,
  );
}

/** A line of the feed that is no record. `written` of its place is 0: it comes before the records at its position. */
export interface FeedMark {
  place: FeedPlace;
  line: string;
}

/**
 * Reads the next records as lines, up to `maxBytes` of them, or one that alone is larger, with the marks among them. Like a page, a batch may
 * be empty.
 */
export async function readFeedBatch(
  pool: Pool,
  query: FeedQuery,
  { maxBytes, marks = [] }: { maxBytes: number; marks?: readonly FeedMark[] },
  maxPlaces = maxPlacesOfPage,
): Promise<FeedBatch> {
  const columns = [marks.map(({ place }) => place.position), marks.map(({ place }) => place.id), marks.map(({ line }) => line)];
  const values = [...valuesOf(query, maxPlaces), maxBytes, ...columns];
  const [row] = (await pool.query<FoundLines>(prepared(feedStatements[query.capability].lines, values))).rows;
  const { lines = null, position = null, id = null, written = null, more = false } = row ?? {};
  const next = position === null || id === null ? (query.after ?? feedStart) : { position, id, ...(written !== null && { written }) };
  return { lines, next, more };
}

function valuesOf({ sources, updatedSince, after = feedStart, horizon, limit }: FeedQuery, maxPlaces: number): unknown[] {
  const perSource = Math.max(1, Math.floor(maxPlaces / Math.max(1, sources.length)));
  const keys = sources.map((source) => keyAfter(source, after));
  return [
    sources.map(({ shopId }) => shopId),
    sources.map(({ connectionId }) => connectionId),
    sources.map(({ since = '0' }) => since),
    keys.map(([position]) => position),
    keys.map(([, id]) => id),
    sources.map(({ sinceAt }) => updatedSince !== undefined && sinceAt !== undefined && sinceAt >= updatedSince),
    updatedSince ?? null,
    horizon ?? null,
    limit + 1,
    updatedSince ? perSource : Math.min(perSource, limit + 1),
  ];
}

/** The places that are due: beyond the last place that was looked at in a source, the places of the others are not. */
function withinReach(rows: readonly FoundPlace[]): { seen: readonly FoundPlace[]; isCut: boolean } {
  const end = rows.findIndex((row) => row.last) + 1;
  return { seen: end === 0 ? rows : rows.slice(0, end), isCut: end > 0 };
}

const placeIn = ({ position, id, since }: FoundPlace): FeedPlace => placeOf(position, id, since);

async function loadRecords(pool: Pool, chunk: string, places: readonly SizedPlace[]): Promise<string | null> {
  const values = [places.map((place) => place.position), places.map((place) => place.id), places.map((place) => place.connectionId)];
  return (await pool.query<{ text: string | null }>(chunk, values)).rows[0]?.text ?? null;
}

/** How many rows a page has room for, at least one. */
function fittingRows(rows: readonly SizedPlace[], maxBytes = maxPageBytes): number {
  let total = 0;
  const full = rows.findIndex(({ bytes }, index) => (total += bytes) > maxBytes && index > 0);
  return full === -1 ? rows.length : full;
}
