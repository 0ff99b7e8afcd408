import { queryPrepared } from '@sync/postgres';
import type { DataSource } from 'typeorm';
import { claimedFields, pickedUp, type ClaimedTask } from './claimed-task';
import { newcomers } from './shares';
import type { TaskQueueName } from './task-map';

/**
 * Which tasks a claim considers.
 * - any;
 * - of poor shares: those that hold fewer places than the average of the shares that hold or want some;
 * - of poor newcomers: the same among the lanes of the newcomers' share.
 */
export type Claimants = 'any' | 'poor shares' | 'poor newcomers';

/** Before every share and lane. */
const start = '00000000-0000-0000-0000-000000000000';
/** Shares or lanes that one claim compares. */
const maxCompared = 64;

const isWaiting = `queue = $1 and state = 'pending' and not held`;
const isClaimable = 'not_before <= now() and name = any($5)';

/**
 * Visits the distinct values of a column among the waiting tasks, in a circle that starts behind a given value. Reads one index entry for
 * each, however many tasks wait. Step 0 is the start itself.
 */
const walk = (name: string, column: string, within: string, after: string): string => `
  ${name} (${column}, step, has_wrapped) as (
    select ${after}, 0, false
    union all
    select next.${column}, step + 1, next.has_wrapped
    from ${name} cross join lateral (
      (select ${column}, ${name}.has_wrapped from tasks where ${isWaiting} ${within} and ${column} > ${name}.${column} order by ${column} limit 1)
      union all
      (select ${column}, true from tasks where ${isWaiting} ${within} and not ${name}.has_wrapped order by ${column} limit 1)
      limit 1
    ) next
    where step < ${maxCompared} and (not next.has_wrapped or next.${column} <= ${after})
  )`;

/** Fewer places than the average of those that hold or want some. */
const isPoor = (column: string, busy: string, waiting: string): string => `
  coalesce(held.places, 0) * (select count(*) from (select ${column} from ${busy} union select ${column} from ${waiting} where step > 0) as all_of_them)
    < (select sum(places) from ${busy})`;

/** The values with a due task, those that hold the fewest places in all workers first. The inner order makes Postgres use the index. */
const byTurn = (column: string, busy: string, waiting: string, within: string, condition: string): string => `
    select waiting.${column}
    from ${waiting} waiting
    cross join lateral (
      select from tasks where ${isWaiting} ${within} and tasks.${column} = waiting.${column} and ${isClaimable}
      order by share, lane, not_before limit 1
    ) due
    left join ${busy} held on held.${column} = waiting.${column}
    where step > 0 and ${condition}
    order by coalesce(held.places, 0), step`;

const inShare = 'and share = its.share';
const laneAfter = `(case when its.share = '${newcomers}' then $4::uuid else '${start}' end)`;

/** Claims that collide pass over each other's tasks to the next lane or share, so none finds nothing while a task is due. */
const claim = (claimants: Claimants): string => `
  with recursive busy as materialized (
    select share, lane, places from places_held($1)
  ), busy_shares as materialized (
    select share, sum(places) as places from busy group by share
  ), ${walk('shares', 'share', '', '$3::uuid')}
  , shares_by_turn as materialized (${
    claimants === 'poor newcomers'
      ? `select '${newcomers}'::uuid as share`
      : byTurn('share', 'busy_shares', 'shares', '', claimants === 'any' ? 'true' : isPoor('share', 'busy_shares', 'shares'))
  }), unlocked as (
    select oldest.id from shares_by_turn its cross join lateral (
      with recursive busy_lanes as materialized (
        select lane, places from busy where share = its.share
      ), ${walk('lanes', 'lane', inShare, laneAfter)}
      , lanes_by_turn as materialized (
        ${byTurn('lane', 'busy_lanes', 'lanes', inShare, claimants === 'poor newcomers' ? isPoor('lane', 'busy_lanes', 'lanes') : 'true')}
      )
      select first_of_lane.id from lanes_by_turn cross join lateral (
        select id from tasks where ${isWaiting} ${inShare} and lane = lanes_by_turn.lane and ${isClaimable}
        order by not_before limit $6 for no key update skip locked
      ) first_of_lane
      limit $6
    ) oldest
    limit $6
  ), claimed as (
    update tasks set ${pickedUp} where id in (select id from unlocked) returning *
  )
  select ${claimedFields}, share, lane from claimed`;

