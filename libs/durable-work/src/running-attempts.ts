import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import type { Progress } from './progress';
import type { RunningAttempt } from './running-attempt';
import { leaseMs, type TaskLedger } from './task-ledger';

const renewEveryMs = 2_000;

/** The attempts of this process. Renews their leases and interrupts them when the app stops or a lease is lost. */
export class RunningAttempts {
  private readonly logger = new Logger('RunningAttempts');
  private readonly attempts = new Set<RunningAttempt>();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly ledger: TaskLedger,
    private readonly progress: Progress,
  ) {}

  add(attempt: RunningAttempt): void {
    this.attempts.add(attempt);
    if (this.isStopping) attempt.interrupt();
    // An attempt that hangs must not keep a process from ending.
    this.timer ??= setInterval(() => void this.renewAll(), renewEveryMs).unref();
  }

  remove(attempt: RunningAttempt): void {
    this.attempts.delete(attempt);
    if (this.attempts.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Interrupts every attempt, including those that start later. */
  interruptAll(): void {
    this.isStopping = true;
    for (const attempt of this.attempts) attempt.interrupt();
  }

  /**
   * In one statement: tasks that wait for slow shops are many, and a statement for each would take every connection of the pool again and
   * again. What that statement leaves out is lost or locked, and asked about by itself.
   */
  private async renewAll(): Promise<void> {
    const attempts = [...this.attempts];
    const startedAt = Date.now();
    // A failure is met again, and logged, one by one.
    const renewed = await this.ledger.renewAll(attempts.map(({ task }) => task)).catch(() => new Set<string>());
    if (renewed.size > 0) this.progress.note('renewed lease');
    for (const attempt of attempts) if (renewed.has(attempt.taskId)) attempt.leaseEndsAt = startedAt + leaseMs;
    const left = attempts.filter((attempt) => !renewed.has(attempt.taskId) && this.attempts.has(attempt));
    await Promise.all(left.map((attempt) => this.renew(attempt)));
  }

  private async renew(attempt: RunningAttempt): Promise<void> {
    const startedAt = Date.now();
    try {
      const isRenewed = await this.ledger.renew(attempt.task);
      this.progress.note('renewed lease');
      if (isRenewed) attempt.leaseEndsAt = startedAt + leaseMs;
      else if (!attempt.isSettled) attempt.lost();
    } catch (error) {
      this.logger.warn({ msg: 'lease not renewed', taskId: attempt.taskId, error: loggableError(error) });
      if (Date.now() >= attempt.leaseEndsAt) attempt.lost();
    }
  }
}
