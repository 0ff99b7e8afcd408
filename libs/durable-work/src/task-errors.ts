import { IntegrationRequestException } from '@sync/integration-contract';
import { loggableError } from '@sync/records';
import { lacksConnection, postgresCode } from '@sync/postgres';

/** The message is safe to store and to show. */
class TaskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** No retry can succeed: the task fails at once. */
export class UnrecoverableTaskError extends TaskError {}

/** The attempt failed as it may again, and is repeated with backoff. The message says why. */
export class AttemptFailed extends TaskError {}

/** The attempt ended early, because the app stops or another worker has the task. It costs no attempt. */
export class TaskInterrupted extends TaskError {
  constructor() {
    super('The attempt was interrupted');
  }
}

/** The task cannot run yet, for instance because a row is locked: it is retried soon and costs no attempt. */
export class TaskDeferred extends TaskError {
  constructor() {
    super('The task could not run yet');
  }
}

/** The task has held its slot for long enough: it is due again at once, behind those that wait, and costs no attempt. */
export class TaskYielded extends TaskError {
  constructor() {
    super('Others go first');
  }
}

/** The task waits this long and costs no attempt: who throws it bounds how often. The message says what it waits for. */
export class TaskPostponed extends TaskError {
  constructor(
    message: string,
    readonly milliseconds: number,
  ) {
    super(message);
  }
}

/** A lock timeout (55P03) defers the task: another transaction held the lock, and nothing is wrong with the task. */
export function deferredWhenLocked(error: unknown): unknown {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown };
  return code === '55P03' ? new TaskDeferred() : error;
}

const sqlState = /^[0-9A-Z]{5}$/;

/**
 * Why a task failed, safe to store and show. Messages of integrations and tasks are written for that. Of other errors, whose messages may
 * hold anything, it shows the kind: the worker's log says where they came from.
 */
export function safeReason(error: unknown): string {
  if (error instanceof IntegrationRequestException || error instanceof TaskError) return error.message.slice(0, 1_000);
  if (lacksConnection(error)) return `There was no connection to Postgres (${postgresCode(error) || 'it was closed'}).`;
  const { name, code } = loggableError(error);
  const kind = sqlState.test(postgresCode(error))
    ? `Postgres refused a statement, ${postgresCode(error)}`
    : [name, code].filter(Boolean).join(', ');
  return `Unexpected failure (${kind}). The worker's log says where.`;
}
