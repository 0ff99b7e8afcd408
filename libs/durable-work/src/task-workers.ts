import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { loggableError } from '@sync/records';
import type { DurableWork } from './durable-work';
import type { QueueLocation } from './queue-backend';
import { TaskLoop } from './task-loop';
import { limitsOf, queuesAtShops, type TaskQueueName } from './task-map';
import { closeWorkerWithinMs, endsWithin, TaskWorker } from './task-queue';
import type { TaskQueues } from './task-queues';
import type { TaskRunner } from './task-runner';

/** A lost ring costs a task this long at most. */
const pollMs = 1_000;
const pauseAfterFailureMs = 1_000;

export interface WorkersOptions {
  queues: readonly TaskQueueName[];
  rung: TaskQueues;
  work: DurableWork;
  runner: TaskRunner;
  /** Tasks of one queue at once. */
  concurrency: number;
}

/** The loops of this process, one for each queue: started when the app is complete, drained before its database closes. */
export class TaskWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('TaskWorkers');
  private readonly workers: readonly TaskWorker[];
  private readonly loops: ReadonlyMap<string, TaskLoop>;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    location: QueueLocation,
    private readonly options: WorkersOptions,
  ) {
    const { queues, rung, work, runner, concurrency } = options;
    this.workers = queues.map((queue) => new TaskWorker(queue, location));
    this.loops = new Map(
      queues.map((queue) => [
        queue,
        new TaskLoop(
          queue,
          limitsOf(queue, concurrency),
          runner,
          () => rung.ring([queue]),
          () => this.roomAtShop(),
        ),
      ]),
    );
    work.onAnnounced((queue) => this.loops.get(queue)?.announced() ?? false);
  }

  /**
   * On Postgres a worker whose first connection failed never recovers: it would poll in a busy loop that blocks the process. Then the
   * app does not start.
   */
  async onApplicationBootstrap(): Promise<void> {
    const { rung } = this.options;
    await rung.waitUntilReady();
    if (rung.mustBeReady) await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
    for (const worker of this.workers) {
      void worker.startStalledCheckTimer();
      void this.listen(worker, this.loops.get(worker.name) as TaskLoop);
    }
    this.pollLater();
  }

  /** Attempts end at their next safe point, and their tasks become due again at no cost. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    this.options.runner.interrupt();
    const ended = [...this.loops.values()].map((loop) => loop.stop());
    await Promise.all([endsWithin(Promise.all(ended), closeWorkerWithinMs), ...this.workers.map((worker) => worker.close())]);
  }

  private roomAtShop(): void {
    for (const queue of queuesAtShops) this.loops.get(queue)?.wake();
  }

  /** Wakes the loops whose queues have work: one statement for all of them. */
  async poll(): Promise<void> {
    for (const { queue, isDue, isLeft } of await this.options.runner.findWork([...this.loops.keys()])) {
      const loop = this.loops.get(queue);
      if (isDue) loop?.wake();
      if (isLeft) await loop?.takeOver();
    }
  }

  /** A loop without room leaves the rings to workers that have some. */
  private async listen(worker: TaskWorker, loop: TaskLoop): Promise<void> {
    for (await loop.room(); !this.isStopping; await loop.room()) {
      try {
        if (await worker.hear()) loop.heard();
      } catch (error) {
        worker.emit('error', error as Error);
        await sleep(pauseAfterFailureMs, undefined, { ref: false });
      }
    }
  }

  private pollLater(): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.poll()
        .catch((error: unknown) => this.logger.warn({ msg: 'tasks not looked for', error: loggableError(error) }))
        .finally(() => this.pollLater());
    }, pollMs);
  }
}
