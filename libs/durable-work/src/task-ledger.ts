import type { DataSource, EntityManager } from 'typeorm';
import type { NextAttempt } from './next-attempt';
import type { QueuedTask } from './task-queues';

/** A task that this process works on. `attempts` is the number of this pick-up: it grows with each, so it fences off earlier ones. */
export interface ClaimedTask {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
  maxAttempts: number;
  waitedMs: number;
  systemConnectionId: string | null;
  requestId: string | null;
  /** It had failed and was retried. */
  isRetry: boolean;
  /** Why an earlier attempt failed. */
  lastError: string | null;
}

/** Not there, done or failed; or somebody works on it, or it is not due yet, for so many milliseconds. */
export type Unclaimed = { state: 'over' } | { state: 'not due'; milliseconds: number };

type Claim = { state: 'claimed'; task: ClaimedTask } | Unclaimed;

/** Whoever works on a task holds it for so long after each renewal: less than the time after which a queue runs a lost job again. */
export const leaseMs = 8_000;

const claimedFields = `
  id, name, payload, attempts, max_attempts as "maxAttempts", waited_ms as "waitedMs", system_connection_id as "systemConnectionId",
  request_id as "requestId", retried_at is not null as "isRetry", last_error as "lastError"`;

const pickedUp = `attempts = attempts + 1, held = true, not_before = now() + $2 * interval '1 ms', updated_at = now()`;

const held = `id = $1 and attempts = $2 and state = 'pending'`;

/**
 * The tasks in Postgres, which are the truth. `not_before` is the instant from which a task may be picked up: while somebody
 * works on it, the end of the lease. Each method of one task returns false, or throws, when the task is no longer the caller's.
 */
export class TaskLedger {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts the attempt before it starts, so that a crash counts too. */
  async claim(id: string): Promise<Claim> {
    const [task] = await this.dataSource.query<ClaimedTask[]>(
      `with claimed as (
         update tasks set ${pickedUp} where id = $1 and state = 'pending' and not_before <= now()
         returning *
       )
       select ${claimedFields} from claimed`,
      [id, leaseMs],
    );
    if (task) return { state: 'claimed', task };
    const [waiting] = await this.dataSource.query<{ milliseconds: number }[]>(
      `select greatest(extract(epoch from not_before - now()) * 1000, 0)::int as milliseconds from tasks where id = $1 and state = 'pending'`,
      [id],
    );
    return waiting ? { state: 'not due', ...waiting } : { state: 'over' };
  }

  /** Picks up a batch of tasks that have no attempt left and that nobody has worked on for some seconds: their workers died. */
  async claimAbandoned(names: readonly string[]): Promise<ClaimedTask[]> {
    return this.dataSource.query<ClaimedTask[]>(
      `with claimed as (
         update tasks set ${pickedUp} where id in (
           select id from tasks
           where state = 'pending' and not_before < now() - interval '5 seconds' and attempts >= max_attempts and name = any($1)
           order by not_before limit 200 for no key update skip locked)
         returning *
       )
       select ${claimedFields} from claimed`,
      [names, leaseMs],
    );
  }

  /** Tasks that a dead worker left: picked up, not put back, and the lease has run out. Of each queue so many at most. */
  async findLeft(names: readonly string[], most: Readonly<Record<string, number>>): Promise<QueuedTask[]> {
    return this.dataSource.query<QueuedTask[]>(
      `select id, queue from (
         select id, queue, row_number() over (partition by queue order by not_before) as place
         from tasks where state = 'pending' and held and not_before < now() - interval '1 second' and name = any($1)
       ) left_tasks
       where place <= ($2::jsonb ->> queue)::int`,
      [names, JSON.stringify(most)],
    );
  }

  async renew({ id, attempts }: ClaimedTask): Promise<boolean> {
    return this.changed(this.dataSource.manager, `update tasks set not_before = now() + $3 * interval '1 ms' where ${held}`, [
      id,
      attempts,
      leaseMs,
    ]);
  }

  async complete(manager: EntityManager, { id, attempts }: ClaimedTask): Promise<boolean> {
    return this.changed(
      manager,
      `update tasks set state = 'done', body = null, last_error = null, updated_at = now(), finished_at = now() where ${held}`,
      [id, attempts],
    );
  }

  /** Puts the task back. Without a reason the one of an earlier attempt stays. */
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
