import { queryPrepared } from '@sync/postgres';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import { claimedFields, pickedUp, type ClaimedTask } from './claimed-task';
import { newcomers } from './partitions';
import { roomAtHost } from './shop-hosts/room-at-host';
import type { TaskQueueName } from './task-map';

/**
 * Which tasks a claim considers.
 * - any;
 * - of poor partitions: those that hold fewer slots than the average of the partitions that hold or want some;
 * - of poor newcomers: the same among the subpartitions of the newcomers' partition.
 */
export type Claimants = 'any' | 'poor partitions' | 'poor newcomers';

/** Before every partition and subpartition. */
const start = '00000000-0000-0000-0000-000000000000';
/** Partitions, or subpartitions with a task that may run now, that one statement compares. */
const maxCompared = 8;
/** Subpartitions that it passes over to find them, for instance because the hosts of their shops have no room. */
const maxLanes = 256;
/** Partitions of which a worker remembers where their circle stands. */
const maxRemembered = 64;
/** Statements of one claim, while the partitions that it has compared have no task that may run now. */
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

/** Partitions with waiting tasks. Step 0 is the start itself. */
const partitions = `
  partitions (partition, step, has_wrapped) as (
    select $3::uuid, 0, false
    union all
    select next_in_circle.partition, step + 1, next_in_circle.has_wrapped
    from ${nextInCircle('partition', { of: 'partitions', within: '', after: '$3::uuid' })}
    where step < ${maxCompared}
  )`;

/** Fewer slots than the average of those that hold or want some. */
const isPoor = (column: string, busy: string, waiting: string): string => `
  coalesce(held.slots, 0) * (select count(*) from (select ${column} from ${busy} union select ${column} from ${waiting} where step > 0) as all_of_them)
    < (select sum(slots) from ${busy})`;

/** Those that hold the fewest slots in all workers first. */
const fewestFirst = 'order by coalesce(held.slots, 0), step';

const inPartition = 'and partition = its.partition';
/** The subpartition and host of the partition that were served last. */
const served = (column: string, none: string) => `coalesce((select ${column} from served where served.partition = its.partition), ${none})`;
const subpartitionAfter = `${served('subpartition', `'${start}'::uuid`)}, ${served('shop_host', `''`)}`;
const inSubpartition = (subpartition: string): string =>
  `${inPartition} and subpartition = ${subpartition}.subpartition and shop_host = ${subpartition}.shop_host`;

/** Subpartitions of a partition with waiting tasks, and whether the first of them may run now. */
const subpartitions = `
  subpartitions (subpartition, shop_host, step, has_wrapped, is_runnable, claims, runnable) as (
    select ${subpartitionAfter}, 0, false, false, null::bigint, 0
    union all
    select next_in_circle.subpartition, next_in_circle.shop_host, step + 1, next_in_circle.has_wrapped, first.is_runnable is not null, first.claims,
      runnable + (first.is_runnable is not null)::int
    from ${nextInCircle('subpartition, shop_host', { of: 'subpartitions', within: inPartition, after: subpartitionAfter })}
    left join lateral (
      select true as is_runnable, room.claims
      from (select from tasks where ${isWaiting} ${inSubpartition('next_in_circle')} and ${isClaimable} order by not_before limit 1) due
        cross join (${roomAtHost('next_in_circle.shop_host', '$1', '$9')}) room
    ) first on true
    where step < ${maxLanes} and runnable < ${maxCompared}
  )`;

/**
 * Claims that collide pass over each other's tasks to the next subpartition or partition, so none finds nothing while a task is due. Those that collide
 * at a host pass over the host: see roomAtHost.
 */
const claim = (claimants: Claimants): string => `
  with recursive busy as materialized (
    select partition, subpartition, slots from held_by_partition($1)
  ), busy_partitions as materialized (
    select partition, sum(slots) as slots from busy group by partition
  ), served as materialized (
    select * from unnest($4::uuid[], $7::uuid[], $8::text[]) as served (partition, subpartition, shop_host)
  ), ${partitions}
  , partitions_in_order as materialized (${
    claimants === 'poor newcomers'
      ? `select '${newcomers}'::uuid as partition`
      : `select partitions.partition from partitions left join busy_partitions held on held.partition = partitions.partition
         where step > 0 and ${claimants === 'any' ? 'true' : isPoor('partition', 'busy_partitions', 'partitions')} ${fewestFirst}`
  }), unlocked as (
    select oldest.id from partitions_in_order its cross join lateral (
      with recursive busy_subpartitions as materialized (
        select subpartition, sum(slots) as slots from busy where partition = its.partition group by subpartition
      ), ${subpartitions}
      , subpartitions_in_order as materialized (
        select subpartitions.subpartition, subpartitions.shop_host, subpartitions.claims from subpartitions left join busy_subpartitions held on held.subpartition = subpartitions.subpartition
        where is_runnable and ${claimants === 'poor newcomers' ? isPoor('subpartition', 'busy_subpartitions', 'subpartitions') : 'true'} ${fewestFirst}
      )
      select first_of_subpartition.id from subpartitions_in_order cross join lateral (
        select where subpartitions_in_order.shop_host = ''
        union all
        select from (
          select from shop_hosts where host = subpartitions_in_order.shop_host and claims = subpartitions_in_order.claims for no key update skip locked
        ) locked
      ) host cross join lateral (
        select id from tasks
        where ${isWaiting} ${inSubpartition('subpartitions_in_order')} and ${isClaimable}
        order by not_before limit $6 for no key update skip locked
      ) first_of_subpartition
      limit $6
    ) oldest
    limit $6
  ), claimed as (
    update tasks set ${pickedUp} where id in (select id from unlocked) returning *
  ), counted as (
    update shop_hosts set claims = claims + 1, claimed_at = now() where host in (select shop_host from claimed where shop_host <> '')
  )
  select circle.partition as "lastCompared", circle.step as compared, claimed.*
  from (select partition, step from partitions order by step desc limit 1) circle
    left join (select ${claimedFields}, partition, subpartition, shop_host as "shopHost" from claimed) claimed on true`;

