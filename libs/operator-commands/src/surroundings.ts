import type { KeyRing } from '@sync/credentials';
import type { OperationsConfiguration } from './configuration';

/** A command cannot run here. The message is for the person at the terminal. */
export class CannotRun extends Error {}

export interface FoundDatabase {
  url: string;
  /** Ends what was started to reach it. */
  stop(): Promise<void>;
}

/** What differs between a deployment, where the environment says everything, and a checkout with an embedded database. */
export interface Surroundings {
  /** How a person calls the command, for its usage: `node main.mjs doctor`. */
  calledAs: (command: string) => string;
  /** Throws InvalidConfiguration. */
  configuration: () => OperationsConfiguration;
  /** Throws CannotRun. */
  database: () => Promise<FoundDatabase>;
  /** Never generates keys: a new one could not decrypt stored credentials. Throws CannotRun. */
  keyRing: () => KeyRing;
}
