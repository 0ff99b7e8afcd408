import { deleteInBatches, deleteOfConnection, type SqlRunner } from '@sync/postgres';
import { firstIdAt } from '@sync/records';

/** `from_shop`: a webhook. */
export const shopCallDirections = ['to_shop', 'from_shop'] as const;
export type ShopCallDirection = (typeof shopCallDirections)[number];

/** Calls that went alike within an hour. */
export interface ShopCalls {
  id: string;
  direction: ShopCallDirection;
  /** Method and path of requests, or the topic of webhooks. Null: not known, or several because there were too many. */
  what: string | null;
  outcome: string;
  hasFailed: boolean;
  calls: number;
  /** On average. */
  meanMs: number;
  slowestMs: number;
  bytes: number;
  firstAt: Date;
  lastAt: Date;
}

export interface ShopCallFilter {
  direction?: ShopCallDirection;
  onlyFailed: boolean;
}

const keptMs = 7 * 86_400_000;
const oldestKept = (): string => firstIdAt(Date.now() - keptMs);

const select = `
  select id, direction, what, outcome, has_failed as "hasFailed", calls, (took_ms / calls)::int as "meanMs", slowest_ms as "slowestMs",
    bytes::float8 as bytes, first_at as "firstAt", last_at as "lastAt"
  from shop_calls
  where system_connection_id = $1 and id >= $2 and ($3::uuid is null or id < $3) and ($5::text is null or direction = $5)
    and (has_failed or not $6)
  order by id desc limit $4`;

/** Newest first, starting after `after`. */
export async function readShopCalls(
  sql: SqlRunner,
  connectionId: string,
  { after, limit }: { after: string | null; limit: number },
  { direction, onlyFailed }: ShopCallFilter,
): Promise<ShopCalls[]> {
  return sql.query<ShopCalls[]>(select, [connectionId, oldestKept(), after, limit, direction ?? null, onlyFailed]);
}

export const deleteShopCallsOf = (sql: SqlRunner, connectionId: string, signal?: AbortSignal): Promise<void> =>
  deleteOfConnection(sql, 'shop_calls', connectionId, signal);

/** Ids hold the time. Returns how many rows it deleted. Throws once the signal is aborted. */
export function deleteOldShopCalls(sql: SqlRunner, signal: AbortSignal): Promise<number> {
  return deleteInBatches(sql, 'shop_calls', `select id from shop_calls where id < '${oldestKept()}'`, signal);
}
