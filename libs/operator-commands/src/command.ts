import type { Surroundings } from './surroundings';

/** A command of the operators. */
export interface Command {
  /** One line for the list of commands. */
  does: string;
  /** `called`: how a person calls it. */
  usage: (called: string) => string;
  /** Resolves to the exit code. Throws UnusableArguments, CannotRun. */
  run: (args: readonly string[], surroundings: Surroundings) => Promise<number>;
  /** Exit code when it cannot run. */
  cannotRunCode: number;
}
