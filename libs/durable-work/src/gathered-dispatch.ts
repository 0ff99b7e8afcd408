import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { loggableError } from '@sync/records';
import { endsWithin } from './task-queue';
import type { QueuedTask, TaskQueues } from './task-queues';

const batchSize = 500;
/** As fast as workers can keep up with: queueing a task costs more than recording it. */
const maxPerSecond = 1_500;
const maxGathered = 10_000;
const queueTimeoutMs = 10_000;
const countTimeoutMs = 5_000;
const pauseAfterFailureMs = 1_000;
/** Work for some seconds; a longer queue only costs. */
const maxWaiting = 2_000;
const pollWhenFullMs = 250;
const warnEveryMs = 1_000;

/**
 * Queues the tasks of many callers in batches: while one batch is queued, the next one gathers. It pauses after a failure, so that an
 * unavailable queue costs nothing, and holds tasks back while the queue is full. Tasks that are not queued are left to the
 * reconciler.
 */
export class GatheredDispatch {
  private readonly logger = new Logger('DurableWork');
  private readonly gathered: QueuedTask[] = [];
  private isRunning = false;
  /** Queued since the queue's length was checked. */
  private sinceChecked = 0;
  /** Left to the reconciler and not yet logged. */
  private left = 0;
  private warnedAt = 0;

  constructor(private readonly queues: TaskQueues) {}

  /** Returns at once and never throws. */
  add(tasks: readonly QueuedTask[]): void {
    const room = maxGathered - this.gathered.length;
    this.gathered.push(...tasks.slice(0, room));
    this.left += Math.max(tasks.length - room, 0);
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.gathered.length > 0) {
      await this.waitForRoom(this.gathered[0] as QueuedTask);
      const batch = this.gathered.splice(0, batchSize);
      const reason = await this.enqueue(batch);
      this.sinceChecked += batch.length;
      if (reason !== null) this.left += batch.length;
      this.warn(reason);
      await sleep(reason === null ? (batch.length * 1_000) / maxPerSecond : pauseAfterFailureMs, undefined, { ref: false });
    }
    this.isRunning = false;
  }

  /** Checks once per full batch. A queue that does not respond is noticed when tasks are queued. */
  private async waitForRoom({ queue }: QueuedTask): Promise<void> {
    if (this.sinceChecked < batchSize) return;
    this.sinceChecked = 0;
    while (await this.isFull(queue)) await sleep(pollWhenFullMs, undefined, { ref: false });
  }

  private async isFull(queue: string): Promise<boolean> {
    const counting = this.queues.waiting(queue).then(
      (waiting) => waiting >= maxWaiting,
      () => false,
    );
    return (await endsWithin(counting, countTimeoutMs)) && counting;
  }

  /** Why the tasks are not queued; null when they are. */
  private async enqueue(batch: readonly QueuedTask[]): Promise<Error | null> {
    const adding = this.queues.add(batch).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error('The queue refused the tasks')),
    );
    return (await endsWithin(adding, queueTimeoutMs)) ? adding : new Error('The queue does not respond');
  }

  private warn(reason: Error | null): void {
    if (this.left === 0 || Date.now() - this.warnedAt < warnEveryMs) return;
    this.logger.warn({ msg: 'tasks not queued yet', tasks: this.left, ...(reason && { error: loggableError(reason) }) });
    this.left = 0;
    this.warnedAt = Date.now();
  }
}
