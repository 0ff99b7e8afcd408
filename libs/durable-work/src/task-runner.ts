import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { continueTrace } from '@sync/telemetry';
import type { DataSource } from 'typeorm';
import type { DurableWork } from './durable-work';
import { type Claimants, FairClaims, type FairlyClaimed, type QueueWork } from './fair-claims';
import { nextAttempt } from './next-attempt';
import { backoffMs } from './retry-policy';
import { Progress } from './progress';
import { RunningAttempt } from './running-attempt';
import { RunningAttempts } from './running-attempts';
import { deferredWhenLocked, safeReason, TaskDeferred, TaskInterrupted, TaskYielded } from './task-errors';
import type { TaskHandler, TaskHandlers } from './task-handler';
import type { ClaimedTask } from './claimed-task';
import { leaseMs, TaskLedger } from './task-ledger';
import type { LoopTask, TaskSource } from './task-loop';
import { isTaskName, type TaskName, type TaskQueueName, tasks } from './task-map';
import { countAttempt, countFailedTask } from './task-metrics';

const workersDied = 'The worker ended unexpectedly each time it worked on this.';
const maxTriesToRecord = 5;
/** Of the handler of a task whose workers died, a lease apart. */
const maxTriesToReact = 20;

/** The attempts are used up and the last one left no outcome. */
function reasonOfLost({ lastError }: ClaimedTask): string {
  return lastError === null ? workersDied : `The outcome of the last attempt is unknown. An earlier one failed: ${lastError}`;
}

/** No failure: the service stops, or others go first. */
const isOwnDoing = (error: unknown): boolean =>
  error instanceof TaskInterrupted || error instanceof TaskDeferred || error instanceof TaskYielded;

/** Claims tasks, calls their handlers, records the outcomes. */
export class TaskRunner implements TaskSource {
  private readonly logger = new Logger('TaskRunner');
  private readonly ledger: TaskLedger;
  private readonly claims: FairClaims;
  readonly attempts: RunningAttempts;

  constructor(
    dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly handlers: TaskHandlers,
    private readonly progress = new Progress(),
    maxRequestsPerShop: number | null = null,
  ) {
    this.ledger = new TaskLedger(dataSource);
    this.claims = new FairClaims(dataSource, Object.keys(handlers), maxRequestsPerShop);
    this.attempts = new RunningAttempts(this.ledger, progress);
  }

  claim(queue: TaskQueueName, claimants: Claimants, max: number): Promise<LoopTask[]> {
    return this.claimed(() => this.claims.claim(queue, claimants, leaseMs, max));
  }

  claimLeft(queue: TaskQueueName): Promise<LoopTask[]> {
    return this.claimed(() => this.claims.claimLeft(queue, leaseMs));
  }

  async findWork(queues: readonly string[]): Promise<QueueWork[]> {
    const work = await this.claims.findWork(queues);
    this.progress.note('poll');
    return work;
  }

  /** Interrupts every attempt, including those that begin later. */
  interrupt(): void {
    this.attempts.interruptAll();
  }

  private async claimed(claim: () => Promise<FairlyClaimed[]>): Promise<LoopTask[]> {
    const leaseEndsAt = Date.now() + leaseMs;
    const tasks = await claim();
    this.progress.note('claim');
    return tasks.map((task) => {
      const { isOfNewcomer, isAtShop } = task;
      return { isOfNewcomer, isAtShop, run: () => this.attempt(task, leaseEndsAt) };
    });
  }

  /** Returns in how many milliseconds the task is due again; null when it has ended or another worker has it. */
  private async attempt(task: ClaimedTask, leaseEndsAt: number): Promise<number | null> {
    const attempt = new RunningAttempt(task, this.ledger, leaseEndsAt, this.progress);
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
    if (task.attempts > task.maxAttempts) return this.giveUpLost(task, handler);
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
      if (!attempt.isSettled && !(await this.ledger.completeWithOthers(task))) attempt.lost();
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

  /** After many tries it fails without the reaction of its handler, so that an operator sees it. */
  private async giveUpLost(task: ClaimedTask, handler: TaskHandler): Promise<null> {
    const isPoison = task.attempts > task.maxAttempts + maxTriesToReact;
    return this.giveUp(task, isPoison ? undefined : handler, reasonOfLost(task));
  }

  /** The handler first: every transaction locks a task after the rows it is about. */
  private async giveUp(task: ClaimedTask, handler: TaskHandler | undefined, reason: string): Promise<null> {
    try {
      await this.work.transaction(async (manager, enqueue) => {
        await handler?.exhausted?.(task.payload as never, reason, manager, enqueue, task.id);
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
