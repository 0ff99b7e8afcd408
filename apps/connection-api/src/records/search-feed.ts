import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { servesNow } from '@sync/domain';
import { readPool } from '@sync/http-api';
import { prepared } from '@sync/postgres';
import { RecordStore, type FeedBatch, type FeedPage, type FeedPlace, type FeedSource } from '@sync/record-store';
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

interface Sources {
  /** No writer can write at a position below it any more. */
  horizon: string;
  sources: FeedSource[];
}

interface FoundBatch {
  found: FeedBatch;
  horizon: string;
}

/** Bytes of records, and their number, that a batch has at most. */
const batch = { bytes: 1024 * 1024, records: 1_000 };

/** Bytes that a reader of `lines` holds at a time: the batch that it sends and the next one. A tenant has room for two readers. */
export const maxBytesOfLines = 2 * batch.bytes;

/** Active or failing source connections whose active sync rule grants the caller's connection this record type. */
const entitledSources = `
  select greatest($5::bigint, (select feed_horizon()))::text as horizon, coalesce(json_agg(source), '[]') as sources from (
    select distinct shop.id as "shopId", source.id as "connectionId" from sync_rules rule
    join system_connections source on source.id = rule.source_connection_id
    join shops shop on shop.system_connection_id = source.id
    where rule.target_connection_id = $1 and rule.is_active and $2 = any(rule.data_domains)
      and ${servesNow('source')} and source.tenant_id = $3
      and ($4::uuid is null or source.id = $4)
  ) source`;

/** Searches the feed of a caller, by what the caller may read at that moment. */
@Injectable()
export class SearchFeed {
  constructor(
    @Inject(readPool) private readonly pool: Pool,
    private readonly records: RecordStore,
  ) {}

  /** `maxBytes`: of its records, unless one alone is larger. Default: 8 MiB. */
  async page(read: FeedRead, maxBytes?: number): Promise<{ page: FeedPage; horizon: string }> {
    const { sources, horizon } = await this.find(read);
    return { page: await this.records.readFeed({ ...queryOf(read), sources, horizon, maxBytes }), horizon };
  }

  /**
   * All records from a place to the end of what there is now, in batches of whole lines. The next batch is found while the reader takes the one before.
   * No transaction stays open between them.
   */
  async *lines(read: FeedRead): AsyncGenerator<string, void> {
    // The batches are read later, maybe in another scope: bind them to the tenant of the request.
    const inScope = AsyncLocalStorage.snapshot();
    const next = (after: FeedPlace | undefined, end?: string) => inScope(() => this.batch({ ...read, after }, { end }));
    let { found, horizon } = await next(read.after);
    for (;;) {
      const following = found.more ? next(found.next, horizon) : null;
      following?.catch(() => undefined);
      if (found.lines !== null) yield found.lines;
      if (!following) return;
      ({ found, horizon } = await following);
    }
  }

  /** The next lines. `end`: the horizon of the first batch, beyond which the others do not go. */
  async batch(read: FeedRead, { end, maxBytes = batch.bytes }: { end?: string; maxBytes?: number } = {}): Promise<FoundBatch> {
    const { sources, horizon: now } = await this.find(read);
    const horizon = end ?? now;
    const found = await this.records.readFeedBatch({ ...queryOf(read), sources, horizon, limit: batch.records }, maxBytes);
    return { found, horizon };
  }

  private async find({ caller, type, sourceConnectionId, horizon = null }: FeedRead): Promise<Sources> {
    const values = [caller.connectionId, type, caller.tenantId, sourceConnectionId ?? null, horizon];
    const [found] = (await this.pool.query<Sources>(prepared(entitledSources, values))).rows;
    if (!found) throw new Error('The query of the sources returned no row');
    return found;
  }
}

const queryOf = ({ type, updatedSince, after, limit }: FeedRead) => ({ capability: type, updatedSince, after, limit });
