import type { SqlRunner } from '@sync/postgres';
import { counter, figure, histogram } from '@sync/telemetry';
import { isTaskName, taskNames } from './task-map';
import { readWorkFigures } from './work-figures';

/** Of one attempt. `lost`: another worker has the task. `deferred`: no failure, others go first. */
type AttemptOutcome = 'done' | 'lost' | 'error' | 'deferred';

const attempts = histogram(
  {
    name: 'sync_task_attempt_duration_seconds',
    help: 'Attempts at tasks and how long they took, by outcome.',
    labels: ['task', 'outcome'],
  },
  [0.01, 0.05, 0.25, 1, 5, 30, 120],
);

/** Of a task that a newer version has left. */
const unknownTask = 'unknown';

const failed = counter(
  { name: 'sync_tasks_failed_total', help: 'Tasks that failed permanently.', labels: ['task'] },
  [...taskNames, unknownTask].map((task) => ({ task })),
);

const queued = figure({
  name: 'sync_queue_tasks',
  help: 'Unfinished tasks by queue: waiting, or running on a worker. At most 10,000 of each are counted.',
  labels: ['queue', 'state'],
});

const oldest = figure({
  name: 'sync_queue_oldest_task_age_seconds',
  help: 'For how long the oldest task of a queue that waits for a worker has been due.',
  labels: ['queue'],
});

const failedNow = figure({
  name: 'sync_failed_tasks',
  help: 'Tasks that failed permanently and were neither retried nor discarded. At most 10,000 are counted.',
});

/** Names come from the ledger. */
const labelOf = (task: string): string => (isTaskName(task) ? task : unknownTask);

export function countAttempt(task: string, outcome: AttemptOutcome, milliseconds: number): void {
  attempts.observe({ task: labelOf(task), outcome }, milliseconds / 1_000);
}

export function countFailedTask(task: string): void {
  failed.inc({ task: labelOf(task) });
}

const maxCounted = 10_000;

/** Measures the ledger for the whole service, at a bounded cost. */
export async function measureQueues(sql: SqlRunner): Promise<void> {
  const figures = await readWorkFigures(sql, maxCounted);
  queued.measured(
    figures.queues.flatMap(({ queue, waiting, running }) => [
      { queue, state: 'waiting', value: waiting },
      { queue, state: 'running', value: running },
    ]),
  );
  oldest.measured(figures.queues.map(({ queue, dueForSeconds }) => ({ queue, value: dueForSeconds })));
  failedNow.measured([{ value: figures.failed }]);
}
