import { readArguments, runCommand } from '@sync/command-line';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { openDatabase } from './supervisor/database';
import { FolderInUse, lockDataFolder } from './supervisor/data-folder-lock';
import { readSettings, UnusableSetting } from './supervisor/settings';

const usage = `Usage: npm run migrate
Migrates the database of DATABASE_URL, or the embedded one in .data/, to the current schema. Takes no arguments.`;

async function migrate(args: readonly string[]): Promise<void> {
  readArguments(args, {});
  const settings = readSettings(process.env, portVariables);
  if (settings.databaseUrl === null) process.once('exit', lockDataFolder(settings.dataFolder));
  const database = await openDatabase(settings);
  console.log(`The schema is up to date: ${database.description}.`);
  await database.stop();
}

runCommand(usage, migrate).catch((error: Error) => {
  if (error instanceof FolderInUse)
    console.error(`The service is running in this folder (process ${error.pid}) and migrated its database at startup.`);
  else console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
});
