import { FolderInUse, lockDataFolder } from './data-folder-lock';
import { CannotStart } from './cannot-start';
import { databaseInUse, hasDatabase, openDatabase, type DatabaseSettings } from './database';

export interface FoundDatabase {
  url: string;
  stop(): Promise<void>;
}

/** The database of DATABASE_URL, or that of the service running in the data folder, or the embedded one, started for the purpose; makes none. Throws CannotStart. */
export async function findDatabase(settings: DatabaseSettings): Promise<FoundDatabase> {
  const { databaseUrl, databaseDirectUrl } = settings;
  if (databaseUrl !== null) return { url: databaseDirectUrl ?? databaseUrl, stop: () => Promise.resolve() };
  if (!hasDatabase(settings.dataFolder))
    throw new CannotStart(
      `There is no database in ${settings.dataFolder}: the service never ran there. Set DATA_FOLDER to its data folder, or DATABASE_URL to its database.`,
    );
  try {
    process.once('exit', lockDataFolder(settings.dataFolder));
  } catch (error) {
    const url = error instanceof FolderInUse ? databaseInUse(settings.dataFolder) : null;
    if (url === null) throw error;
    return { url, stop: () => Promise.resolve() };
  }
  return openDatabase(settings);
}
