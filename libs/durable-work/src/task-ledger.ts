import type { DataSource, EntityManager } from 'typeorm';

/** A task that this process works on. `attempts` is the number of this pick-up: it grows with each, so it fences off earlier ones. */
export interface ClaimedTask {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
  maxAttempts: number;
  systemConnectionId: string | null;
  requestId: string | null;
  /** It had failed and was retried. */
  isRetry: boolean;
}

/** Not there, done or failed; or somebody works on it, or it is not due yet, for so many milliseconds. */
export type Unclaimed = { state: 'over' } | { state: 'not due'; milliseconds: number };

type Claim = { state: 'claimed'; task: ClaimedTask } | Unclaimed;

/** Whoever works on a task holds it for so long after each renewal: less than the time after which a queue runs a lost job again. */
export const leaseMs = 10_000;

const claimedFields = `
  id, name, payload, attempts, max_attempts as "maxAttempts", system_connection_id as "systemConnectionId", request_id as "requestId",
  retried_at is not null as "isRetry"`;

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
         update tasks set attempts = attempts + 1, not_before = now() + $2 * interval '1 ms', updated_at = now()
         where id = $1 and state = 'pending' and not_before <= now()
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
         update tasks set attempts = attempts + 1, not_before = now() + $2 * interval '1 ms', updated_at = now()
         where id in (
           select id from tasks
           where state = 'pending' and not_before < now() - interval '5 seconds' and attempts >= max_attempts and name = any($1)
           order by not_before limit 200 for no key update skip locked)
         returning *
       )
       select ${claimedFields} from claimed`,
      [names, leaseMs],
    );
  }

  /** Ids of tasks that somebody picked up and left: they are due again, the lease of a dead worker's having run out. */
  async findLeft(names: readonly string[], most: number): Promise<string[]> {
    const left = await this.dataSource.query<{ id: string }[]>(
      `select id from tasks
       where state = 'pending' and not_before < now() - interval '1 second' and attempts > 0 and name = any($1)
       order by not_before limit $2`,
      [names, most],
    );
    return left.map(({ id }) => id);
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
      `update tasks set state = 'done', last_error = null, updated_at = now(), finished_at = now() where ${held}`,
      [id, attempts],
    );
  }

  /** Due again after so many milliseconds, with that many attempts at most. */
  async postpone({ id, attempts }: ClaimedTask, milliseconds: number, maxAttempts: number, reason: string | null): Promise<boolean> {
    return this.changed(
      this.dataSource.manager,
      `update tasks set not_before = now() + $3 * interval '1 ms', max_attempts = $4, last_error = coalesce($5, last_error), updated_at = now() where ${held}`,
      [id, attempts, milliseconds, maxAttempts, reason],
    );
  }

  async fail(manager: EntityManager, { id, attempts }: ClaimedTask, reason: string): Promise<boolean> {
    return this.changed(
      manager,
      `update tasks set state = 'failed', last_error = $3, updated_at = now(), finished_at = now() where ${held}`,
      [id, attempts, reason],
    );
  }

  private async changed(manager: EntityManager, update: string, parameters: unknown[]): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`with changed as (${update} returning 1) select from changed`, parameters);
    return rows.length > 0;
  }
}
