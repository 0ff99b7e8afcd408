import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { loggableError } from '@sync/records';
import { endsWithin } from './task-queue';
import type { QueuedTask, TaskQueues } from './task-queues';

const together = 500;
/** No faster than workers of one kind of task can be expected to keep up with: handing over costs more than recording. */
const mostPerSecond = 1_500;
const mostGathered = 10_000;
const handOverWithinMs = 10_000;
const lookWithinMs = 5_000;
const restMs = 1_000;
/** So many that wait in a queue are work for some seconds: more would only cost. */
const mostWaiting = 2_000;
const untilRoomMs = 250;
const toldEveryMs = 1_000;

/**
 * Hands the tasks of many callers to their queue together: while one hand-over is under way, the next one gathers. After one that
 * failed it rests, so that a queue that is away costs nothing; while much waits in the queue it holds back what comes. What does not
 * get to the queue is left to the reconciler.
 */
export class GatheredDispatch {
  private readonly logger = new Logger('DurableWork');
  private readonly gathered: QueuedTask[] = [];
  private isAtWork = false;
  /** Handed over since the queue was looked at. */
  private sinceLooked = 0;
  /** Left to the reconciler and not yet told. */
  private left = 0;
  private toldAt = 0;

  constructor(private readonly queues: TaskQueues) {}

  /** Does not wait and never throws. */
  add(tasks: readonly QueuedTask[]): void {
    const room = mostGathered - this.gathered.length;
    this.gathered.push(...tasks.slice(0, room));
    this.left += Math.max(tasks.length - room, 0);
    if (!this.isAtWork) void this.work();
  }

  private async work(): Promise<void> {
    this.isAtWork = true;
    while (this.gathered.length > 0) {
      await this.untilThereIsRoom(this.gathered[0] as QueuedTask);
      const batch = this.gathered.splice(0, together);
      const reason = await this.handOver(batch);
      this.sinceLooked += batch.length;
      if (reason !== null) this.left += batch.length;
      this.tell(reason);
      await sleep(reason === null ? (batch.length * 1_000) / mostPerSecond : restMs, undefined, { ref: false });
    }
    this.isAtWork = false;
  }

  /** Looked at once for as many as are handed over at once. A queue that does not say is found out by handing over. */
  private async untilThereIsRoom({ queue }: QueuedTask): Promise<void> {
    if (this.sinceLooked < together) return;
    this.sinceLooked = 0;
    while (await this.isFull(queue)) await sleep(untilRoomMs, undefined, { ref: false });
  }

  private async isFull(queue: string): Promise<boolean> {
    const looking = this.queues.waiting(queue).then(
      (waiting) => waiting >= mostWaiting,
      () => false,
    );
    return (await endsWithin(looking, lookWithinMs)) && looking;
  }

  /** Why the tasks are not on their queue; null when they are. */
  private async handOver(batch: readonly QueuedTask[]): Promise<Error | null> {
    const adding = this.queues.add(batch).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error('The queue refused them')),
    );
    return (await endsWithin(adding, handOverWithinMs)) ? adding : new Error('The queue does not answer');
  }

  private tell(reason: Error | null): void {
    if (this.left === 0 || Date.now() - this.toldAt < toldEveryMs) return;
    this.logger.warn({ msg: 'tasks not queued yet', tasks: this.left, ...(reason && { error: loggableError(reason) }) });
    this.left = 0;
    this.toldAt = Date.now();
  }
}
