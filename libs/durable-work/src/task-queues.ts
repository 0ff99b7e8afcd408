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
const offerWithinMs = 1_000;

/** The queues of all tasks. A task's job has an id made of the task's own, so that one which is there already is not added again. */
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

  /** Whether the queues, and who works on them, are of no use where they cannot be reached at the start. */
  get mustBeReady(): boolean {
    return mustBeReadyAtStart(this.location);
  }

  /** Resolves when tasks can be added. Rejects when Postgres is away; a Redis that is away is not waited for longer than two seconds. */
  async waitUntilReady(): Promise<void> {
    const all = [...this.queues.values()];
    await Promise.all(all.map((queue) => (this.mustBeReady ? queue.waitUntilReady() : answersSoon(queue))));
  }

  /** Rejects when the queue is away. Tasks of a queue that this version does not know are left alone. */
  async add(tasks: readonly QueuedTask[]): Promise<void> {
    for (const [name, queue] of this.queues) {
      const jobs = tasks
        .filter((task) => task.queue === name)
        .map(({ id }) => ({ name: 'task', data: { taskId: id }, opts: { jobId: `task-${id}` } }));
      for (let start = 0; start < jobs.length; start += batchSize) await queue.addBulk(jobs.slice(start, start + batchSize));
    }
  }

  /** Never throws, never waits long: what cannot be queued now is queued by the reconciler. */
  async offer(tasks: readonly QueuedTask[]): Promise<void> {
    if (tasks.length === 0) return;
    const adding = this.add(tasks).catch((error: unknown) => this.leaveToReconciler(tasks.length, error));
    if (!(await endsWithin(adding, offerWithinMs))) this.leaveToReconciler(tasks.length, new Error('The queue does not answer'));
  }

  /** How many jobs wait for their turn. Rejects when the queue is away. */
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

/** A producer that does not wait for its Redis fails also in the first moments after its start, when the Redis is there. */
async function answersSoon(queue: TaskQueue): Promise<void> {
  for (const end = Date.now() + 2_000; Date.now() < end; await sleep(50)) {
    const answered = await queue.getWaitingCount().catch(() => null);
    if (answered !== null) return;
  }
}