const claims: Readonly<Record<Claimants, string>> = {
  any: claim('any'),
  'poor shares': claim('poor shares'),
  'poor newcomers': claim('poor newcomers'),
};

/** Held tasks whose lease has run out, the longest ago first: dead workers left them. */
const claimLeft = `
  with left_behind as (
    select id from tasks
    where state = 'pending' and held and not_before < now() - interval '1 second' and queue = $1 and name = any($3)
    order by not_before limit 1 for no key update skip locked
  ), claimed as (
    update tasks set ${pickedUp} where id = (select id from left_behind) returning *
  )
  select ${claimedFields}, share, lane from claimed`;

/** Reads one index entry for each queue, or two. */
const findWork = `
  select named.queue,
    exists (
      select from tasks where queue = named.queue and state = 'pending' and not_before > '-infinity' and not_before <= now()
    ) as "isDue",
    exists (
      select from tasks where queue = named.queue and state = 'pending' and held and not_before < now() - interval '1 second'
    ) as "isLeft"
  from unnest($1::text[]) as named (queue)`;

/** What a poll finds for a queue: whether a task is due, and whether a dead worker left one. */
export interface QueueWork {
  queue: string;
  isDue: boolean;
  isLeft: boolean;
}

export interface FairlyClaimed extends ClaimedTask {
  isOfNewcomer: boolean;
}

type ClaimedRow = ClaimedTask & { share: string; lane: string };

function fairlyClaimed({ share, lane: _lane, ...task }: ClaimedRow): FairlyClaimed {
  return { ...task, isOfNewcomer: share === newcomers };
}

/**
 * Finds the share that holds the fewest places in all workers, and in it the lane that holds the fewest, and claims that lane's oldest due
 * task that no other claim has locked. So shares with work get equally many places, and one share alone gets all of them.
 */
export class FairClaims {
  /** The last share served of each queue, and the last lane of newcomers: the next comparison starts behind them. */
  private readonly last = new Map<TaskQueueName, { share: string; newcomer: string }>();

  constructor(
    private readonly dataSource: DataSource,
    /** Tasks that this process can carry out. */
    private readonly names: readonly string[],
  ) {}

  /**
   * Returns none when nothing is due. `max`: the first share and lane in turn may take all of them, so more than one is for tasks that take
   * milliseconds.
   */
  async claim(queue: TaskQueueName, claimants: Claimants, leaseMs: number, max = 1): Promise<FairlyClaimed[]> {
    const last = this.last.get(queue) ?? { share: start, newcomer: start };
    const values = [queue, leaseMs, last.share, last.newcomer, this.names, max];
    const rows = await queryPrepared<ClaimedRow>(this.dataSource, claims[claimants], values);
    const served = rows.at(-1);
    if (served) this.last.set(queue, { share: served.share, newcomer: served.share === newcomers ? served.lane : last.newcomer });
    return rows.map(fairlyClaimed);
  }

  /** One task that a dead worker left, or none. */
  async claimLeft(queue: TaskQueueName, leaseMs: number): Promise<FairlyClaimed[]> {
    return (await queryPrepared<ClaimedRow>(this.dataSource, claimLeft, [queue, leaseMs, this.names])).map(fairlyClaimed);
  }

  findWork(queues: readonly string[]): Promise<QueueWork[]> {
    return queryPrepared(this.dataSource, findWork, [queues]);
  }
}
