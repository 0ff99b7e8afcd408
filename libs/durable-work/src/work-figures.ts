import type { SqlRunner } from '@sync/postgres';
import { taskQueueNames, type TaskName, type TaskQueueName } from './task-map';

/** Counts stop at a maximum, so that their cost is bounded: a count of `max` stands for that many or more. */
export interface WorkFigures {
  failed: number;
  queues: QueueFigures[];
  /** The task that has been due for the longest time; null: none is due. */
  oldest: { queue: TaskQueueName; name: TaskName; dueSince: Date } | null;
}

interface QueueFigures {
  queue: TaskQueueName;
  /** Due or to be retried later, and not held by a worker. */
  waiting: number;
  /** Held by a worker. */
  running: number;
}

const countFailed = `select count(*)::int as failed from (select from tasks where state = 'failed' limit $1) counted`;

const countQueues = `
  select named.queue, waiting.tasks as waiting, running.tasks as running
  from unnest($2::text[]) with ordinality as named (queue, place)
  cross join lateral (
    select count(*)::int as tasks from (
      select from tasks where queue = named.queue and state = 'pending' and not held limit $1
    ) counted
  ) waiting
  cross join lateral (
    select count(*)::int as tasks from (select queue from tasks where state = 'pending' and held limit $1) counted where queue = named.queue
  ) running
  order by named.place`;

const findOldest = `
  select queue, name, not_before as "dueSince" from tasks
  where state = 'pending' and not_before > '-infinity' and not_before <= now() order by not_before limit 1`;

export async function readWorkFigures(sql: SqlRunner, max: number): Promise<WorkFigures> {
  const [{ failed }] = await sql.query<[{ failed: number }]>(countFailed, [max]);
  const queues = await sql.query<QueueFigures[]>(countQueues, [max, [...taskQueueNames]]);
  const [oldest] = await sql.query<NonNullable<WorkFigures['oldest']>[]>(findOldest);
  return { failed, queues, oldest: oldest ?? null };
}
