import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { loggableError } from '@sync/records';
import type { DurableWork } from './durable-work';
import type { QueueLocation } from './queue-backend';
import { TaskLoop } from './task-loop';
import { placesOf, type TaskQueueName } from './task-map';
import { closeWorkerWithinMs, endsWithin, TaskWorker } from './task-queue';
import type { TaskQueues } from './task-queues';
import type { TaskRunner } from './task-runner';

/** Besides the lease and this, a task of a dead worker waits for nothing. */
const takeOverEveryMs = 3_000;
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
      queues.map((queue) => [queue, new TaskLoop(queue, placesOf(queue, concurrency), runner, () => rung.ring([queue]))]),
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
    for (const loop of this.loops.values()) loop.wake();
    this.takeOverLater();
  }

  /** Attempts end at their next safe point, and their tasks become due again at no cost. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    this.options.runner.interrupt();
    const ended = [...this.loops.values()].map((loop) => loop.stop());
    await Promise.all([endsWithin(Promise.all(ended), closeWorkerWithinMs), ...this.workers.map((worker) => worker.close())]);
  }

  /** Runs tasks of dead workers. Returns how many it has begun. */
  async takeOver(): Promise<number> {
    const begun = await Promise.all([...this.loops.values()].map((loop) => loop.takeOver()));
    return begun.reduce((sum, tasks) => sum + tasks, 0);
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

  private takeOverLater(): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.takeOver()
        .catch((error: unknown) => this.logger.warn({ msg: 'tasks of dead workers not taken over', error: loggableError(error) }))
        .finally(() => this.takeOverLater());
    }, takeOverEveryMs);
  }
}
