import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { contentColumns } from './columns';

/** A place in the feed. Positions grow with every write; records of one transaction share a position and sort by id. */
export interface FeedPlace {
  /** An integer as text. */
  position: string;
  id: string;
}

export interface FeedQuery {
  capability: SystemCapability;
  sourceConnectionIds: string[];
  /** Only records written at this instant or later. */
  updatedSince?: Date;
  /** Only records after this place. */
  after?: FeedPlace;
  limit: number;
}

/** A record as callers see it (docs/reference/resources.md). */
export type FeedRecord = Record<string, unknown> & { id: string; source_id: string; system_connection_id: string };

/** One page of the feed. */
export class FeedPage {
  constructor(
    /** Each record as JSON text. */
    readonly texts: string[],
    /** Where to continue, even if nothing follows yet: later changes come after it. Null if there was neither a record nor a place to start from. */
    readonly next: FeedPlace | null,
    /** Whether more records are available now. */
    readonly more: boolean,
  ) {}

  /** The list of records as JSON text, so that serving it needs no parsing. */
  get json(): string {
    return `[${this.texts.join(',')}]`;
  }

  get records(): FeedRecord[] {
    return this.texts.map((text) => JSON.parse(text) as FeedRecord);
  }
}

const orderLinks: Record<SystemCapability, string[]> = { customers: [], products: [], orders: ['customer_id'] };

function instant(column: string): string {
  return `to_char(stored.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
}

/** A deleted product has the status `deleted` regardless of the status the shop last sent. */
function served(capability: SystemCapability, name: string): string {
  return capability === 'products' && name === 'status'
    ? `case when stored.deleted_at is null then stored.status else 'deleted' end as status`
    : `stored.${name}`;
}

/**
 * Finds the places first, from the index alone and limited per source, then builds texts only for the page.
 * No transaction is still running below the horizon, so nothing can appear before a place already given out.
 */
function statement(capability: SystemCapability): string {
  const fields = ['id', ...contentColumns[capability].map(({ name }) => name), ...orderLinks[capability], 'system_connection_id'];
  return `
select place.feed_position::text as position, place.id, record.text
from (
  select found.feed_position, found.id
  from unnest($1::uuid[]) as source (id)
  cross join lateral (
    select feed_position, id from ${capability}
    where system_connection_id = source.id and feed_position >= 0 and (feed_position, id) > ($2::bigint, $3::uuid) and feed_position < (select feed_horizon())
      and ($4::timestamptz is null or synced_at >= $4)
    order by feed_position, id
    limit $5
  ) found
  order by found.feed_position, found.id
  limit $5
) place
cross join lateral (
  select row_to_json(member)::text as text
  from ${capability} stored
  cross join lateral (select ${fields.map((name) => served(capability, name)).join(', ')}, ${instant('synced_at')}, ${instant('deleted_at')}) member
  where stored.id = place.id
) record
order by place.feed_position, place.id`;
}

const start: FeedPlace = { position: '-1', id: '00000000-0000-0000-0000-000000000000' };

/** Fetches one record beyond the limit to know whether more follow. */
export async function readFeedPage(
  pool: Pool,
  { capability, sourceConnectionIds, updatedSince, after, limit }: FeedQuery,
): Promise<FeedPage> {
  const { position, id } = after ?? start;
  const sources = [...new Set(sourceConnectionIds)];
  const result = await pool.query<FeedPlace & { text: string }>(statement(capability), [
    sources,
    position,
    id,
    updatedSince ?? null,
    limit + 1,
  ]);
  const rows = result.rows.slice(0, limit);
  const last = rows.at(-1);
  const next = last ? { position: last.position, id: last.id } : (after ?? null);
  return new FeedPage(
    rows.map(({ text }) => text),
    next,
    result.rows.length > limit,
  );
}
