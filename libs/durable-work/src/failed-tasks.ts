import type { DataSource } from 'typeorm';
import { taskNames, tasks, type TaskName, type TaskQueueName } from './task-map';
import type { QueuedTask, TaskQueues } from './task-queues';

/** A task that used up its attempts, or whose worker died too often: the failed-job record. */
export interface FailedTask {
  id: string;
  name: string;
  queue: string;
  systemConnectionId: string | null;
  /** How often it was tried, all retries taken together. */
  attempts: number;
  /** Why it failed, in words that are safe to show. */
  reason: string | null;
  createdAt: Date;
  failedAt: Date;
}

export interface FailedTaskFilter {
  queue?: TaskQueueName;
  name?: TaskName;
  systemConnectionId?: string;
}

export interface FailedTaskPage {
  tasks: FailedTask[];
  /** `after` of the page that follows; null: there is none. */
  next: string | null;
}

const shown = `
  id, name, queue, system_connection_id as "systemConnectionId", attempts, last_error as reason, created_at as "createdAt",
  coalesce(finished_at, updated_at) as "failedAt"`;

/** $1 to $3; a filter that is not given is null. */
const matches = `
  state = 'failed' and ($1::text is null or queue = $1) and ($2::text is null or name = $2) and ($3::uuid is null or system_connection_id = $3)`;

/**
 * `attempts` goes on counting, because it fences off whoever worked on the task before; what it may come to is raised by a whole
 * new budget. Of several that retry a task at once the first one changes it, and the others find no failed task.
 */
const backToPending = `
  state = 'pending', max_attempts = attempts + coalesce((budgets.by_name ->> name)::int, 1), waited_ms = 0, not_before = now(),
  retried_at = now(), updated_at = now(), finished_at = null`;

const budgets = JSON.stringify(Object.fromEntries(taskNames.map((name) => [name, tasks[name].attempts])));

/** What an operator does about work that failed. */
export class FailedTasks {
  /** Without queues, retried tasks wait for the reconciler: some seconds. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: TaskQueues | null,
  ) {}

  /** Newest first. An id is given once and grows with time, so that pages are stable whatever fails, or is resolved, meanwhile. */
  async list(filter: FailedTaskFilter = {}, limit = 50, after: string | null = null): Promise<FailedTaskPage> {
    const rows = await this.dataSource.query<FailedTask[]>(
      `select ${shown} from tasks where ${matches} and ($4::uuid is null or id < $4) order by id desc limit $5`,
      [...valuesOf(filter), after, limit + 1],
    );
    const page = rows.slice(0, limit);
    return { tasks: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  }

  /** Null when there is no such task, or when it has not failed. */
  async show(id: string): Promise<FailedTask | null> {
    const [task] = await this.dataSource.query<FailedTask[]>(`select ${shown} from tasks where id = $1 and state = 'failed'`, [id]);
    return task ?? null;
  }

  /** Due at once, with a new budget of attempts. False when there is no such task, or when it has not failed. */
  async retry(id: string): Promise<boolean> {
    const [task] = await this.dataSource.query<QueuedTask[]>(
      `with budgets as (select $2::jsonb as by_name), retried as (
         update tasks set ${backToPending} from budgets where id = $1 and state = 'failed' returning id, queue
       )
       select id, queue from retried`,
      [id, budgets],
    );
    await this.queues?.offer(task ? [task] : []);
    return task !== undefined;
  }

  /** Retries what matches. Returns how many tasks that were. */
  async retryAll(filter: FailedTaskFilter = {}): Promise<number> {
    const retried = await this.dataSource.query<QueuedTask[]>(
      `with budgets as (select $4::jsonb as by_name), retried as (
         update tasks set ${backToPending} from budgets where ${matches} returning id, queue
       )
       select id, queue from retried order by id`,
      [...valuesOf(filter), budgets],
    );
    await this.queues?.offer(retried);
    return retried.length;
  }

  /** Removes a failed task, and with it what it was about if nothing else holds that: a webhook's delivery. False when it has not failed. */
  async discard(id: string): Promise<boolean> {
    const gone = await this.dataSource.query<unknown[]>(
      `with gone as (delete from tasks where id = $1 and state = 'failed' returning 1) select from gone`,
      [id],
    );
    return gone.length > 0;
  }
}

function valuesOf({ queue, name, systemConnectionId }: FailedTaskFilter): (string | null)[] {
  return [queue ?? null, name ?? null, systemConnectionId ?? null];
}
