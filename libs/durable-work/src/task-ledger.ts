import { BatchedCalls, queryPrepared } from '@sync/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import type { ClaimedTask } from './claimed-task';
import type { NextAttempt } from './next-attempt';

/** How long a claim lasts after each renewal. */
export const leaseMs = 8_000;

/** Erases a webhook's body in the same statement. */
const done = `state = 'done', body = null, last_error = null, updated_at = now(), finished_at = now()`;
const held = `id = $1 and attempts = $2 and state = 'pending'`;

/**
 * The tasks in Postgres, which are the truth. `not_before` is when a task may be picked up: for a held task, the end of its lease.
 * Methods that change a claimed task return false when it is no longer the caller's.
 */
export class TaskLedger {
  private readonly completions = new BatchedCalls<ClaimedTask, boolean>((tasks) => this.completeAll(tasks), {
    maxConcurrentBatches: 1,
    maxCalls: 100,
  });

  constructor(private readonly dataSource: DataSource) {}

  /** Renews several claims in one statement. Returns the ids of those it has renewed, as `changedTogether` does. */
  renewAll(tasks: readonly ClaimedTask[]): Promise<Set<string>> {
    return this.changedTogether(tasks, `not_before = now() + ${leaseMs} * interval '1 ms'`);
  }

  async renew({ id, attempts }: ClaimedTask): Promise<boolean> {
    return this.changed(this.dataSource.manager, `update tasks set not_before = now() + $3 * interval '1 ms' where ${held}`, [
      id,
      attempts,
      leaseMs,
    ]);
  }

  /** Outside of a transaction: tasks that end while others are completed are completed together. */
  async completeWithOthers(task: ClaimedTask): Promise<boolean> {
    // It may be locked, for instance by the deletion of its connection, and holds up no other task.
    return (await this.completions.call(task)) || this.complete(this.dataSource.manager, task);
  }

  private async completeAll(tasks: readonly ClaimedTask[]): Promise<boolean[]> {
    const completed = await this.changedTogether(tasks, done);
    return tasks.map(({ id }) => completed.has(id));
  }

  async complete(manager: EntityManager, { id, attempts }: ClaimedTask): Promise<boolean> {
    return this.changed(manager, `update tasks set ${done} where ${held}`, [id, attempts]);
  }

  /** Puts the task back. Without a reason, that of an earlier attempt stays. */
  async postpone({ id, attempts }: ClaimedTask, next: NextAttempt, reason: string | null): Promise<boolean> {
    return this.changed(
      this.dataSource.manager,
      `update tasks set held = false, not_before = now() + $3 * interval '1 ms', max_attempts = $4, waited_ms = $5,
         last_error = coalesce($6, last_error), updated_at = now()
       where ${held}`,
      [id, attempts, next.milliseconds, next.maxAttempts, next.waitedMs, reason],
    );
  }

  /** Places the task at the tenant and system of its connection, for lists of failed tasks. */
  async fail(manager: EntityManager, { id, attempts }: ClaimedTask, reason: string): Promise<boolean> {
    return this.changed(
      manager,
      `update tasks set state = 'failed', held = false, last_error = $3, updated_at = now(), finished_at = now(),
         (tenant_id, system_id) = (select connection.tenant_id, connection.system_id from system_connections connection where connection.id = tasks.system_connection_id)
       where ${held}`,
      [id, attempts, reason],
    );
  }

  /**
   * The ids of those it has changed. Leaves out those that are lost, and those whose rows are locked, for instance by the transaction that
   * completes them, so that none waits for another.
   */
  private async changedTogether(tasks: readonly ClaimedTask[], change: string): Promise<Set<string>> {
    const rows = await queryPrepared<{ id: string }>(
      this.dataSource,
      `with mine as (
         select task.id from unnest($1::uuid[], $2::integer[]) as claimed (id, attempts)
           join tasks task on task.id = claimed.id and task.attempts = claimed.attempts and task.state = 'pending'
         for no key update of task skip locked
       ), changed as (
         update tasks set ${change} from mine where tasks.id = mine.id returning tasks.id
       )
       select id from changed`,
      [tasks.map(({ id }) => id), tasks.map(({ attempts }) => attempts)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  private async changed(manager: EntityManager, update: string, parameters: unknown[]): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`with changed as (${update} returning 1) select from changed`, parameters);
    return rows.length > 0;
  }
}
