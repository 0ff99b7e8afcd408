import type { DataSource, EntityManager } from 'typeorm';
import { claimedFields, pickedUp, type ClaimedTask } from './claimed-task';
import type { NextAttempt } from './next-attempt';
import type { QueuedTask } from './task-queues';

/** `over`: deleted, done, failed, or of a name that this version does not know. `not due`: held or waiting for this long. */
export type Unclaimed = { state: 'over' } | { state: 'not due'; milliseconds: number };

type Claim = { state: 'claimed'; task: ClaimedTask } | Unclaimed;

/** How long a claim lasts after each renewal: less than a queue waits before it runs a lost job again. */
export const leaseMs = 8_000;

const held = `id = $1 and attempts = $2 and state = 'pending'`;

/**
 * The tasks in Postgres, which are the truth. `not_before` is when a task may be picked up: for a held task, the end of its lease.
 * Methods that change a claimed task return false when it is no longer the caller's.
 */
export class TaskLedger {
  constructor(
    private readonly dataSource: DataSource,
    /** Tasks that this process can carry out. Others wait for a process that can: during an upgrade, of the newer version. */
    private readonly names: readonly string[],
  ) {}

  async claim(id: string): Promise<Claim> {
    const [task] = await this.dataSource.query<ClaimedTask[]>(
      `with claimed as (
         update tasks set ${pickedUp} where id = $1 and state = 'pending' and not_before <= now() and name = any($3)
         returning *
       )
       select ${claimedFields} from claimed`,
      [id, leaseMs, this.names],
    );
    if (task) return { state: 'claimed', task };
    const [waiting] = await this.dataSource.query<{ milliseconds: number }[]>(
      `select greatest(extract(epoch from not_before - now()) * 1000, 0)::int as milliseconds from tasks
       where id = $1 and state = 'pending' and name = any($2)`,
      [id, this.names],
    );
    return waiting ? { state: 'not due', ...waiting } : { state: 'over' };
  }

  /** Claims a batch of tasks without attempts left whose leases ran out some seconds ago: their workers died. */
  async claimAbandoned(): Promise<ClaimedTask[]> {
    return this.dataSource.query<ClaimedTask[]>(
      `with claimed as (
         update tasks set ${pickedUp} where id in (
           select id from tasks
           where state = 'pending' and held and not_before < now() - interval '5 seconds' and attempts >= max_attempts and name = any($1)
           order by not_before limit 200 for no key update skip locked)
         returning *
       )
       select ${claimedFields} from claimed`,
      [this.names, leaseMs],
    );
  }

  /** Held tasks whose lease has run out: dead workers left them. `max` limits them per queue. */
  async findLeft(max: Readonly<Record<string, number>>): Promise<QueuedTask[]> {
    return this.dataSource.query<QueuedTask[]>(
      `select id, queue from (
         select id, queue, row_number() over (partition by queue order by not_before) as place
         from tasks where state = 'pending' and held and not_before < now() - interval '1 second' and name = any($1)
       ) left_tasks
       where place <= ($2::jsonb ->> queue)::int`,
      [this.names, JSON.stringify(max)],
    );
  }

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
