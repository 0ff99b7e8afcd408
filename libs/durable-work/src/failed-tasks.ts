import type { SqlRunner } from '@sync/postgres';
import { Secret } from '@sync/records';
import type { DataSource, EntityManager } from 'typeorm';
import { failedTaskIds, type FailedTaskFilter } from './find-failed-tasks';
import { taskNames, tasks, type TaskName, type TaskQueueName } from './task-map';
import type { TaskQueues } from './task-queues';

/** A task that used up its attempts or cannot be retried: the failed-job record. */
export interface FailedTask {
  id: string;
  name: TaskName;
  queue: TaskQueueName;
  systemConnectionId: string | null;
  /** Of all retries together. */
  attempts: number;
  /** Safe to show. */
  reason: string | null;
  createdAt: Date;
  failedAt: Date;
}

export interface FailedTaskPage {
  tasks: FailedTask[];
  /** `after` for the next page; null: this is the last. */
  next: string | null;
}

/** What a failed task was to do. Personal data of a shop's customers may be in it. */
export interface FailedPayload {
  payload: Readonly<Record<string, unknown>>;
  /** Null: the task processes no webhook. `body`: null once it was erased. */
  webhook: { topic: string | null; deliveryId: string | null; body: string | null } | null;
}

/** Runs in the transaction of the change, with the ids of the tasks that it changes. */
export type Alongside = (manager: EntityManager, ids: readonly string[]) => Promise<void>;

/** A part of the tasks that a filter matches. */
export interface ResolvedBatch {
  count: number;
  /** `after` for the next batch; null: this was the last. A task that fails again after its retry is not met twice. */
  next: string | null;
}

export interface BatchOptions {
  /** `next` of the batch before. */
  after?: string | null;
  alongside?: Alongside;
}

const shown = `
  id, name, queue, system_connection_id as "systemConnectionId", attempts, last_error as reason, created_at as "createdAt",
  coalesce(finished_at, updated_at) as "failedAt"`;

/**
 * `attempts` keeps counting, because it fences off earlier workers; a new budget is added to it. Of concurrent retries the first
 * changes the state, and the others find no failed task.
 */
const retryTasks = `
  with budgets as (select $2::jsonb as by_name), chosen as materialized (
    select id from tasks where id = any($1) and state = 'failed' order by id for update
  ), retried as (
    update tasks set state = 'pending', max_attempts = attempts + coalesce((budgets.by_name ->> name)::int, 1), waited_ms = 0,
      not_before = now(), retried_at = now(), updated_at = now(), finished_at = null
    from budgets where tasks.id in (select id from chosen) returning tasks.id, queue
  )
  select id, queue from retried order by id`;

const discardTasks = `
  with chosen as materialized (
    select id from tasks where id = any($1) and state = 'failed' order by id for update
  ), gone as (
    delete from tasks where id in (select id from chosen) returning id
  )
  select id from gone order by id`;

const budgets = JSON.stringify(Object.fromEntries(taskNames.map((name) => [name, tasks[name].attempts])));

/** Tasks that one transaction resolves. */
const batchSize = 500;

