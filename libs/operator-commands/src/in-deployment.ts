import { loadConfiguration } from '@sync/service-runtime';
import { OperationsConfiguration } from './configuration';
import { CannotRun, type Surroundings } from './surroundings';

/** Everything from the environment, as for the apps. */
export function inDeployment(environment?: NodeJS.ProcessEnv): Surroundings {
  const configuration = () => loadConfiguration(OperationsConfiguration, environment);
  return {
    calledAs: (command) => `node main.mjs ${command}`,
    configuration,
    database: async () => {
      const { databaseDirectUrl: url } = configuration();
      if (!url) throw new CannotRun('DATABASE_URL is missing: set it to the database of the service.');
      return { url, stop: async () => undefined };
    },
    keyRing: () => {
      const { encryptionKeys } = configuration();
      if (!encryptionKeys) throw new CannotRun('ENCRYPTION_KEYS is missing: set it to the keys of the service.');
      return encryptionKeys;
    },
  };
}
