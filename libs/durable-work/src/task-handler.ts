import type { EntityManager } from 'typeorm';
import type { Enqueue } from './durable-work';
import type { TaskName, TaskPayloads } from './task-map';

/** One attempt at a task. */
export interface TaskAttempt {
  readonly taskId: string;
  /** X-Request-Id of the request that caused the task. */
  readonly requestId: string | null;
  /** The task had failed, and somebody asked to have it tried again. What it belonged to may have ended with the failure. */
  readonly isRetry: boolean;
  /** Aborted when the attempt must end early: the app stops, or the task is no longer this worker's. End it by `throwIfInterrupted`. */
  readonly signal: AbortSignal;
  /** Throws TaskInterrupted once the signal is aborted. */
  throwIfInterrupted(): void;
  /** Something was achieved that the next attempt need not do again: a failure after it is the first of a new budget of attempts. */
  madeProgress(): void;
  /** Marks the task done in the handler's own transaction. Throws TaskInterrupted, so that the transaction rolls back, when it is no longer this worker's. */
  complete(manager: EntityManager): Promise<void>;
}

/** Carries out one kind of task. It may run more than once, and after a crash again from the start: its effects must allow it. */
export interface TaskHandler<N extends TaskName = TaskName> {
  /** Resolving means done. A rejection is retried as often as the task's definition says, except UnrecoverableTaskError. */
  handle(payload: TaskPayloads[N], attempt: TaskAttempt): Promise<void>;
  /** The task has failed permanently. Runs in the transaction that marks it failed. */
  exhausted?(payload: TaskPayloads[N], reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void>;
}

export type TaskHandlers = { [N in TaskName]?: TaskHandler<N> };
