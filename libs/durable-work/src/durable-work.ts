import { currentTraceparent } from '@sync/telemetry';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { joinEstablished, partitionKeys } from './partitions';
import { type TaskDefinition, tasks, type TaskName, type TaskPayloads, type TaskQueueName } from './task-map';
import type { TaskQueues } from './task-queues';

export interface TaskOptions {
  /** The connection that the task works for: the task is deleted with it, and its fair part of the slots follows from it. */
  systemConnectionId?: string;
  /** Of a task without a connection: whose fair part of the slots it takes. */
  tenantId?: string;
  /** X-Request-Id of the request that caused the task; the worker logs it. */
  requestId?: string;
  /** When it is due. Default: at once. */
  afterSeconds?: number;
}

/** One of several tasks of the same kind. */
export interface ConnectionTask<N extends TaskName> {
  payload: TaskPayloads[N];
  systemConnectionId: string;
}

type RecordedTask<N extends TaskName> = Partial<ConnectionTask<N>> & Pick<TaskOptions, 'tenantId' | 'afterSeconds'>;

/** Records tasks in the transaction it was opened for. No worker sees them before that transaction commits. */
export interface Enqueue {
  /** Returns the task's id. */
  <N extends TaskName>(name: N, payload: TaskPayloads[N], options?: TaskOptions): Promise<string>;
  /** Several tasks of one kind in one statement. Returns their ids, in order. */
  all<N extends TaskName>(name: N, batch: readonly ConnectionTask<N>[], requestId?: string): Promise<string[]>;
}

const recordTasks = (shopHost: string): string => `
  insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, request_id, traceparent, not_before, shop_host, partition, subpartition)
  select task.id, $2, $3, payload, "systemConnectionId", 'pending', $4::int, $5, $6, now() + make_interval(secs => coalesce("afterSeconds", 0)), ${shopHost}, ${partitionKeys('connection', 'task."tenantId"')}
  from jsonb_to_recordset($1::jsonb) as task (id uuid, payload jsonb, "systemConnectionId" uuid, "tenantId" uuid, "afterSeconds" float8)
  left join system_connections connection on connection.id = "systemConnectionId"
  ${joinEstablished('connection', 'task."tenantId"')}
  order by task.id`;

const insertTasks = recordTasks(`''`);

/** A claim looks for room at the host, so the host has a row. Ordered, so that two such statements insert in the same order. */
const insertTasksAtShops = `
  with hosts as (
    insert into shop_hosts (host)
    select distinct connection.shop_host from jsonb_to_recordset($1::jsonb) as task ("systemConnectionId" uuid)
      join system_connections connection on connection.id = task."systemConnectionId" order by 1
    on conflict (host) do nothing
  ) ${recordTasks(`coalesce(connection.shop_host, '')`)}`;

/** Changes data and records the work that follows from the change in one transaction, then rings for a worker. */
export class DurableWork {
  private wakeHere: (queue: TaskQueueName) => boolean = () => false;

  constructor(
    private readonly queues: TaskQueues,
    /** An app that records its tasks with SQL of its own needs none. */
    private readonly dataSource?: DataSource,
  ) {}

  /**
   * Runs `change` in a transaction. After the commit it rings for workers in the background: the caller neither waits for a queue nor sees
   * it fail. Idle workers also poll. A transaction that fails leaves no task behind.
   */
  async transaction<T>(change: (manager: EntityManager, enqueue: Enqueue) => Promise<T>): Promise<T> {
    if (!this.dataSource) throw new Error('This app has no TypeORM DataSource to open a transaction on');
    const recorded = new Set<TaskQueueName>();
    const result = await this.dataSource.transaction((manager) => change(manager, enqueueIn(manager, recorded)));
    this.announce(recorded);
    return result;
  }

  /** After the commit of tasks that other statements recorded, such as `storeWebhooks`: wakes a worker of each queue. */
  announce(queueNames: Iterable<TaskQueueName>): void {
    this.queues.ring([...queueNames].filter((queue) => !this.wakeHere(queue)));
  }

  /** There may be more to claim than a moment ago. Any worker will do. */
  ring(queueNames: Iterable<TaskQueueName>): void {
    this.queues.ring(queueNames);
  }

  /** Workers of this process are woken without a ring. The function returns whether it has woken one that has room. */
  onAnnounced(wakeHere: (queue: TaskQueueName) => boolean): void {
    this.wakeHere = wakeHere;
  }
}

function enqueueIn(manager: EntityManager, recorded: Set<TaskQueueName>): Enqueue {
  const record = async <N extends TaskName>(name: N, batch: readonly RecordedTask<N>[], requestId?: string) => {
    const { queue, attempts, isAtShop }: TaskDefinition = tasks[name];
    const rows = batch.map((task) => ({ id: uuidv7(), ...task }));
    const parameters = [JSON.stringify(rows), queue, name, attempts, requestId ?? null, currentTraceparent()];
    if (rows.length > 0) {
      await manager.query(isAtShop ? insertTasksAtShops : insertTasks, parameters);
      recorded.add(queue);
    }
    return rows.map(({ id }) => id);
  };
  const one = async <N extends TaskName>(
    name: N,
    payload: TaskPayloads[N],
    { systemConnectionId, tenantId, afterSeconds, requestId }: TaskOptions = {},
  ) => {
    const [id] = await record(name, [{ payload, systemConnectionId, tenantId, afterSeconds }], requestId);
    return id as string;
  };
  return Object.assign(one, { all: record });
}
