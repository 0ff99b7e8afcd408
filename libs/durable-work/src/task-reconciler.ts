import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { QueuedTask, TaskQueues } from './task-queues';
import type { TaskRunner } from './task-runner';

/** Any numbers, the same in every process: one of them reconciles at a time. */
const reconcilerLock = 7_246_002;
const mostPerRound = 10_000;
const dayMs = 86_400_000;
const cleanedAtOnce = 1_000;
const cleaningMs = 5_000;

/** Due for some seconds and nobody works on it: perhaps not queued. Connections take turns, so that none starves behind the backlog of another. */
const overdue = `
  select id, queue from (
    select id, queue, not_before, row_number() over (partition by system_connection_id order by not_before, id) as turn
    from tasks where state = 'pending' and not_before < now() - interval '5 seconds'
  ) due
  order by turn, not_before, id
  limit ${mostPerRound}`;

/** Done webhooks tell the copies of themselves: "de-dup memory 30 days". */
const doneTasks = [
  { table: 'tasks', keptDays: 7 },
  { table: 'webhook_tasks', keptDays: 30 },
];

/**
 * Counted from when the work was done. What was done that long ago was recorded before, and ids are time-ordered, so that the primary
 * key leads there. Failed tasks are kept until somebody resolves them.
 */
const cleanDone = (table: string): string => `
  with gone as (
    delete from only ${table} where id in (
      select id from only ${table}
      where id < $1 and state = 'done' and finished_at < now() - make_interval(days => $2)
      order by id limit ${cleanedAtOnce}
    ) returning 1
  )
  select count(*)::int as count from gone`;

/** Puts back on its queue what the ledger says is due: after a crash between commit and enqueue, a lost or flushed queue, a worker that died too often. */
export class TaskReconciler {
  private readonly logger = new Logger('TaskReconciler');

  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: TaskQueues,
    private readonly runner: TaskRunner,
  ) {}

  /** Returns how many tasks it offered to the queues; those that are there already stay as they are. Rejects when the queue or the database is away. */
  async reconcile(): Promise<number> {
    return this.alone(async () => {
      const due = await this.dataSource.query<QueuedTask[]>(overdue);
      await this.queues.add(due);
      if (due.length > 0) this.logger.log({ msg: 'tasks offered to their queues again', tasks: due.length });
      return due.length;
    });
  }

  /** Fails what used up its attempts because its worker died each time. It needs no queue, so it holds while Redis is away. Returns how many. */
  async failAbandoned(): Promise<number> {
    return this.runner.giveUpAbandoned();
  }

  /** Goes on with what dead workers left, whatever waits in the queues. Returns how many tasks it has begun with. */
  async takeOver(): Promise<number> {
    return this.runner.takeOver();
  }

  /** Removes tasks that were done long ago; batch by batch, so that nothing is locked for long. Returns how many. */
  async clean(): Promise<number> {
    return this.alone(async () => {
      let removed = 0;
      for (const { table, keptDays } of doneTasks) removed += await this.cleanTable(table, keptDays);
      return removed;
    });
  }

  private async cleanTable(table: string, keptDays: number): Promise<number> {
    const before = uuidv7({ msecs: Date.now() - keptDays * dayMs, seq: 0, random: new Uint8Array(16) });
    let removed = 0;
    const end = performance.now() + cleaningMs;
    for (let batch = cleanedAtOnce; batch === cleanedAtOnce && performance.now() < end; removed += batch) {
      const [row] = await this.dataSource.query<{ count: number }[]>(cleanDone(table), [before, keptDays]);
      batch = row?.count ?? 0;
    }
    return removed;
  }

  private async alone(work: () => Promise<number>): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const [row] = await manager.query<{ mine: boolean }[]>('select pg_try_advisory_xact_lock($1) as mine', [reconcilerLock]);
      return row?.mine ? work() : 0;
    });
  }
}
