import { CannotRun } from '@sync/operator-commands';

/** A problem that the person at the terminal must solve. The message is for that person. */
export class CannotStart extends CannotRun {}

/** Node, initdb and Postgres say it in their own ways. */
const isDiskFull = (error: Error): boolean => /ENOSPC|No space left on device/i.test(error.message);

/** One line for what a person must solve, everything for what a programmer must. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isDiskFull(error)) return 'The disk of the data folder is full. Free some space, or set DATA_FOLDER to a folder on another disk.';
  return error instanceof CannotRun ? error.message : (error.stack ?? String(error));
}

export function endWith(error: unknown): never {
  console.error(reasonOf(error));
  process.exit(1);
}
