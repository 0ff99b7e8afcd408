import { readArguments, runCommand } from '@sync/command-line';
import { endWith } from './supervisor/cannot-start';
import { lockDataFolder } from './supervisor/data-folder-lock';
import { openDatabase } from './supervisor/database';
import { readSettings } from './supervisor/settings';

const usage = `Usage: npm run migrate
Migrates the database of DATABASE_URL, or the embedded one in .data/, to the current schema. Takes no arguments.`;

async function migrate(args: readonly string[]): Promise<void> {
  readArguments(args, {});
  const settings = readSettings(process.env);
  // A running service has migrated its database at its start.
  if (settings.databaseUrl === undefined) lockDataFolder(settings.dataFolder);
  const database = await openDatabase(settings);
  console.log(`The schema is up to date: ${database.description}.`);
  await database.stop();
}

runCommand(usage, migrate).catch(endWith);
