import type { ThrottlerStorage } from '@nestjs/throttler';
import type { SqlRunner } from '@sync/postgres';
import { LRUCache } from 'lru-cache';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Beyond these, refusals are forgotten, and the database is asked again. */
const maxRefused = 50_000;
const maxForgotten = 10_000;

/**
 * Sliding window: when the requests of the last window were accepted. Another is accepted while there are fewer than the limit. The
 * clock is read once the row is locked, so that the times are in order.
 */
const count = `
  insert into rate_limited_clients as client (key, accepted_at, is_refused, ends_at)
  values ($1, array[clock_timestamp()], false, clock_timestamp() + make_interval(secs => $2))
  on conflict (key) do update set (accepted_at, is_refused, ends_at) = (
    select case when is_refused then recent else recent || at end, is_refused,
      case when is_refused then client.ends_at else at + make_interval(secs => $2) end
    from (
      select at, recent, cardinality(recent) >= $3 as is_refused
      from clock_timestamp() as at,
        lateral (select array(select time from unnest(client.accepted_at) as time where time > at - make_interval(secs => $2)) as recent) window_of_client
    ) counted
  )
  returning is_refused as "isRefused", cardinality(accepted_at) as accepted,
    extract(epoch from accepted_at[1] - clock_timestamp())::float8 + $2 as "secondsLeft"`;

const forget = `
  with forgotten as (
    delete from rate_limited_clients
    where key = any(array(select key from rate_limited_clients where ends_at < now() limit ${maxForgotten} for update skip locked))
    returning 1
  )
  select count(*)::int as forgotten from forgotten`;

interface CountedRow {
  isRefused: boolean;
  accepted: number;
  /** Until the oldest accepted request leaves the window. */
  secondsLeft: number;
}

/**
 * Counts in the database, so that a limit holds across processes. Who was refused stays refused until the oldest accepted request leaves
 * the window: until then this process refuses without asking, so that a flood costs the database nothing. Rejects when the database is away.
 */
export class PostgresThrottlerStorage implements ThrottlerStorage {
  readonly #refused = new LRUCache<string, true>({ max: maxRefused, ttl: 1 });

  constructor(private readonly sql: SqlRunner) {}

  async increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const remembered = this.#refused.getRemainingTTL(key);
    if (remembered > 0) return counted(limit + 1, true, remembered / 1_000);
    const [{ isRefused, accepted, secondsLeft }] = await this.sql.query<[CountedRow]>(count, [key, ttl / 1_000, limit]);
    const refusedMs = Math.floor(secondsLeft * 1_000);
    if (isRefused && refusedMs > 0) this.#refused.set(key, true, { ttl: refusedMs });
    return counted(isRefused ? accepted + 1 : accepted, isRefused, secondsLeft);
  }
}

function counted(totalHits: number, isBlocked: boolean, secondsLeft: number): Counted {
  const seconds = Math.max(1, Math.ceil(secondsLeft));
  return { totalHits, timeToExpire: seconds, isBlocked, timeToBlockExpire: seconds };
}

/** Deletes clients without an accepted request in the last window, some thousand at a time. Returns how many. */
export async function forgetRateLimitedClients(sql: SqlRunner): Promise<number> {
  const [{ forgotten }] = await sql.query<[{ forgotten: number }]>(forget);
  return forgotten;
}
