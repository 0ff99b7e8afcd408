import { databaseCommand } from '../database-command';
import { readCommand, usage } from './command';
import { rotateStoredValues } from './rotate-stored-values';

export const keysRotate = databaseCommand({
  name: 'keys:rotate',
  does: 'Seals stored secrets with the first of the encryption keys.',
  usage,
  read: readCommand,
  run: async (database, { isDryRun }, { keyRing }) => ({
    lines: [],
    ok: await rotateStoredValues(database, keyRing(), { isDryRun, print: (line) => process.stdout.write(`${line}\n`) }),
  }),
});
