import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { contentColumns } from './columns';

/** A place in the feed. Positions grow with every writing; records of one transaction share one and follow each other by id. */
export interface FeedPlace {
  /** An integer as text. */
  position: string;
  id: string;
}

export interface FeedQuestion {
  capability: SystemCapability;
  sourceConnectionIds: string[];
  /** Only records that the service wrote at this instant or later. */
  updatedSince?: Date;
  /** Only what follows this place. */
  after?: FeedPlace;
  /** Records at most. */
  limit: number;
}

/** A record as callers see it: its fields in snake_case with id, system_connection_id, synced_at and deleted_at (ISO 8601 UTC). */
export type FeedRecord = Record<string, unknown> & { id: string; source_id: string; system_connection_id: string };

/** One page of the feed. */
export class FeedPage {
  constructor(
    /** JSON text of each record, ready to be sent. */
    readonly texts: string[],
    /** Where to go on, also when nothing follows yet: later changes come after it. Null only when there was neither a record nor a place to start from. */
    readonly next: FeedPlace | null,
    /** More records are there already. */
    readonly more: boolean,
  ) {}

  /** JSON text of the list of records: sending it saves parsing and writing it again. */
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

/** A deleted product is so whatever its shop last said of it. */
function served(capability: SystemCapability, name: string): string {
  return capability === 'products' && name === 'status'
    ? `case when stored.deleted_at is null then stored.status else 'deleted' end as status`
    : `stored.${name}`;
}

/**
 * Places first, from the index alone and per source no more than asked for; texts only for those that are answered.
 * Below the horizon no transaction is running any more, so that nothing can still appear before a place that was given out.
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

/** One record more than asked for is looked for: it tells whether more are there. */
export async function readFeedPage(
  pool: Pool,
  { capability, sourceConnectionIds, updatedSince, after, limit }: FeedQuestion,
): Promise<FeedPage> {
  const { position, id } = after ?? start;
  const sources = [...new Set(sourceConnectionIds)];
  const answer = await pool.query<FeedPlace & { text: string }>(statement(capability), [
    sources,
    position,
    id,
    updatedSince ?? null,
    limit + 1,
  ]);
  const rows = answer.rows.slice(0, limit);
  const last = rows.at(-1);
  const next = last ? { position: last.position, id: last.id } : (after ?? null);
  return new FeedPage(
    rows.map(({ text }) => text),
    next,
    answer.rows.length > limit,
  );
}
