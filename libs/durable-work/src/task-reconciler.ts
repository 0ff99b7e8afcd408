import { Logger } from '@nestjs/common';
import { advisoryLocks } from '@sync/postgres';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { taskQueueNames } from './task-map';
import { countRequeued } from './task-metrics';
import type { QueuedTask, TaskQueues } from './task-queues';
import type { TaskRunner } from './task-runner';

/** Work for some seconds; a longer queue only costs. */
const maxWaiting = 2_000;
const dayMs = 86_400_000;
const cleanBatchSize = 1_000;
const maxCleaningMs = 5_000;

/**
 * Of one queue: due for some seconds and held by no worker, so perhaps not queued. Each job wakes a worker for whichever task has its
 * turn, so a queue needs no more jobs than its workers can use until the next round.
 */
const overdue = `
  select id, queue from tasks
  where queue = $1 and state = 'pending' and not_before > '-infinity' and not_before < now() - interval '5 seconds'
  order by not_before limit $2`;

/** Done webhooks stay longer, to recognise later copies. */
const doneTasks = [
  { which: `name <> 'process-webhook'`, keptDays: 7 },
  { which: `name = 'process-webhook'`, keptDays: 30 },
];

/**
 * Age counts from the end of the work. Ids are time-ordered and a task is recorded before it is done, so an id bounds the scan.
 * Failed tasks stay until they are retried or discarded.
 */
const cleanDone = (which: string): string => `
  with gone as (
    delete from tasks where id in (
      select id from tasks
      where id < $1 and state = 'done' and ${which} and finished_at < now() - make_interval(days => $2)
      order by id limit ${cleanBatchSize}
    ) returning 1
  )
  select count(*)::int as count from gone`;

/** Re-queues what the ledger says is due: after a crash between commit and enqueue, a lost or flushed queue, or a dead worker. */
export class TaskReconciler {
  private readonly logger = new Logger('TaskReconciler');

  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: TaskQueues,
    private readonly runner: TaskRunner,
  ) {}

  /** Returns how many tasks it offered to the queues; already queued ones stay as they are. Rejects when the queue or the database is unavailable. */
  async reconcile(): Promise<number> {
    return alone(this.dataSource, advisoryLocks.reconcile, async () => {
      const due: QueuedTask[] = [];
      for (const queue of taskQueueNames) {
        const room = Math.max(0, maxWaiting - (await this.queues.waiting(queue)));
        due.push(...(await this.dataSource.query<QueuedTask[]>(overdue, [queue, room])));
      }
      await this.queues.add(due);
      countRequeued(due.length);
      if (due.length > 0) this.logger.log({ msg: 'tasks queued again', tasks: due.length });
      return due.length;
    });
  }

  /** Fails tasks that used up their attempts because their workers died. Needs no queue, so it works without Redis. Returns how many. */
  async failAbandoned(): Promise<number> {
    return this.runner.giveUpAbandoned();
  }

  /** Continues the tasks of dead workers, ahead of the queues. Returns how many it started. */
  async takeOver(): Promise<number> {
    return this.runner.takeOver();
  }

  /**
   * Deletes tasks done long ago, in batches so that no lock is held for long. Returns how many. `dataSource`: one whose statements may take
   * long, because a batch passes over all that is kept.
   */
  async clean(dataSource = this.dataSource): Promise<number> {
    return alone(dataSource, advisoryLocks.removeEndedWork, async () => {
      let removed = 0;
      for (const { which, keptDays } of doneTasks) removed += await this.cleanOne(dataSource, cleanDone(which), keptDays);
      return removed;
    });
  }

  private async cleanOne(dataSource: DataSource, statement: string, keptDays: number): Promise<number> {
    const maxId = uuidv7({ msecs: Date.now() - keptDays * dayMs, seq: 0, random: new Uint8Array(16) });
    let removed = 0;
    const end = performance.now() + maxCleaningMs;
    for (let batch = cleanBatchSize; batch === cleanBatchSize && performance.now() < end; removed += batch) {
      const [row] = await dataSource.query<{ count: number }[]>(statement, [maxId, keptDays]);
      batch = row?.count ?? 0;
    }
    return removed;
  }
}

async function alone(dataSource: DataSource, lock: number, work: () => Promise<number>): Promise<number> {
  return dataSource.transaction(async (manager) => {
    const [row] = await manager.query<{ mine: boolean }[]>('select pg_try_advisory_xact_lock($1) as mine', [lock]);
    return row?.mine ? work() : 0;
  });
}
