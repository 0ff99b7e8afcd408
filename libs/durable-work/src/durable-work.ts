import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { loggableError } from './loggable-error';
import { tasks, type TaskName, type TaskPayloads } from './task-map';
import { endsWithin } from './task-queue';
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

const dispatchWithinMs = 1_000;

const insertTask = `
  insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, request_id)
  values ($1, $2, $3, $4, $5, 'pending', $6, $7)`;

/** What must happen later: recorded as a row in the transaction that causes it, and queued under the row's id after its commit. */
export class DurableWork {
  private readonly logger = new Logger('DurableWork');
  /** Queue of what was recorded and not yet dispatched; a rolled back task stays here until it is pushed out. */
  private readonly recorded = new LRUCache<string, string>({ max: 10_000 });

  constructor(private readonly queues: TaskQueues) {}

  /** Writes the task in the caller's transaction; nothing is queued yet. Returns the task's id. */
  async record<N extends TaskName>(sql: SqlRunner, name: N, payload: TaskPayloads[N], options: RecordOptions = {}): Promise<string> {
    const id = uuidv7();
    const { queue, attempts } = tasks[name];
    const { systemConnectionId = null, requestId = null } = options;
    await sql.query(insertTask, [id, queue, name, JSON.stringify(payload), systemConnectionId, attempts, requestId]);
    this.recorded.set(id, queue);
    return id;
  }

  /** After commit: hands the recorded tasks to the queue. Never throws, never waits long: what cannot be queued now is queued by the reconciler. */
  async dispatch(taskIds: readonly string[]): Promise<void> {
    const queued = taskIds.flatMap((id) => {
      const queue = this.recorded.get(id);
      this.recorded.delete(id);
      return queue === undefined ? [] : [{ id, queue }];
    });
    if (queued.length === 0) return;
    const adding = this.queues.add(queued).catch((error: unknown) => this.leaveToReconciler(queued.length, error));
    if (!(await endsWithin(adding, dispatchWithinMs))) this.leaveToReconciler(queued.length, new Error('The queue does not answer'));
  }

  private leaveToReconciler(count: number, error: unknown): void {
    this.logger.warn({ msg: 'tasks not queued yet', tasks: count, error: loggableError(error) });
  }
}
