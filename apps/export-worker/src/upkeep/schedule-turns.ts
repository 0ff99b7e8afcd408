import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The lease of a turn: after a crash another worker takes the turn this much later. */
const maxTurnSeconds = 600;

/**
 * A due time further away than any turn sets it was written under another clock. Two hours of tolerance, so a clock that was put
 * back by an hour repeats nothing.
 */
const isDue = `turn.due_at <= now() or turn.due_at > now() + make_interval(secs => 2 * $3 + 7200)`;

/** Reads before it writes, because most calls have nothing to write. */
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
 * Lets one worker run a schedule each time it is due. The due time is stored in Postgres, by Postgres' clock: it survives workers
 * and queues, and a worker whose clock is wrong repeats nothing.
 */
@Injectable()
export class ScheduleTurns {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs the work unless another worker runs it or ran it within `everySeconds`. Failed work is due again soon. */
  async take(schedule: string, everySeconds: number, work: () => Promise<unknown>): Promise<boolean> {
    const turnSeconds = Math.min(everySeconds, maxTurnSeconds);
    const taken = await this.dataSource.query<unknown[]>(take, [schedule, turnSeconds, everySeconds]);
    if (taken.length === 0) return false;
    await work();
    await this.dataSource.query(end, [schedule, everySeconds]);
    return true;
  }
}
