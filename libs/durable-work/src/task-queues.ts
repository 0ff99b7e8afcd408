import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { endsWithin, TaskQueue } from './task-queue';
import { taskQueueNames } from './task-map';
import { mustBeReadyAtStart, type QueueLocation } from './queue-backend';

const ringTimeoutMs = 2_000;
const pauseAfterFailureMs = 1_000;

/** The queues of all tasks. They ring for workers, which find their tasks in Postgres. */
export class TaskQueues {
  private readonly bells: ReadonlyMap<string, Bell>;

  constructor(
    private readonly location: QueueLocation,
    private readonly queues: readonly TaskQueue[],
  ) {
    this.bells = new Map(queues.map((queue) => [queue.name, new Bell(queue)]));
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

  /** Resolves when the queues can ring. Rejects when Postgres is down; waits for Redis for at most two seconds. */
  async waitUntilReady(): Promise<void> {
    await Promise.all(this.queues.map((queue) => (this.mustBeReady ? queue.waitUntilReady() : respondsSoon(queue))));
  }

  /**
   * After the commit of their tasks: wakes a worker of each queue. Returns at once and never throws. A ring that is lost costs a task the
   * second until idle workers poll. Ignores queues that this version does not know.
   */
  ring(queueNames: Iterable<string>): void {
    for (const name of new Set(queueNames)) this.bells.get(name)?.ring();
  }

  /** For readiness. Rejects when the queue is down. */
  async requireResponse(): Promise<void> {
    await this.queues[0]?.getWaitingCount();
  }

  async close(): Promise<void> {
    await Promise.all(this.queues.map((queue) => queue.close()));
  }
}

/** Rings one at a time: those that are asked for meanwhile become one. After a failure it pauses, so that a queue that is down costs nothing. */
class Bell {
  private readonly logger = new Logger('TaskQueues');
  private isAsked = false;
  private isRinging = false;

  constructor(private readonly queue: TaskQueue) {}

  ring(): void {
    this.isAsked = true;
    if (!this.isRinging) void this.ringWhileAsked();
  }

  private async ringWhileAsked(): Promise<void> {
    this.isRinging = true;
    while (this.isAsked) {
      this.isAsked = false;
      const failure = await this.failureOfRing();
      if (failure === null) continue;
      this.logger.warn({
        msg: 'workers not rung: they find their tasks when they poll',
        queue: this.queue.name,
        error: loggableError(failure),
      });
      await sleep(pauseAfterFailureMs, undefined, { ref: false });
    }
    this.isRinging = false;
  }

  private async failureOfRing(): Promise<unknown> {
    const ringing = this.queue.ring().then(
      () => null,
      (error: unknown) => error ?? new Error('The queue refused the ring'),
    );
    return (await endsWithin(ringing, ringTimeoutMs)) ? ringing : new Error('The queue does not respond');
  }
}

/** A fail-fast producer also fails in its first moments, while it connects. */
async function respondsSoon(queue: TaskQueue): Promise<void> {
  for (const end = Date.now() + 2_000; Date.now() < end; await sleep(50)) {
    const count = await queue.getWaitingCount().catch(() => null);
    if (count !== null) return;
  }
}
