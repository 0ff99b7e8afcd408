import { queryPrepared } from '@sync/postgres';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { claimedFields, pickedUp, type ClaimedTask } from './claimed-task';
import { newcomers } from './shares';
import { roomAtHost } from './shop-hosts/room-at-host';
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
/** Shares, or lanes with a task that may run now, that one statement compares. */
const maxCompared = 8;
/** Lanes that it passes over to find them, for instance because the hosts of their shops have no room. */
const maxLanes = 256;
/** Statements of one claim, while the shares that it has compared have no task that may run now. */
const maxRounds = 40;

const isWaiting = `queue = $1 and state = 'pending' and not held`;
const isClaimable = 'not_before <= now() and name = any($5)';

/**
 * The next distinct values of columns among the waiting tasks, in a circle that starts behind the values `after`. Reads one index entry,
 * however many tasks wait. `of` is the step before.
 */
function nextInCircle(columns: string, { of, within, after }: { of: string; within: string; after: string }): string {
  const columnsOf = (row: string) => columns.replace(/\w+/g, (column) => `${row}.${column}`);
  return `
    ${of} cross join lateral (
      (select ${columns}, ${of}.has_wrapped from tasks where ${isWaiting} ${within} and (${columns}) > (${columnsOf(of)}) order by ${columns} limit 1)
      union all
      (select ${columns}, true from tasks where ${isWaiting} ${within} and not ${of}.has_wrapped order by ${columns} limit 1)
      limit 1
    ) next_in_circle
    cross join lateral (
      select where not next_in_circle.has_wrapped or (${columnsOf('next_in_circle')}) <= (${after})
    ) is_new`;
}

/** Shares with waiting tasks. Step 0 is the start itself. */
const shares = `
  shares (share, step, has_wrapped) as (
    select $3::uuid, 0, false
    union all
    select next_in_circle.share, step + 1, next_in_circle.has_wrapped
    from ${nextInCircle('share', { of: 'shares', within: '', after: '$3::uuid' })}
    where step < ${maxCompared}
  )`;

/** Fewer places than the average of those that hold or want some. */
const isPoor = (column: string, busy: string, waiting: string): string => `
  coalesce(held.places, 0) * (select count(*) from (select ${column} from ${busy} union select ${column} from ${waiting} where step > 0) as all_of_them)
    < (select sum(places) from ${busy})`;

/** Those that hold the fewest places in all workers first. */
const byTurn = 'order by coalesce(held.places, 0), step';

const inShare = 'and share = its.share';
/** The lane and host of the share that were served last. */
const served = (column: string, none: string) => `coalesce((select ${column} from served where served.share = its.share), ${none})`;
const laneAfter = `${served('lane', `'${start}'::uuid`)}, ${served('shop_host', `''`)}`;
const inLane = (lane: string): string => `${inShare} and lane = ${lane}.lane and shop_host = ${lane}.shop_host`;

/** Lanes of a share with waiting tasks, and whether the first of them may run now. */
const lanes = `
  lanes (lane, shop_host, step, has_wrapped, is_runnable, claims, runnable) as (
    select ${laneAfter}, 0, false, false, null::bigint, 0
    union all
    select next_in_circle.lane, next_in_circle.shop_host, step + 1, next_in_circle.has_wrapped, first.is_runnable is not null, first.claims,
      runnable + (first.is_runnable is not null)::int
    from ${nextInCircle('lane, shop_host', { of: 'lanes', within: inShare, after: laneAfter })}
    left join lateral (
      select true as is_runnable, room.claims
      from (select from tasks where ${isWaiting} ${inLane('next_in_circle')} and ${isClaimable} order by not_before limit 1) due
        cross join (${roomAtHost('next_in_circle.shop_host', '$1', '$9')}) room
    ) first on true
    where step < ${maxLanes} and runnable < ${maxCompared}
  )`;

/**
 * Claims that collide pass over each other's tasks to the next lane or share, so none finds nothing while a task is due. Those that collide
 * at a host pass over the host: see roomAtHost.
 */
const claim = (claimants: Claimants): string => `
  with recursive busy as materialized (
    select share, lane, places from places_held($1)
  ), busy_shares as materialized (
    select share, sum(places) as places from busy group by share
  ), served as materialized (
    select * from unnest($4::uuid[], $7::uuid[], $8::text[]) as served (share, lane, shop_host)
  ), ${shares}
  , shares_by_turn as materialized (${
    claimants === 'poor newcomers'
      ? `select '${newcomers}'::uuid as share`
      : `select shares.share from shares left join busy_shares held on held.share = shares.share
         where step > 0 and ${claimants === 'any' ? 'true' : isPoor('share', 'busy_shares', 'shares')} ${byTurn}`
  }), unlocked as (
    select oldest.id from shares_by_turn its cross join lateral (
      with recursive busy_lanes as materialized (
        select lane, sum(places) as places from busy where share = its.share group by lane
      ), ${lanes}
      , lanes_by_turn as materialized (
        select lanes.lane, lanes.shop_host, lanes.claims from lanes left join busy_lanes held on held.lane = lanes.lane
        where is_runnable and ${claimants === 'poor newcomers' ? isPoor('lane', 'busy_lanes', 'lanes') : 'true'} ${byTurn}
      )
      select first_of_lane.id from lanes_by_turn cross join lateral (
        select where lanes_by_turn.shop_host = ''
        union all
        select from (
          select from shop_hosts where host = lanes_by_turn.shop_host and claims = lanes_by_turn.claims for no key update skip locked
        ) locked
      ) host cross join lateral (
        select id from tasks
        where ${isWaiting} ${inLane('lanes_by_turn')} and ${isClaimable}
        order by not_before limit $6 for no key update skip locked
      ) first_of_lane
      limit $6
    ) oldest
    limit $6
  ), claimed as (
    update tasks set ${pickedUp} where id in (select id from unlocked) returning *
  ), counted as (
    update shop_hosts set claims = claims + 1 where host in (select shop_host from claimed where shop_host <> '')
  )
  select circle.share as "lastCompared", circle.step as compared, claimed.*
  from (select share, step from shares order by step desc limit 1) circle
    left join (select ${claimedFields}, share, lane, shop_host as "shopHost" from claimed) claimed on true`;

