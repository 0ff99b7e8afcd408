import type { DataSource } from 'typeorm';
import { taskNames, tasks, type TaskName, type TaskQueueName } from './task-map';
import type { QueuedTask, TaskQueues } from './task-queues';

/** A task that used up its attempts or cannot be retried: the failed-job record. */
export interface FailedTask {
  id: string;
  name: string;
  queue: string;
  systemConnectionId: string | null;
  /** Of all retries together. */
  attempts: number;
  /** Safe to show. */
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
  /** `after` for the next page; null: this is the last. */
  next: string | null;
}

const shown = `
  id, name, queue, system_connection_id as "systemConnectionId", attempts, last_error as reason, created_at as "createdAt",
  coalesce(finished_at, updated_at) as "failedAt"`;

/** $1 to $3; null matches everything. */
const matches = `
  state = 'failed' and ($1::text is null or queue = $1) and ($2::text is null or name = $2) and ($3::uuid is null or system_connection_id = $3)`;

/**
 * `attempts` keeps counting, because it fences off earlier workers; a new budget is added to it. Of concurrent retries the first
 * changes the state, and the others find no failed task.
 */
const backToPending = `
  state = 'pending', max_attempts = attempts + coalesce((budgets.by_name ->> name)::int, 1), waited_ms = 0, not_before = now(),
  retried_at = now(), updated_at = now(), finished_at = null`;

const budgets = JSON.stringify(Object.fromEntries(taskNames.map((name) => [name, tasks[name].attempts])));

/** What an operator can do about failed work. */
export class FailedTasks {
  /** Without queues, retried tasks wait some seconds for the reconciler. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: TaskQueues | null,
  ) {}

  /** Newest first. Keyset pages by id stay stable while tasks fail or are resolved. */
  async list(filter: FailedTaskFilter = {}, limit = 50, after: string | null = null): Promise<FailedTaskPage> {
    const rows = await this.dataSource.query<FailedTask[]>(
      `select ${shown} from tasks where ${matches} and ($4::uuid is null or id < $4) order by id desc limit $5`,
      [...valuesOf(filter), after, limit + 1],
    );
    const page = rows.slice(0, limit);
    return { tasks: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  }

  /** Null: no such failed task. */
  async show(id: string): Promise<FailedTask | null> {
    const [task] = await this.dataSource.query<FailedTask[]>(`select ${shown} from tasks where id = $1 and state = 'failed'`, [id]);
    return task ?? null;
  }

  /** Makes it due at once, with a new budget of attempts. False: no such failed task. */
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

  /** Returns how many tasks it retried. */
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

  /** Deletes a failed task, and a webhook with it. False: no such failed task. */
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
