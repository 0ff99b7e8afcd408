import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { openDatabase } from './supervisor/database';
import { FolderInUse, lockDataFolder } from './supervisor/data-folder-lock';
import { readSettings, UnusableSetting } from './supervisor/settings';

/** `npm run migrate`: brings the database of DATABASE_URL, or the embedded one, to the current schema. */
async function main(): Promise<void> {
  const settings = readSettings(process.env, portVariables);
  if (settings.databaseUrl === null) process.once('exit', lockDataFolder(settings.dataFolder));
  const database = await openDatabase(settings);
  console.log(`The schema is up to date: ${database.description}.`);
  await database.stop();
}

main().catch((error: Error) => {
  if (error instanceof FolderInUse)
    console.error(`The service runs in this folder (process ${error.pid}) and has migrated its database when it started.`);
  else console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
});