const claims: Readonly<Record<Claimants, string>> = {
  any: claim('any'),
  'poor shares': claim('poor shares'),
  'poor newcomers': claim('poor newcomers'),
};

/** Held tasks whose lease has run out, the longest ago first: dead workers left them. */
const claimLeft = `
  with left_behind as (
    select id from tasks
    where state = 'pending' and held and not_before > '-infinity' and not_before < now() - interval '1 second' and queue = $1 and name = any($3)
    order by not_before limit 1 for no key update skip locked
  ), claimed as (
    update tasks set ${pickedUp} where id = (select id from left_behind) returning *
  )
  select ${claimedFields}, share, lane, shop_host as "shopHost" from claimed`;

/** Reads one index entry for each queue, or two. */
const findWork = `
  select named.queue,
    exists (
      select from tasks where queue = named.queue and state = 'pending' and not_before > '-infinity' and not_before <= now()
    ) as "isDue",
    exists (
      select from tasks where queue = named.queue and state = 'pending' and held and not_before > '-infinity' and not_before < now() - interval '1 second'
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
  /** It counts as a request in flight to a shop: its end makes room for another. */
  isAtShop: boolean;
}

interface ClaimedRow extends ClaimedTask {
  share: string;
  lane: string;
  shopHost: string;
}

/** Where the circle of shares ended, and how many it has compared. Without a claimed task, every other column is null. */
interface Compared {
  lastCompared: string;
  compared: number;
}

/** Where the next comparison starts: behind the share that was served last, and in each share behind its lane that was. */
class Turns {
  share = start;
  private readonly lanes = new LRUCache<string, Pick<ClaimedRow, 'lane' | 'shopHost'>>({ max: maxCompared });

  get standings(): { shares: string[]; lanes: string[]; hosts: string[] } {
    const [shares, standings] = [[...this.lanes.keys()], [...this.lanes.values()]];
    return { shares, lanes: standings.map(({ lane }) => lane), hosts: standings.map(({ shopHost }) => shopHost) };
  }

  served(row: ClaimedRow & Partial<Compared>): FairlyClaimed {
    const { share, lane, shopHost, lastCompared: _last, compared: _compared, ...task } = row;
    this.share = share;
    this.lanes.set(share, { lane, shopHost });
    return { ...task, isOfNewcomer: share === newcomers, isAtShop: shopHost !== '' };
  }
}

/**
 * Finds the share that holds the fewest places in all workers, and in it the lane that holds the fewest, and claims that lane's oldest due
 * task that no other claim has locked. So shares with work get equally many places, and one share alone gets all of them. A lane's tasks for
 * a shop count only while the host of the shop has room.
 */
export class FairClaims {
  private readonly turns = new Map<TaskQueueName, Turns>();

  constructor(
    private readonly dataSource: DataSource,
    /** Tasks that this process can carry out. */
    private readonly names: readonly string[],
    /** The ceiling of requests in flight to one shop's host; null: only its budget counts. */
    private readonly maxRequestsPerShop: number | null = null,
  ) {}

  /**
   * Returns none when nothing is due. `max`: the first share and lane in turn may take all of them, so more than one is for tasks that take
   * milliseconds and ask no shop.
   */
  async claim(queue: TaskQueueName, claimants: Claimants, leaseMs: number, max = 1): Promise<FairlyClaimed[]> {
    const turns = this.turns.get(queue) ?? new Turns();
    this.turns.set(queue, turns);
    const { shares, lanes, hosts } = turns.standings;
    let after = turns.share;
    for (let round = 1; ; round += 1) {
      const values = [queue, leaseMs, after, shares, this.names, max, lanes, hosts, this.maxRequestsPerShop];
      const rows = await queryPrepared<ClaimedRow & Compared>(this.dataSource, claims[claimants], values);
      const [circle] = rows;
      if (circle?.id) return rows.map((row) => turns.served(row));
      if (!circle || circle.compared < maxCompared || round === maxRounds || claimants === 'poor newcomers') return [];
      after = circle.lastCompared;
    }
  }

  /** One task that a dead worker left, or none. */
  async claimLeft(queue: TaskQueueName, leaseMs: number): Promise<FairlyClaimed[]> {
    const rows = await queryPrepared<ClaimedRow>(this.dataSource, claimLeft, [queue, leaseMs, this.names]);
    return rows.map((row) => new Turns().served(row));
  }

  findWork(queues: readonly string[]): Promise<QueueWork[]> {
    return queryPrepared(this.dataSource, findWork, [queues]);
  }
}
