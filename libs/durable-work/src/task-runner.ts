import { Logger } from '@nestjs/common';
import { DelayedError, type Job } from 'bullmq';
import type { DataSource } from 'typeorm';
import type { DurableWork } from './durable-work';
import { loggableError, safeReason } from './loggable-error';
import { askedWaitMs, backoffMs, freeAttempts, notYetMs } from './retry-policy';
import { RunningAttempt } from './running-attempt';
import { RunningAttempts } from './running-attempts';
import { TaskInterrupted, TaskNotYet, UnrecoverableTaskError } from './task-errors';
import type { TaskHandler, TaskHandlers } from './task-handler';
import { leaseMs, TaskLedger, type ClaimedTask } from './task-ledger';
import { isTaskName, tasks } from './task-map';
import type { TaskJob } from './task-queue';

/** Tasks that are carried out at once without their queue having handed them out. */
const mostTakenOver = 4;
const workersDied = 'The worker ended unexpectedly each time it worked on this.';

/** Carries out one job: picks its task up, lets the handler work, and writes down what became of it. */
export class TaskRunner {
  private readonly logger = new Logger('TaskRunner');
  private readonly ledger: TaskLedger;
  readonly attempts: RunningAttempts;
  private readonly takenOver = new Set<Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly handlers: TaskHandlers,
  ) {
    this.ledger = new TaskLedger(dataSource);
    this.attempts = new RunningAttempts(this.ledger);
  }

  async run(job: Job<TaskJob>, token: string | undefined, lockLost: AbortSignal | undefined): Promise<void> {
    const again = await this.attemptOnce(job.data.taskId, lockLost);
    if (again === null) return;
    try {
      await job.moveToDelayed(Date.now() + again, token);
    } catch (error) {
      // The queue lost the job or is away. The ledger knows when the task is due, and the reconciler reads the ledger.
      this.logger.warn({ msg: 'job not delayed', taskId: job.data.taskId, error: loggableError(error) });
      return;
    }
    throw new DelayedError();
  }

  /**
   * Fails the tasks that used up their attempts with their workers' lives, without waiting for a queue to hand them out once more.
   * Returns how many it found.
   */
  async giveUpAbandoned(): Promise<number> {
    const abandoned = await this.ledger.claimAbandoned(Object.keys(this.handlers));
    for (const task of abandoned) await this.giveUp(task, this.handlerOf(task), workersDied);
    return abandoned.length;
  }

  /**
   * Goes on with what other workers left when they died: a queue hands it out again only behind everything that waits there by
   * then. Returns how many tasks it has begun with.
   */
  async takeOver(): Promise<number> {
    const room = mostTakenOver - this.takenOver.size;
    const left = room > 0 ? await this.ledger.findLeft(Object.keys(this.handlers), room) : [];
    for (const id of left) {
      const attempt = this.attemptOnce(id, undefined)
        .then(() => undefined)
        .catch((error: unknown) => this.logger.warn({ msg: 'task not taken over', taskId: id, error: loggableError(error) }))
        .finally(() => this.takenOver.delete(attempt));
      this.takenOver.add(attempt);
    }
    return left.length;
  }

  /** Asks every attempt to end, and waits for those that no queue waits for. */
  async stop(): Promise<void> {
    this.attempts.interruptAll();
    await Promise.all(this.takenOver);
  }

  /** Returns after how many milliseconds the task is due again; null: not at all, or not for this worker to say. */
  private async attemptOnce(taskId: string, lockLost: AbortSignal | undefined): Promise<number | null> {
    const leaseEndsAt = Date.now() + leaseMs;
    const claim = await this.ledger.claim(taskId);
    if (claim.state === 'over') return null;
    if (claim.state === 'not due') return claim.milliseconds;
    const attempt = new RunningAttempt(claim.task, this.ledger, leaseEndsAt);
    lockLost?.addEventListener('abort', () => attempt.interrupt());
    this.attempts.add(attempt);
    try {
      return await this.carryOut(attempt);
    } finally {
      this.attempts.remove(attempt);
    }
  }

  private async carryOut(attempt: RunningAttempt): Promise<number | null> {
    const startedAt = Date.now();
    const { task } = attempt;
    const handler = this.handlerOf(task);
    if (!handler) return this.giveUp(task, undefined, `This version knows no task called ${task.name}.`);
    if (task.attempts > task.maxAttempts) return this.giveUp(task, handler, workersDied);
    try {
      await handler.handle(task.payload as never, attempt);
      if (!attempt.isSettled && !(await this.ledger.complete(this.dataSource.manager, task))) attempt.lost();
    } catch (error) {
      return this.recover(attempt, handler, error);
    }
    this.logger.log({ msg: attempt.isHeld ? 'task done' : 'task taken over', ...this.fields(task), milliseconds: Date.now() - startedAt });
    return null;
  }

  private async recover(attempt: RunningAttempt, handler: TaskHandler, error: unknown): Promise<number | null> {
    const { task } = attempt;
    // A handler that completed its task and then failed has rolled back; what follows changes only a task that is still pending.
    if (!attempt.isHeld) return null;
    if (error instanceof TaskInterrupted) {
      this.logger.log({ msg: 'task interrupted', ...this.fields(task) });
      return this.postpone(task, 0, this.budgetAfter(attempt, true), null);
    }
    const reason = safeReason(error);
    const wait = error instanceof TaskNotYet ? notYetMs(task.attempts) : askedWaitMs(error);
    const maxAttempts = this.budgetAfter(attempt, wait !== null);
    if (error instanceof UnrecoverableTaskError || task.attempts >= maxAttempts) return this.giveUp(task, handler, reason);
    const delay = wait ?? backoffMs(Math.max(1, this.budget(task) - maxAttempts + task.attempts));
    this.logger.warn({ msg: 'task postponed', ...this.fields(task), maxAttempts, milliseconds: delay, error: loggableError(error) });
    return this.postpone(task, delay, maxAttempts, reason);
  }

  private async postpone(task: ClaimedTask, milliseconds: number, maxAttempts: number, reason: string | null): Promise<number | null> {
    return (await this.ledger.postpone(task, milliseconds, maxAttempts, reason)) ? milliseconds : null;
  }

  private async giveUp(task: ClaimedTask, handler: TaskHandler | undefined, reason: string): Promise<null> {
    const following = await this.dataSource.transaction(async (manager) => {
      if (!(await this.ledger.fail(manager, task, reason))) return null;
      return (await handler?.exhausted?.(task.payload as never, reason, manager)) ?? [];
    });
    if (!following) return null;
    this.logger.error({ msg: 'task failed', ...this.fields(task), reason });
    await this.work.dispatch(following);
    return null;
  }

  private handlerOf({ name }: ClaimedTask): TaskHandler | undefined {
    return isTaskName(name) ? (this.handlers[name] as TaskHandler | undefined) : undefined;
  }

  private budget({ name }: ClaimedTask): number {
    return isTaskName(name) ? tasks[name].attempts : 1;
  }

  /** How many attempts it may come to. After progress the attempt at hand is the first of a new budget; a free one does not come off it. */
  private budgetAfter({ task, hasProgressed }: RunningAttempt, isFree: boolean): number {
    const { attempts, maxAttempts } = task;
    if (attempts >= freeAttempts) return maxAttempts;
    const most = hasProgressed ? Math.max(maxAttempts, attempts + this.budget(task) - 1) : maxAttempts;
    return isFree ? most + 1 : most;
  }

  private fields({ id, name, attempts, requestId, systemConnectionId }: ClaimedTask): Record<string, unknown> {
    return { taskId: id, task: name, attempt: attempts, requestId, connectionId: systemConnectionId };
  }
}