/** What an operator can do about failed work. */
export class FailedTasks {
  /** Without queues, retried tasks wait until idle workers poll. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: TaskQueues | null,
  ) {}

  /** Newest first. Keyset pages by id stay stable while tasks fail or are resolved. */
  async list(filter: FailedTaskFilter = {}, limit = 50, after: string | null = null): Promise<FailedTaskPage> {
    const parameters: unknown[] = [after, limit + 1];
    const ids = failedTaskIds(filter, parameters);
    const rows = await this.dataSource.query<FailedTask[]>(
      `select ${shown} from tasks where id in (${ids}) and state = 'failed' order by id desc`,
      parameters,
    );
    const page = rows.slice(0, limit);
    return { tasks: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  }

  /** Null: no such failed task. */
  async show(id: string): Promise<FailedTask | null> {
    const [task] = await this.dataSource.query<FailedTask[]>(`select ${shown} from tasks where id = $1 and state = 'failed'`, [id]);
    return task ?? null;
  }

  /** Null: no such failed task. `alongside` records who saw it. */
  async reveal(id: string, alongside: Alongside): Promise<Secret<FailedPayload> | null> {
    return this.dataSource.transaction(async (manager) => {
      const payload = await readPayload(manager, id);
      if (payload) await alongside(manager, [id]);
      return payload;
    });
  }

  /** Makes it due at once, with a new budget of attempts. False: no such failed task. */
  async retry(id: string, alongside?: Alongside): Promise<boolean> {
    return (await this.retryTasks([id], alongside)) > 0;
  }

  /** Each task once, also one that fails again meanwhile. Returns how many tasks it retried. */
  async retryAll(filter: FailedTaskFilter = {}): Promise<number> {
    let retried = 0;
    let after: string | null = null;
    do {
      const batch: ResolvedBatch = await this.retryBatch(filter, { after });
      retried += batch.count;
      after = batch.next;
    } while (after !== null);
    return retried;
  }

  /** Retries the newest tasks that the filter matches, a bounded number of them. */
  retryBatch(filter: FailedTaskFilter, { after = null, alongside }: BatchOptions = {}): Promise<ResolvedBatch> {
    return this.inBatch(filter, after, (ids) => this.retryTasks(ids, alongside));
  }

  /** Deletes a failed task, and a webhook with it. False: no such failed task. */
  async discard(id: string, alongside?: Alongside): Promise<boolean> {
    return (await this.discardTasks([id], alongside)) > 0;
  }

  /** Discards the newest tasks that the filter matches, a bounded number of them. */
  discardBatch(filter: FailedTaskFilter, { after = null, alongside }: BatchOptions = {}): Promise<ResolvedBatch> {
    return this.inBatch(filter, after, (ids) => this.discardTasks(ids, alongside));
  }

  private async inBatch(
    filter: FailedTaskFilter,
    after: string | null,
    resolve: (ids: string[]) => Promise<number>,
  ): Promise<ResolvedBatch> {
    const parameters: unknown[] = [after, batchSize];
    const found = await this.dataSource.query<{ id: string }[]>(failedTaskIds(filter, parameters), parameters);
    const ids = found.map(({ id }) => id);
    const count = ids.length > 0 ? await resolve(ids) : 0;
    return { count, next: ids.length === batchSize ? (ids.at(-1) ?? null) : null };
  }

  private async retryTasks(ids: readonly string[], alongside?: Alongside): Promise<number> {
    const retried = await this.inTransaction((sql) => sql.query<{ id: string; queue: string }[]>(retryTasks, [ids, budgets]), alongside);
    this.queues?.ring(retried.map(({ queue }) => queue));
    return retried.length;
  }

  private async discardTasks(ids: readonly string[], alongside?: Alongside): Promise<number> {
    return (await this.inTransaction((sql) => sql.query<{ id: string }[]>(discardTasks, [ids]), alongside)).length;
  }

  private inTransaction<T extends { id: string }>(change: (sql: SqlRunner) => Promise<T[]>, alongside?: Alongside): Promise<T[]> {
    return this.dataSource.transaction(async (manager) => {
      const changed = await change(manager);
      const ids = changed.map(({ id }) => id);
      if (ids.length > 0) await alongside?.(manager, ids);
      return changed;
    });
  }
}

interface PayloadRow {
  payload: Readonly<Record<string, unknown>>;
  isWebhook: boolean;
  topic: string | null;
  deliveryId: string | null;
  body: string | null;
}

const selectPayload = `
  select payload, name = 'process-webhook' as "isWebhook", topic, delivery_id as "deliveryId", body from tasks
  where id = $1 and state = 'failed'`;

async function readPayload(sql: SqlRunner, id: string): Promise<Secret<FailedPayload> | null> {
  const [row] = await sql.query<PayloadRow[]>(selectPayload, [id]);
  if (!row) return null;
  const { payload, isWebhook, topic, deliveryId, body } = row;
  return new Secret({ payload, webhook: isWebhook ? { topic, deliveryId, body } : null });
}
