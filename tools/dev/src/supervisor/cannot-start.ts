import { CannotRun } from '@sync/operator-commands';

/** A problem that the person at the terminal must solve. The message is for that person. */
export class CannotStart extends CannotRun {}

/** Ends a command: one line for what a person must solve, everything for what a programmer must. */
export function endWith(error: unknown): never {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exit(1);
}
