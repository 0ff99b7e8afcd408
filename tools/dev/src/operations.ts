import 'reflect-metadata';
import { KeyRing } from '@sync/credentials';
import { CannotRun, inDeployment, runCommandLine, type Surroundings } from '@sync/operator-commands';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { FolderInUse } from './supervisor/data-folder-lock';
import { knownEncryptionKeys } from './supervisor/encryption-keys';
import { findDatabase } from './supervisor/find-database';
import { readSettings, UnusableSetting, type Settings } from './supervisor/settings';

/** The default of `npm start`. */
const shopsOnThisMachine = { STORE_HOST_ALLOWLIST: '127.0.0.0/8,::1' };

const settings = (): Settings => readSettings(process.env, portVariables);

/** Beside a service of `npm start`, whose database and keys are in the data folder. */
const inCheckout: Surroundings = {
  ...inDeployment({ ...shopsOnThisMachine, ...process.env }),
  calledAs: (command) => `npm run ${command} --`,
  database: () => inWords(() => findDatabase(settings())),
  keyRing: () => inWords(() => KeyRing.parse(knownEncryptionKeys(settings()))),
};

/** Translates what is for the person at the terminal. */
function inWords<T>(work: () => T): T {
  const translated = (error: unknown): never => {
    const isForPeople = [CannotStart, FolderInUse, UnusableSetting].some((kind) => error instanceof kind);
    throw isForPeople ? new CannotRun((error as Error).message) : error;
  };
  try {
    const found = work();
    return (found instanceof Promise ? found.catch(translated) : found) as T;
  } catch (error) {
    return translated(error);
  }
}

/** `npm run doctor -- …` and the like: the commands of `apps/operations`. */
await runCommandLine(process.argv.slice(2), inCheckout);
