import type { DataSource, EntityManager } from 'typeorm';
import type { ClaimedTask } from './claimed-task';
import type { NextAttempt } from './next-attempt';

/** How long a claim lasts after each renewal. */
export const leaseMs = 8_000;

const held = `id = $1 and attempts = $2 and state = 'pending'`;

/**
 * The tasks in Postgres, which are the truth. `not_before` is when a task may be picked up: for a held task, the end of its lease.
 * Methods that change a claimed task return false when it is no longer the caller's.
 */
export class TaskLedger {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Renews several claims in one statement. Returns the ids of those it has renewed. Leaves out those that are lost, and those whose rows
   * are locked, for instance by the transaction that completes them, so that none waits for another.
   */
  async renewAll(tasks: readonly ClaimedTask[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `with mine as (
         select task.id from unnest($1::uuid[], $2::integer[]) as claimed (id, attempts)
           join tasks task on task.id = claimed.id and task.attempts = claimed.attempts and task.state = 'pending'
         for no key update of task skip locked
       ), renewed as (
         update tasks set not_before = now() + $3 * interval '1 ms' from mine where tasks.id = mine.id returning tasks.id
       )
       select id from renewed`,
      [tasks.map(({ id }) => id), tasks.map(({ attempts }) => attempts), leaseMs],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async renew({ id, attempts }: ClaimedTask): Promise<boolean> {
    return this.changed(this.dataSource.manager, `update tasks set not_before = now() + $3 * interval '1 ms' where ${held}`, [
      id,
      attempts,
      leaseMs,
    ]);
  }

  /** Erases a webhook's body in the same statement. */
  async complete(manager: EntityManager, { id, attempts }: ClaimedTask): Promise<boolean> {
    return this.changed(
      manager,
      `update tasks set state = 'done', body = null, last_error = null, updated_at = now(), finished_at = now() where ${held}`,
      [id, attempts],
    );
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

  async fail(manager: EntityManager, { id, attempts }: ClaimedTask, reason: string): Promise<boolean> {
    return this.changed(
      manager,
      `update tasks set state = 'failed', held = false, last_error = $3, updated_at = now(), finished_at = now() where ${held}`,
      [id, attempts, reason],
    );
  }

  private async changed(manager: EntityManager, update: string, parameters: unknown[]): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`with changed as (${update} returning 1) select from changed`, parameters);
    return rows.length > 0;
  }
}
