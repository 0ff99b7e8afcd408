import type { EntityManager } from 'typeorm';
import type { Enqueue } from './durable-work';
import type { TaskName, TaskPayloads } from './task-map';

/** A webhook as it was stored. */
export interface ReceivedWebhook {
  connectionId: string;
  topic: string | null;
  /** JSON. Null once it was erased, long after it failed. */
  body: string | null;
  receivedAt: Date;
}

/** One attempt at a task. */
export interface TaskAttempt {
  readonly taskId: string;
  /** X-Request-Id of the request that caused the task. */
  readonly requestId: string | null;
  /** The task had failed and was retried by hand. The sync it belonged to may have ended with the failure. */
  readonly isRetry: boolean;
  /** What `process-webhook` processes; null for other tasks. */
  readonly webhook: ReceivedWebhook | null;
  /** Aborted when the app stops or the worker has lost the task. End the attempt with `throwIfInterrupted`. */
  readonly signal: AbortSignal;
  /** Throws TaskInterrupted once the signal is aborted. */
  throwIfInterrupted(): void;
  /** The next attempt continues from here: a failure after it is the first of a new budget of attempts. */
  madeProgress(): void;
  /** Marks the task done in the handler's transaction. Throws TaskInterrupted, which rolls it back, when the worker has lost the task. */
  complete(manager: EntityManager): Promise<void>;
}

/** Handles one kind of task. It may run more than once, and after a crash from the start: its effects must be safe to repeat. */
export interface TaskHandler<N extends TaskName = TaskName> {
  /** Resolving means done. Rejections are retried up to the task's `attempts`; UnrecoverableTaskError is not. */
  handle(payload: TaskPayloads[N], attempt: TaskAttempt): Promise<void>;
  /** The task has failed permanently. Runs in the transaction that marks it failed. */
  exhausted?(payload: TaskPayloads[N], reason: string, manager: EntityManager, enqueue: Enqueue, taskId: string): Promise<void>;
}

export type TaskHandlers = { [N in TaskName]?: TaskHandler<N> };
