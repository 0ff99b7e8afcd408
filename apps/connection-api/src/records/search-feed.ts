import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { findFeedSources, maxDepartures, type FeedSources } from '@sync/domain';
import { readPool } from '@sync/http-api';
import { prepared } from '@sync/postgres';
import {
  comparePlaces,
  feedCursor,
  feedStart,
  RecordStore,
  type FeedBatch,
  type FeedMark,
  type FeedPage,
  type FeedPlace,
} from '@sync/record-store';
import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import type { Caller } from '../access/caller';

/** What a caller reads of its feed. */
export interface FeedRead {
  caller: Caller;
  type: SystemCapability;
  sourceConnectionId?: string;
  updatedSince?: Date;
  after?: FeedPlace;
  limit: number;
  /** Nothing can be written below it any more, as the caller's process has seen; a search alone may see less for a moment. */
  horizon?: string | null;
}

/** A page of records, and of the sources that left between them. */
export interface FoundPage {
  records: FeedPage;
  /** As JSON texts. */
  left: string[];
  next: FeedPlace;
  hasMore: boolean;
  horizon: string;
}

interface FoundLines extends FeedBatch {
  horizon: string;
}

interface Departure {
  place: FeedPlace;
  text: string;
}

interface Found {
  sources: { shopId: string; connectionId: string; since: string; sinceAt?: Date }[];
  departures: Departure[];
  /** Whether more departures follow, beyond the horizon. */
  hasMore: boolean;
  horizon: string;
}

/** Bytes of records, and their number, that a batch of lines has at most. */
const batch = { bytes: 1024 * 1024, records: 1_000 };

/** Bytes that a reader of `lines` holds at a time: the batch that it sends and the next one. A tenant has room for two readers. */
export const maxBytesOfLines = 2 * batch.bytes;

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Searches the feed of a caller, by what the caller may read at that moment. */
@Injectable()
export class SearchFeed {
  constructor(
    @Inject(readPool) private readonly pool: Pool,
    private readonly records: RecordStore,
  ) {}

  /** `maxBytes`: of its records, unless one alone is larger. Default: 8 MiB. */
  async page(read: FeedRead, maxBytes?: number): Promise<FoundPage> {
    const { sources, departures, hasMore, horizon } = await this.find(read);
    const records = await this.records.readFeed({ ...queryOf(read), sources, horizon, maxBytes });
    const left = records.more ? departures.filter(({ place }) => comparePlaces(place, records.next) < 0) : departures;
    const last = left.at(-1)?.place;
    const next = last && comparePlaces(last, records.next) > 0 ? last : records.next;
    return { records, left: left.map(({ text }) => text), next, hasMore: records.more || hasMore, horizon };
  }

  /**
   * Everything from a place to the end of what there is now, in batches of whole lines. The next batch is found while the reader takes the
   * one before. No transaction stays open between them.
   */
  async *lines(read: FeedRead): AsyncGenerator<string, void> {
    // The batches are read later, maybe in another scope: bind them to the tenant of the request.
    const inScope = AsyncLocalStorage.snapshot();
    const next = (after: FeedPlace | undefined, end?: string) => inScope(() => this.batch({ ...read, after }, { end }));
    let found = await next(read.after);
    const end = found.horizon;
    for (;;) {
      const following = found.more ? next(found.next, end) : null;
      following?.catch(() => undefined);
      if (found.lines !== null) yield found.lines;
      if (!following) return;
      found = await following;
    }
  }

  /** The next lines. `end`: the horizon of the first batch, beyond which the others do not go. */
  async batch(read: FeedRead, { end, maxBytes = batch.bytes }: { end?: string; maxBytes?: number } = {}): Promise<FoundLines> {
    const { sources, departures, hasMore, horizon } = await this.find(read, end);
    const marks = departures.map(({ place, text }): FeedMark => ({ place, line: lineOf(read.type, place, text) }));
    const found = await this.records.readFeedBatch({ ...queryOf(read), sources, horizon, limit: batch.records }, { maxBytes, marks });
    return { ...found, more: found.more || hasMore, horizon: end ?? horizon };
  }

  private async find(read: FeedRead, end?: string): Promise<Found> {
    const { caller, type, sourceConnectionId = null, updatedSince = null, after = feedStart, horizon: known = null } = read;
    const { position, id, written = position } = after;
    const place = [position, written === '0' ? id : lastId];
    const values = [caller.connectionId, type, caller.tenantId, sourceConnectionId, known, ...place, updatedSince];
    const [found] = (await this.pool.query<FeedSources>(prepared(findFeedSources, values))).rows;
    if (!found) throw new Error('The query of the sources returned no row');
    const horizon = end ?? found.horizon;
    const gone = found.departures.filter((departure) => BigInt(departure.position) < BigInt(horizon));
    const departures = gone.slice(0, maxDepartures).map(asDeparture);
    const hasMore = gone.length > maxDepartures;
    return {
      sources: found.sources.map(({ sinceAt, ...source }) => ({ ...source, ...(sinceAt !== null && { sinceAt: new Date(sinceAt) }) })),
      departures,
      hasMore,
      // The departures that follow come before the records at their place.
      horizon: hasMore ? (departures.at(-1)?.place.position ?? horizon) : horizon,
    };
  }
}

function asDeparture({ position, id, reason, at }: FeedSources['departures'][number]): Departure {
  const left = { system_connection_id: id, reason, at: new Date(at).toISOString() };
  return { place: { position, id, written: '0' }, text: JSON.stringify({ source_left: left }) };
}

const lineOf = (type: SystemCapability, place: FeedPlace, text: string): string =>
  `{"cursor":"${feedCursor(type, place)}",${text.slice(1)}\n`;

const queryOf = ({ type, updatedSince, after, limit }: FeedRead) => ({ capability: type, updatedSince, after, limit });
