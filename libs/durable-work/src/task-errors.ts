/** The message is safe to store and to show. */
export class TaskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** No later attempt can do better: the task fails at once. */
export class UnrecoverableTaskError extends TaskError {}

/** The attempt ends before its work does, because the app stops or somebody else works on the task. It costs no attempt. */
export class TaskInterrupted extends TaskError {
  constructor() {
    super('The attempt was interrupted');
  }
}

/** There is no room for the task yet: it is tried again soon, at no cost. */
export class TaskDeferred extends TaskError {
  constructor() {
    super('There was no room for this yet');
  }
}

/** Whoever waited in vain for a lock that somebody else holds (55P03: Postgres' lock_timeout) had no room: nothing is wrong with the task. */
export function deferredWhenLocked(error: unknown): unknown {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown };
  return code === '55P03' ? new TaskDeferred() : error;
}
