import 'reflect-metadata';
import { KeyRing } from '@sync/credentials';
import { inDeployment, runCommandLine } from '@sync/operator-commands';
import { findDatabase } from './supervisor/database';
import { knownEncryptionKeys } from './supervisor/encryption-keys';
import { readSettings } from './supervisor/settings';

/** `npm run doctor -- …` and the like: the commands of `apps/operations`, beside a service of `npm start`, with its database and keys. */
await runCommandLine(process.argv.slice(2), {
  // The default of `npm start`.
  ...inDeployment({ STORE_HOST_ALLOWLIST: '127.0.0.0/8,::1', ...process.env }),
  calledAs: (command) => `npm run ${command} --`,
  database: async () => findDatabase(readSettings(process.env)),
  keyRing: () => KeyRing.parse(knownEncryptionKeys(readSettings(process.env))),
});
