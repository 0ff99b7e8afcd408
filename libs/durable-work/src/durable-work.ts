import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { GatheredDispatch } from './gathered-dispatch';
import { tasks, type TaskName, type TaskPayloads } from './task-map';
import type { TaskQueues } from './task-queues';

/** Whatever runs SQL in the caller's transaction: an EntityManager, a client of pg. */
export interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

export interface RecordOptions {
  /** The connection that the task works for: with it the task ends, and among connections the queue is fair. */
  systemConnectionId?: string;
  /** X-Request-Id of the request that caused it; the worker's log carries it. */
  requestId?: string;
}

const insertTask = `
  insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, request_id)
  values ($1, $2, $3, $4, $5, 'pending', $6, $7)`;

/** One of several tasks of a kind. */
export interface ConnectionTask<N extends TaskName> {
  payload: TaskPayloads[N];
  systemConnectionId: string;
}

const insertTasks = `
  insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts)
  select id, $2, $3, payload, system_connection_id, 'pending', $4::int
  from jsonb_to_recordset($1::jsonb) as task (id uuid, payload jsonb, system_connection_id uuid)`;

/**
 * Columns and values of a task of this kind that is not begun, for an insert of the caller's own into a table that inherits `tasks`:
 * all but its id, connection and request id. After the commit the ids go to `dispatchAll`.
 */
export function newTaskColumns(name: TaskName): { columns: string; values: string } {
  const { queue, attempts } = tasks[name];
  return { columns: 'queue, name, payload, state, max_attempts', values: `'${queue}', '${name}', '{}', 'pending', ${attempts}` };
}

/** What must happen later: recorded as a row in the transaction that causes it, and queued under the row's id after its commit. */
export class DurableWork {
  /** Queue of what was recorded and not yet dispatched; a rolled back task stays here until it is pushed out. */
  private readonly recorded = new LRUCache<string, string>({ max: 10_000 });

  private readonly gathered: GatheredDispatch;

  constructor(private readonly queues: TaskQueues) {
    this.gathered = new GatheredDispatch(queues);
  }

  /** Writes the task in the caller's transaction; nothing is queued yet. Returns the task's id. */
  async record<N extends TaskName>(sql: SqlRunner, name: N, payload: TaskPayloads[N], options: RecordOptions = {}): Promise<string> {
    const id = uuidv7();
    const { queue, attempts } = tasks[name];
    const { systemConnectionId = null, requestId = null } = options;
    await sql.query(insertTask, [id, queue, name, JSON.stringify(payload), systemConnectionId, attempts, requestId]);
    this.recorded.set(id, queue);
    return id;
  }

  /** Several tasks of one kind in one statement. Returns their ids, in order. */
  async recordAll<N extends TaskName>(sql: SqlRunner, name: N, all: readonly ConnectionTask<N>[]): Promise<string[]> {
    const { queue, attempts } = tasks[name];
    const rows = all.map(({ payload, systemConnectionId }) => ({ id: uuidv7(), payload, system_connection_id: systemConnectionId }));
    if (rows.length > 0) await sql.query(insertTasks, [JSON.stringify(rows), queue, name, attempts]);
    for (const { id } of rows) this.recorded.set(id, queue);
    return rows.map(({ id }) => id);
  }

  /** After commit: hands the recorded tasks to the queue. Never throws, never waits long: what cannot be queued now is queued by the reconciler. */
  async dispatch(taskIds: readonly string[]): Promise<void> {
    const queued = taskIds.flatMap((id) => {
      const queue = this.recorded.get(id);
      this.recorded.delete(id);
      return queue === undefined ? [] : [{ id, queue }];
    });
    await this.queues.offer(queued);
  }

  /** After commit: hands tasks that the caller's own insert recorded (`newTaskColumns`) to their queue, together with those of other callers. Does not wait; what cannot be queued now is queued by the reconciler. */
  dispatchAll(name: TaskName, taskIds: readonly string[]): void {
    this.gathered.add(taskIds.map((id) => ({ id, queue: tasks[name].queue })));
  }
}
