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
  private isRenewing = false;
  /** A locked row holds up its own renewal only. */
  private readonly renewedAlone = new Set<RunningAttempt>();

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
   * In one statement, and one at a time: statements for each of many tasks, or that begin every 2 seconds while Postgres hangs, would take
   * every connection of the pool. Tasks that the statement leaves out are lost or locked, and asked about by themselves.
   */
  private async renewAll(): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    const attempts = [...this.attempts].filter((attempt) => !this.renewedAlone.has(attempt));
    const startedAt = Date.now();
    try {
      const renewed = await this.ledger.renewAll(attempts.map(({ task }) => task));
      if (renewed.size > 0) this.progress.note('renewed lease');
      for (const attempt of attempts) {
        if (renewed.has(attempt.taskId)) attempt.leaseEndsAt = startedAt + leaseMs;
        else if (this.attempts.has(attempt)) void this.renew(attempt);
      }
    } catch (error) {
      this.notRenewed(attempts, error);
    } finally {
      this.isRenewing = false;
    }
  }

  private async renew(attempt: RunningAttempt): Promise<void> {
    this.renewedAlone.add(attempt);
    const startedAt = Date.now();
    try {
      const isRenewed = await this.ledger.renew(attempt.task);
      this.progress.note('renewed lease');
      if (isRenewed) attempt.leaseEndsAt = startedAt + leaseMs;
      else if (!attempt.isSettled) attempt.lost();
    } catch (error) {
      this.notRenewed([attempt], error);
    } finally {
      this.renewedAlone.delete(attempt);
    }
  }

  private notRenewed(attempts: readonly RunningAttempt[], error: unknown): void {
    this.logger.warn({ msg: 'leases not renewed', taskIds: attempts.map(({ taskId }) => taskId), error: loggableError(error) });
    for (const attempt of attempts) if (!attempt.isSettled && Date.now() >= attempt.leaseEndsAt) attempt.lost();
  }
}
