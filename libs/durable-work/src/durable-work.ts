import { currentTraceparent } from '@sync/telemetry';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { GatheredDispatch } from './gathered-dispatch';
import { joinEstablished, shareAndLane } from './shares';
import { tasks, type TaskName, type TaskPayloads } from './task-map';
import type { QueuedTask, TaskQueues } from './task-queues';

export interface TaskOptions {
  /** The connection that the task works for: the task is deleted with it, and the reconciler takes connections in turn. */
  systemConnectionId?: string;
  /** X-Request-Id of the request that caused the task; the worker logs it. */
  requestId?: string;
}

/** One of several tasks of the same kind. */
export interface ConnectionTask<N extends TaskName> {
  payload: TaskPayloads[N];
  systemConnectionId: string;
}

/** Records tasks in the transaction it was opened for. Nothing is queued before that transaction commits. */
export interface Enqueue {
  /** Returns the task's id. */
  <N extends TaskName>(name: N, payload: TaskPayloads[N], options?: TaskOptions): Promise<string>;
  /** Several tasks of one kind in one statement. */
  all<N extends TaskName>(name: N, batch: readonly ConnectionTask<N>[], requestId?: string): Promise<void>;
}

const insertTasks = `
  insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, request_id, traceparent, share, lane)
  select task.id, $2, $3, payload, "systemConnectionId", 'pending', $4::int, $5, $6, ${shareAndLane('connection')}
  from jsonb_to_recordset($1::jsonb) as task (id uuid, payload jsonb, "systemConnectionId" uuid)
  left join system_connections connection on connection.id = "systemConnectionId"
  ${joinEstablished('connection')}`;

/** Changes data and records the work that follows from the change in one transaction, then hands that work to the queues. */
export class DurableWork {
  private readonly gathered: GatheredDispatch;
  private listener: (queue: string) => void = () => undefined;

  constructor(
    private readonly queues: TaskQueues,
    /** An app that records its tasks with SQL of its own needs none. */
    private readonly dataSource?: DataSource,
  ) {
    this.gathered = new GatheredDispatch(queues);
  }

  /**
   * Runs `change` in a transaction. After the commit the tasks it enqueued go to their queues in the background: the caller
   * neither waits for a queue nor sees it fail. The reconciler queues the rest later. A transaction that fails
   * leaves no task behind.
   */
  async transaction<T>(change: (manager: EntityManager, enqueue: Enqueue) => Promise<T>): Promise<T> {
    if (!this.dataSource) throw new Error('This app has no TypeORM DataSource to open a transaction on');
    const recorded: QueuedTask[] = [];
    const result = await this.dataSource.transaction((manager) => change(manager, enqueueIn(manager, recorded)));
    void this.queues.offer(recorded);
    for (const queue of new Set(recorded.map((task) => task.queue))) this.listener(queue);
    return result;
  }

  /** The listener hears of each queue that a transaction of this process recorded tasks for, after the commit. */
  onRecorded(listener: (queue: string) => void): void {
    this.listener = listener;
  }

  /** After commit: queues tasks that `storeWebhooks` recorded, batched with those of other callers. */
  dispatchAll(name: TaskName, taskIds: readonly string[]): void {
    this.gathered.add(taskIds.map((id) => ({ id, queue: tasks[name].queue })));
  }
}

function enqueueIn(manager: EntityManager, recorded: QueuedTask[]): Enqueue {
  const record = async <N extends TaskName>(name: N, batch: readonly Partial<ConnectionTask<N>>[], requestId?: string) => {
    const { queue, attempts } = tasks[name];
    const rows = batch.map((task) => ({ id: uuidv7(), ...task }));
    const parameters = [JSON.stringify(rows), queue, name, attempts, requestId ?? null, currentTraceparent()];
    if (rows.length > 0) await manager.query(insertTasks, parameters);
    recorded.push(...rows.map(({ id }) => ({ id, queue })));
    return rows.map(({ id }) => id);
  };
  const one = async <N extends TaskName>(name: N, payload: TaskPayloads[N], { systemConnectionId, requestId }: TaskOptions = {}) => {
    const [id] = await record(name, [{ payload, systemConnectionId }], requestId);
    return id as string;
  };
  const all: Enqueue['all'] = async (name, batch, requestId) => void (await record(name, batch, requestId));
  return Object.assign(one, { all });
}
