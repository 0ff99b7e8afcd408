import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { continueTrace } from '@sync/telemetry';
import { DelayedError, type Job } from 'bullmq';
import type { DataSource } from 'typeorm';
import { BackgroundRuns } from './background-runs';
import type { DurableWork } from './durable-work';
import { FairClaims, type Claimants } from './fair-claims';
import { nextAttempt } from './next-attempt';
import { backoffMs } from './retry-policy';
import { Progress } from './progress';
import { RunningAttempt } from './running-attempt';
import { RunningAttempts } from './running-attempts';
import { safeReason } from './safe-reason';
import { deferredWhenLocked, TaskInterrupted, TaskDeferred } from './task-errors';
import type { TaskHandler, TaskHandlers } from './task-handler';
import type { ClaimedTask } from './claimed-task';
import { ReservePlaces, type ReserveTask } from './reserve-places';
import { leaseMs, TaskLedger } from './task-ledger';
import { isTaskName, placesOf, tasks, taskQueueNames, type TaskName, type TaskQueueName } from './task-map';
import { countAttempt, countFailedTask } from './task-metrics';
import type { TaskJob } from './task-queue';
import type { QueuedTask } from './task-queues';

const workersDied = 'The worker ended unexpectedly each time it worked on this.';
const maxTriesToRecord = 5;
/** Of the handler of an abandoned task, about a quarter of a minute apart. */
const maxTriesToReact = 20;
/** Until the reconciler looks: it queues what has been due for some seconds. */
const maxReminderMs = 60_000;

/** The attempts are used up and the last one left no outcome. */
function reasonOfLost({ lastError }: ClaimedTask): string {
  return lastError === null ? workersDied : `The outcome of the last attempt is unknown. An earlier one failed: ${lastError}`;
}

/** No failure: the service stops, or there is no room yet. */
const isOwnDoing = (error: unknown): boolean => error instanceof TaskInterrupted || error instanceof TaskDeferred;

/** Runs tasks: claims one, calls its handler, records the outcome. */
export class TaskRunner {
  private readonly logger = new Logger('TaskRunner');
  private readonly ledger: TaskLedger;
  private readonly claims: FairClaims;
  readonly attempts: RunningAttempts;
  private readonly reserve: ReservePlaces;
  /** Tasks of dead workers that run here without a job. */
  private readonly takenOver = new BackgroundRuns<QueuedTask>(({ id }, error) =>
    this.logger.warn({ msg: 'task not taken over', taskId: id, error: loggableError(error) }),
  );

