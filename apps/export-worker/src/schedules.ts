import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { loggableError, TaskReconciler } from '@sync/durable-work';
import { StartNextFetches } from './bulk-sync/start-next-fetches';

interface Schedule {
  name: string;
  everySeconds: number;
  run: () => Promise<unknown>;
}

/** Every timer of the service. What they do is safe to do twice at once, so that each worker has them all. */
@Injectable()
export class Schedules implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Schedules');
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;
  private readonly all: readonly Schedule[];

  constructor(reconciler: TaskReconciler, nextFetches: StartNextFetches) {
    this.all = [
      { name: 'queue what is pending and not queued', everySeconds: 10, run: () => reconciler.reconcile() },
      { name: 'remove tasks done a week ago', everySeconds: 600, run: () => reconciler.clean() },
      { name: 'start page ranges that nobody started', everySeconds: 30, run: () => nextFetches.startForgotten() },
    ];
  }

  /** Each begins within its first second and then waits from one end to the next beginning, so that none overlaps itself. */
  onApplicationBootstrap(): void {
    for (const schedule of this.all) this.after(Math.random() * 1_000, schedule);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private after(milliseconds: number, schedule: Schedule): void {
    if (this.isStopping) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = this.runOnce(schedule);
      this.running.add(run);
      void run.then(() => {
        this.running.delete(run);
        this.after(schedule.everySeconds * 1_000, schedule);
      });
    }, milliseconds);
    this.timers.add(timer);
  }

  private async runOnce({ name, run }: Schedule): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.logger.warn({ msg: 'schedule failed', schedule: name, error: loggableError(error) });
    }
  }
}
