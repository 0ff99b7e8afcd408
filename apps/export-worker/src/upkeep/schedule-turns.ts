import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Whoever takes a turn and dies is followed by the next one after this long. */
const longestTurnSeconds = 600;

/**
 * A due time that is further away than any turn sets it was written under another clock. One hour or two more than usual are let
 * be: a clock that was put back repeats nothing.
 */
const isDue = `turn.due_at <= now() or turn.due_at > now() + make_interval(secs => 2 * $3 + 7200)`;

/** Looks before it writes, because mostly there is nothing to write. */
const take = `
  with taken as (
    insert into schedule_turns as turn (schedule, due_at)
    select $1, now() + make_interval(secs => $2)
    where not exists (select from schedule_turns turn where turn.schedule = $1 and not (${isDue}))
    on conflict (schedule) do update set due_at = excluded.due_at where ${isDue}
    returning 1
  )
  select from taken`;

const end = `update schedule_turns set due_at = now() + make_interval(secs => $2) where schedule = $1`;

/**
 * Lets one of all workers carry out a schedule each time that it is due. When that is stands in Postgres, by Postgres' clock: it
 * outlives every worker and every queue, and whose own clock is wrong does nothing twice.
 */
@Injectable()
export class ScheduleTurns {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs the work unless somebody else does, or has done so less than that many seconds ago. One that fails is due again soon. */
  async take(schedule: string, everySeconds: number, work: () => Promise<unknown>): Promise<boolean> {
    const turnSeconds = Math.min(everySeconds, longestTurnSeconds);
    const taken = await this.dataSource.query<unknown[]>(take, [schedule, turnSeconds, everySeconds]);
    if (taken.length === 0) return false;
    await work();
    await this.dataSource.query(end, [schedule, everySeconds]);
    return true;
  }
}
