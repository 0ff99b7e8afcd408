import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { endsWithin, TaskQueue } from './task-queue';
import { taskQueueNames } from './task-map';
import { mustBeReadyAtStart, type QueueLocation } from './queue-backend';

export interface QueuedTask {
  id: string;
  queue: string;
}

const batchSize = 500;
const offerTimeoutMs = 1_000;

/** The queues of all tasks. A job's id is made of its task's id, so a task has at most one job in its queue. */
export class TaskQueues {
  private readonly logger = new Logger('TaskQueues');
  private readonly queues: ReadonlyMap<string, TaskQueue>;

  constructor(
    private readonly location: QueueLocation,
    queues: readonly TaskQueue[],
  ) {
    this.queues = new Map(queues.map((queue) => [queue.name, queue]));
  }

  static open(location: QueueLocation): TaskQueues {
    return new TaskQueues(
      location,
      taskQueueNames.map((name) => new TaskQueue(name, { connection: location })),
    );
  }

  /** Whether queues and workers are useless unless they can connect at the start. */
  get mustBeReady(): boolean {
    return mustBeReadyAtStart(this.location);
  }

  /** Resolves when tasks can be added. Rejects when Postgres is down; waits for Redis for at most two seconds. */
  async waitUntilReady(): Promise<void> {
    const all = [...this.queues.values()];
    await Promise.all(all.map((queue) => (this.mustBeReady ? queue.waitUntilReady() : respondsSoon(queue))));
  }

  /** Rejects when the queue is down. Ignores tasks of queues that this version does not know. */
  async add(tasks: readonly QueuedTask[]): Promise<void> {
    for (const [name, queue] of this.queues) {
      const jobs = tasks
        .filter((task) => task.queue === name)
        .map(({ id }) => ({ name: 'task', data: { taskId: id }, opts: { jobId: `task-${id}` } }));
      for (let start = 0; start < jobs.length; start += batchSize) await queue.addBulk(jobs.slice(start, start + batchSize));
    }
  }

  /** Never rejects and never takes long: the reconciler queues what could not be queued now. */
  async offer(tasks: readonly QueuedTask[]): Promise<void> {
    if (tasks.length === 0) return;
    const adding = this.add(tasks).catch((error: unknown) => this.leaveToReconciler(tasks.length, error));
    if (!(await endsWithin(adding, offerTimeoutMs))) this.leaveToReconciler(tasks.length, new Error('The queue does not respond'));
  }

  /** For readiness. Rejects when the queue is down. */
  async requireResponse(): Promise<void> {
    await this.waiting('sync-rules');
  }

  /** How many jobs are waiting. Rejects when the queue is down. */
  async waiting(name: string): Promise<number> {
    return (await this.queues.get(name)?.getWaitingCount()) ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private leaveToReconciler(count: number, error: unknown): void {
    this.logger.warn({ msg: 'tasks not queued yet', tasks: count, error: loggableError(error) });
  }
}

/** A fail-fast producer also fails in its first moments, while it connects. */
async function respondsSoon(queue: TaskQueue): Promise<void> {
  for (const end = Date.now() + 2_000; Date.now() < end; await sleep(50)) {
    const count = await queue.getWaitingCount().catch(() => null);
    if (count !== null) return;
  }
}
