import type { EntityManager } from 'typeorm';
import type { Progress } from './progress';
import { TaskInterrupted } from './task-errors';
import type { ReceivedWebhook, TaskAttempt } from './task-handler';
import type { ClaimedTask } from './claimed-task';
import type { TaskLedger } from './task-ledger';

/** The runner's side of an attempt. */
export class RunningAttempt implements TaskAttempt {
  private readonly interruption = new AbortController();
  /** False once the worker knows that it has lost the task. */
  isHeld = true;
  isSettled = false;
  hasProgressed = false;
  leaseEndsAt: number;

  constructor(
    readonly task: ClaimedTask,
    private readonly ledger: TaskLedger,
    leaseEndsAt: number,
    private readonly progress: Progress,
  ) {
    this.leaseEndsAt = leaseEndsAt;
  }

  get taskId(): string {
    return this.task.id;
  }

  get requestId(): string | null {
    return this.task.requestId;
  }

  get isRetry(): boolean {
    return this.task.isRetry;
  }

  get webhook(): ReceivedWebhook | null {
    const { name, systemConnectionId: connectionId, topic, body, recordedAt: receivedAt } = this.task;
    return name === 'process-webhook' && connectionId !== null ? { connectionId, topic, body, receivedAt } : null;
  }

  get signal(): AbortSignal {
    return this.interruption.signal;
  }

  throwIfInterrupted(): void {
    if (this.signal.aborted) throw new TaskInterrupted();
  }

  madeProgress(): void {
    this.hasProgressed = true;
    this.progress.note('progress of a task');
  }

  async complete(manager: EntityManager): Promise<void> {
    if (!(await this.ledger.complete(manager, this.task))) {
      this.lost();
      throw new TaskInterrupted();
    }
    this.isSettled = true;
  }

  interrupt(): void {
    this.interruption.abort();
  }

  lost(): void {
    this.isHeld = false;
    this.interrupt();
  }
}
