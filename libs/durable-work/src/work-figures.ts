import type { SqlRunner } from '@sync/postgres';
import { roomAtHost } from './shop-hosts/room-at-host';
import { taskQueueNames, type TaskName, type TaskQueueName } from './task-map';

/** Counts stop at a maximum, so that their cost is bounded: a count of `max` stands for that many or more. */
export interface WorkFigures {
  failed: number;
  queues: QueueFigures[];
  /** The task that has waited for a worker for the longest time since it was due; null: none waits. */
  oldest: { queue: TaskQueueName; name: TaskName; dueSince: Date } | null;
}

interface QueueFigures {
  queue: TaskQueueName;
  /** Due or to be retried later, and not held by a worker. */
  waiting: number;
  /** Held by a worker. */
  running: number;
  /** For how long the oldest of the counted tasks that wait for a worker has been due; 0: none is. Those that wait for a shop do not count. */
  dueForSeconds: number;
}

/** As it comes: JSON has no type for an instant. */
type Figures = Omit<WorkFigures, 'oldest'> & {
  oldest: (Omit<NonNullable<WorkFigures['oldest']>, 'dueSince'> & { dueSince: string }) | null;
};

/** Of the tasks that are due the longest: where so many wait for their shops, the figure of the oldest is left out. */
const maxOldest = 1_000;

/**
 * A task for a shop waits for a worker since its host had room for it: not before the last claim at the host. The figures know no ceiling of
 * requests in flight to one host ($3 is null): a budget that exceeds it is rare.
 */
const hasRoom = (task: string): string => `exists (${roomAtHost(`${task}.shop_host`, `${task}.queue`, '$3')})`;

const selectFigures = `
  with queues as (
    select named.queue, named.position, waiting.tasks as waiting, running.tasks as running, waiting."dueForSeconds"
    from unnest($2::text[]) with ordinality as named (queue, position)
    cross join lateral (
      select coalesce(sum(tasks), 0)::int as tasks,
        greatest(coalesce(extract(epoch from now() - min(greatest(first_due, claimed_at)) filter (where ${hasRoom('by_host')})), 0), 0)::float8 as "dueForSeconds"
      from (
        select queue, shop_host, count(*) as tasks, min(not_before) filter (where not_before > '-infinity') as first_due
        from (select queue, shop_host, not_before from tasks where queue = named.queue and state = 'pending' and not held limit $1) counted
        group by queue, shop_host
      ) by_host left join shop_hosts on shop_hosts.host = by_host.shop_host
    ) waiting
    cross join lateral (
      select count(*)::int as tasks
      from (select queue from tasks where state = 'pending' and held and not_before > '-infinity' limit $1) counted where queue = named.queue
    ) running
  ), oldest as (
    select task.queue, task.name, task.due_since as "dueSince" from queues cross join lateral (
      select queue, name, greatest(not_before, claimed_at) as due_since from (
        select queue, name, not_before, shop_host from tasks
        where tasks.queue = queues.queue and state = 'pending' and not_before > '-infinity' and not_before <= now()
        order by not_before limit ${maxOldest}
      ) due left join shop_hosts on shop_hosts.host = due.shop_host where ${hasRoom('due')} order by due_since limit 1
    ) task
    order by task.due_since limit 1
  )
  select (select count(*)::int from (select from tasks where state = 'failed' limit $1) counted) as failed,
    (select json_agg(json_build_object('queue', queue, 'waiting', waiting, 'running', running, 'dueForSeconds', "dueForSeconds") order by position) from queues) as queues,
    (select row_to_json(oldest) from oldest) as oldest`;

export async function readWorkFigures(sql: SqlRunner, max: number): Promise<WorkFigures> {
  const [{ failed, queues, oldest }] = await sql.query<[Figures]>(selectFigures, [max, [...taskQueueNames], null]);
  return { failed, queues, oldest: oldest && { ...oldest, dueSince: new Date(oldest.dueSince) } };
}