  private readonly reminders = new Set<NodeJS.Timeout>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly handlers: TaskHandlers,
    /** Tasks of one queue at once, at most; as many again may be taken over from dead workers. */
    private readonly concurrency: number,
    private readonly progress = new Progress(),
  ) {
    const names = Object.keys(handlers);
    this.ledger = new TaskLedger(dataSource, names);
    this.claims = new FairClaims(dataSource, names);
    this.attempts = new RunningAttempts(this.ledger, progress);
    this.reserve = new ReservePlaces(
      (queue) => placesOf(queue, concurrency),
      (queue, claimants) => this.claimForReserve(queue, claimants),
    );
    work.onRecorded((queue) => this.reserve.look(queue as TaskQueueName));
  }

  /** A job says that there is work, not which: the task that it runs is the one whose turn it is. */
  async run(job: Job<TaskJob>, token: string | undefined, lockLost: AbortSignal | undefined): Promise<void> {
    const queue = job.queueName as TaskQueueName;
    const again = await this.reserve.whileBusy(queue, () => this.takeTurn({ queue, id: job.data.taskId }, lockLost));
    if (again === null) return;
    try {
      // Whole milliseconds: the queue in Postgres refuses others.
      await job.moveToDelayed(Date.now() + Math.ceil(again), token);
    } catch (error) {
      // The queue lost the job or is down. The reconciler finds the task in the ledger when it is due.
      this.logger.warn({ msg: 'job not delayed', taskId: job.data.taskId, error: loggableError(error) });
      return;
    }
    throw new DelayedError();
  }

  /** Fails tasks whose workers died in every attempt, without waiting for a queue to deliver them again. Returns how many. */
  async giveUpAbandoned(): Promise<number> {
    const abandoned = await this.ledger.claimAbandoned();
    for (const task of abandoned) await this.giveUpAlone(task);
    return abandoned.length;
  }

  /**
   * Takes over tasks of dead workers; their queue would deliver them again only behind everything that waits there by then. They have
   * as many slots of their own as the queue's jobs have, so neither waits for the other. Returns how many it has started.
   */
  async takeOver(): Promise<number> {
    const room = Object.fromEntries(taskQueueNames.map((name) => [name, placesOf(name, this.concurrency)]));
    for (const { queue } of this.takenOver.places) room[queue] = (room[queue] ?? 0) - 1;
    const left = await this.ledger.findLeft(room);
    for (const task of left) this.takenOver.start(task, async () => this.remind(task, await this.attemptOnce(task.id, undefined)));
    return left.length;
  }

  /** Interrupts every attempt and waits for those that no queue waits for. */
  async stop(): Promise<void> {
    for (const timer of this.reminders) clearTimeout(timer);
    this.attempts.interruptAll();
    await Promise.all([this.reserve.stop(), this.takenOver.ended()]);
  }

  private async claimForReserve(queue: TaskQueueName, claimants: Claimants): Promise<ReserveTask | null> {
    const leaseEndsAt = Date.now() + leaseMs;
    const task = await this.claims.next(queue, claimants, leaseMs);
    if (!task) return null;
    const run = async (): Promise<void> => this.remind({ id: task.id, queue }, await this.attempt(task, leaseEndsAt, undefined));
    return { isOfNewcomer: task.isOfNewcomer, run };
  }

  /** Runs the task whose turn it is; if none is due, this one. Returns like `attemptOnce`. */
  private async takeTurn({ queue, id }: QueuedTask, lockLost: AbortSignal | undefined): Promise<number | null> {
    const leaseEndsAt = Date.now() + leaseMs;
    const task = await this.claims.next(queue as TaskQueueName, 'any', leaseMs);
    this.progress.note('claim');
    return task ? this.attempt(task, leaseEndsAt, lockLost) : this.attemptOnce(id, lockLost);
  }

  /**
   * After an attempt without a job: a job is delayed until its task is due again, and here a timer takes its place. Its own job, if it has
   * one, may sleep until the end of this attempt's lease.
   */
  private remind(task: QueuedTask, milliseconds: number | null): void {
    if (milliseconds === null || milliseconds > maxReminderMs) return;
    const timer = setTimeout(() => {
      this.reminders.delete(timer);
      const taken = this.takenOver.places.filter(({ queue }) => queue === task.queue);
      if (taken.length >= placesOf(task.queue as TaskQueueName, this.concurrency)) return;
      this.takenOver.start(task, async () => this.remind(task, await this.takeTurn(task, undefined)));
    }, milliseconds);
    this.reminders.add(timer);
  }

  /** Returns in how many milliseconds the task is due again; null when it has ended or another worker has it. */
  private async attemptOnce(taskId: string, lockLost: AbortSignal | undefined): Promise<number | null> {
    const leaseEndsAt = Date.now() + leaseMs;
    const claim = await this.ledger.claim(taskId);
    this.progress.note('claim');
    if (claim.state === 'over') return null;
    if (claim.state === 'not due') return claim.milliseconds;
    return this.attempt(claim.task, leaseEndsAt, lockLost);
  }

  private async attempt(task: ClaimedTask, leaseEndsAt: number, lockLost: AbortSignal | undefined): Promise<number | null> {
    const attempt = new RunningAttempt(task, this.ledger, leaseEndsAt, this.progress);
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
    if (task.attempts > task.maxAttempts) return this.giveUp(task, handler, reasonOfLost(task));
    try {
      await this.handle(attempt, handler);
    } catch (error) {
      const known = deferredWhenLocked(error);
      countAttempt(task.name, !attempt.isHeld ? 'lost' : isOwnDoing(known) ? 'deferred' : 'error', Date.now() - startedAt);
      return this.recover(attempt, handler, known);
    }
    const milliseconds = Date.now() - startedAt;
    countAttempt(task.name, attempt.isHeld ? 'done' : 'lost', milliseconds);
    this.logger.log({ msg: attempt.isHeld ? 'task done' : 'task taken over', ...this.fields(task), milliseconds });
    return null;
  }

  /** Continues the trace of what caused the task. */
  private handle(attempt: RunningAttempt, handler: TaskHandler): Promise<void> {
    const { task } = attempt;
    const facts = { 'sync.task': task.name, 'sync.task.attempt': task.attempts };
    return continueTrace(task.traceparent, { name: `task ${task.name}`, kind: 'consumer', facts }, async () => {
      await handler.handle(task.payload as never, attempt);
      if (!attempt.isSettled && !(await this.ledger.complete(this.dataSource.manager, task))) attempt.lost();
    });
  }

  private async recover(attempt: RunningAttempt, handler: TaskHandler, error: unknown): Promise<number | null> {
    const { task } = attempt;
    // A handler that completed its task and then failed has rolled back. The ledger changes only tasks that are still pending.
    if (!attempt.isHeld) return null;
    const next = nextAttempt(error, { ...task, budget: this.budget(task), hasProgressed: attempt.hasProgressed });
    if (!next) this.logger.warn({ msg: 'last attempt failed', ...this.fields(task), error: loggableError(error) });
    if (!next) return this.withRetries(task, 'failure', () => this.giveUp(task, handler, safeReason(error)));
    const isFailure = !isOwnDoing(error);
    if (error instanceof TaskInterrupted) this.logger.log({ msg: 'task interrupted', ...this.fields(task) });
    // Deferred tasks are healthy and may be many.
    else this.logger[isFailure ? 'warn' : 'debug']({ msg: 'task postponed', ...this.fields(task), ...next, error: loggableError(error) });
    const postpone = () => this.ledger.postpone(task, next, isFailure ? safeReason(error) : null);
    return (await this.withRetries(task, 'postponement', postpone)) ? next.milliseconds : null;
  }

  /** Postgres may restart, or this transaction may lose a deadlock. Only this worker knows the outcome of the attempt, so it retries. */
  private async withRetries<T>(task: ClaimedTask, what: string, record: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await record();
      } catch (error) {
        if (tries === maxTriesToRecord) throw error;
        this.logger.warn({ msg: `${what} not recorded yet`, ...this.fields(task), error: loggableError(error) });
        await sleep(backoffMs(tries));
      }
    }
  }

  /** A task whose handler cannot react holds up no other one. After many tries it fails without the reaction, so that an operator sees it. */
  private async giveUpAlone(task: ClaimedTask): Promise<void> {
    const isPoison = task.attempts > task.maxAttempts + maxTriesToReact;
    try {
      await this.giveUp(task, isPoison ? undefined : this.handlerOf(task), reasonOfLost(task));
    } catch (error) {
      this.logger.error({ msg: 'abandoned task not failed yet', ...this.fields(task), error: loggableError(error) });
    }
  }

  /** The handler first: every transaction locks a task after the rows it is about. */
  private async giveUp(task: ClaimedTask, handler: TaskHandler | undefined, reason: string): Promise<null> {
    try {
      await this.work.transaction(async (manager, enqueue) => {
        await handler?.exhausted?.(task.payload as never, reason, manager, enqueue);
        if (!(await this.ledger.fail(manager, task, reason))) throw new TaskInterrupted();
      });
      countFailedTask(task.name);
      this.logger.error({ msg: 'task failed', ...this.fields(task), reason });
    } catch (error) {
      if (!(error instanceof TaskInterrupted)) throw error;
    }
    return null;
  }

  /** Only tasks that have a handler here are claimed. */
  private handlerOf({ name }: ClaimedTask): TaskHandler {
    return this.handlers[name as TaskName] as TaskHandler;
  }

  private budget({ name }: ClaimedTask): number {
    return isTaskName(name) ? tasks[name].attempts : 1;
  }

  private fields({ id, name, attempts, requestId, systemConnectionId }: ClaimedTask): Record<string, unknown> {
    return { taskId: id, task: name, attempt: attempts, requestId, connectionId: systemConnectionId };
  }
}