const claims: Readonly<Record<Claimants, string>> = {
  any: claim('any'),
  'poor partitions': claim('poor partitions'),
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
  select ${claimedFields}, partition, subpartition, shop_host as "shopHost" from claimed`;

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
  partition: string;
  subpartition: string;
  shopHost: string;
}

/** Where the circle of partitions ended, and how many it has compared. Without a claimed task, every other column is null. */
interface Compared {
  lastCompared: string;
  compared: number;
}

/** Where the next comparison starts: behind the partition that was served last, and in each partition behind its subpartition that was. */
class Circles {
  partition = start;
  private readonly subpartitions = new LRUCache<string, Pick<ClaimedRow, 'subpartition' | 'shopHost'>>({ max: maxRemembered });

  get standings(): { partitions: string[]; subpartitions: string[]; hosts: string[] } {
    // All newcomers have one partition, and each a backlog of its own: their circle is not to start again with the same ones.
    this.subpartitions.get(newcomers);
    const [partitions, standings] = [[...this.subpartitions.keys()], [...this.subpartitions.values()]];
    return {
      partitions,
      subpartitions: standings.map(({ subpartition }) => subpartition),
      hosts: standings.map(({ shopHost }) => shopHost),
    };
  }

  noteServed({ partition, subpartition, shopHost }: ClaimedRow): void {
    this.partition = partition;
    this.subpartitions.set(partition, { subpartition, shopHost });
  }
}

function fairlyClaimed(row: ClaimedRow & Partial<Compared>): FairlyClaimed {
  const { partition, subpartition: _subpartition, shopHost, lastCompared: _last, compared: _compared, ...task } = row;
  return { ...task, isOfNewcomer: partition === newcomers, isAtShop: shopHost !== '' };
}

/**
 * Finds the partition that holds the fewest slots in all workers, and in it the subpartition that holds the fewest, and claims the oldest due
 * task of that one that no other claim has locked. So partitions with work get equally many slots, and one partition alone gets all of
 * them. Tasks for a shop count only while the host of the shop has room.
 */
export class FairClaims {
  private readonly circles = new Map<TaskQueueName, Circles>();

  constructor(
    private readonly dataSource: DataSource,
    /** Tasks that this process can carry out. */
    private readonly names: readonly string[],
    /** The ceiling of requests in flight to one shop's host; null: only its budget counts. */
    private readonly maxRequestsPerShop: number | null = null,
  ) {}

  /**
   * Returns none when nothing is due. `max`: the first partition and subpartition may take all of them, so more than one is for tasks that take
   * milliseconds and ask no shop.
   */
  async claim(queue: TaskQueueName, claimants: Claimants, leaseMs: number, max = 1): Promise<FairlyClaimed[]> {
    const circles = this.circles.get(queue) ?? new Circles();
    this.circles.set(queue, circles);
    const { partitions, subpartitions, hosts } = circles.standings;
    // A full worker looks ten times a second. Its next look goes on where this one ended.
    const rounds = claimants === 'any' ? maxRounds : 1;
    let after = circles.partition;
    for (let round = 1; ; round += 1) {
      const values = [queue, leaseMs, after, partitions, this.names, max, subpartitions, hosts, this.maxRequestsPerShop];
      const rows = await queryPrepared<ClaimedRow & Compared>(this.dataSource, claims[claimants], values);
      const [circle] = rows;
      if (circle?.id) {
        for (const row of rows) circles.noteServed(row);
        return rows.map(fairlyClaimed);
      }
      if (!circle || circle.compared < maxCompared) return [];
      if (round === rounds) {
        circles.partition = circle.lastCompared;
        return [];
      }
      after = circle.lastCompared;
    }
  }

  /** One task that a dead worker left, or none. */
  async claimLeft(queue: TaskQueueName, leaseMs: number): Promise<FairlyClaimed[]> {
    const rows = await queryPrepared<ClaimedRow>(this.dataSource, claimLeft, [queue, leaseMs, this.names]);
    return rows.map(fairlyClaimed);
  }

  findWork(queues: readonly string[]): Promise<QueueWork[]> {
    return queryPrepared(this.dataSource, findWork, [queues]);
  }
}
