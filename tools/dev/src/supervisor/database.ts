import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openServingLogin } from '@sync/domain';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '@sync/embedded-services';
import { bringUpToDate } from '@sync/operator-commands';
import { CannotStart } from './cannot-start';
import type { Settings } from './settings';

export interface DatabaseVariables {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL: string | undefined;
}

export interface ServiceDatabase {
  /** Of its owner. */
  url: string;
  /** For the terminal: without the password. */
  description: string;
  onExit(listener: () => void): void;
  /** For the apps, who connect as a role that owns nothing. To a Postgres that was given they connect as they were told. */
  variablesOfApps(): Promise<DatabaseVariables>;
  stop(): Promise<void>;
}

const database = 'connection_sync';
/** Every app has its own pools, and so do the queues. */
const serverSettings = { max_connections: '200' };

const folderOf = (dataFolder: string) => join(dataFolder, 'postgres');

async function embedded(dataFolder: string): Promise<ServiceDatabase> {
  const server = await startEmbeddedPostgres({ dataDir: folderOf(dataFolder), database, settings: serverSettings });
  const description = `embedded Postgres on 127.0.0.1:${server.port}, data in ${server.dataDir}`;
  return {
    url: server.url,
    description,
    onExit: (listener) => server.onExit(listener),
    variablesOfApps: async () => ({ DATABASE_URL: await openServingLogin(server.url), DATABASE_DIRECT_URL: undefined }),
    stop: () => server.stop(),
  };
}

function given(url: string, directUrl: string | null): ServiceDatabase {
  const { host, pathname } = new URL(directUrl ?? url);
  return {
    url: directUrl ?? url,
    description: `Postgres at ${host}${pathname}`,
    onExit: () => undefined,
    variablesOfApps: () => Promise.resolve({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl ?? undefined }),
    stop: () => Promise.resolve(),
  };
}

/** Whether a service has ever run in the data folder. */
export function hasDatabase(dataFolder: string): boolean {
  return existsSync(join(folderOf(dataFolder), 'PG_VERSION'));
}

/** URL of the database of a service that runs in the data folder. Null: none runs. */
export function databaseInUse(dataFolder: string): string | null {
  return runningEmbeddedPostgres({ dataDir: folderOf(dataFolder), database });
}

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'dataFolder'>;

/** Opens and migrates the database of DATABASE_URL or the embedded one of the data folder. Throws CannotStart. */
export async function openDatabase({ databaseUrl, databaseDirectUrl, dataFolder }: DatabaseSettings): Promise<ServiceDatabase> {
  const opened = databaseUrl === null ? await embedded(dataFolder) : given(databaseUrl, databaseDirectUrl);
  try {
    await bringUpToDate(opened.url);
    return opened;
  } catch (error) {
    await opened.stop();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The database could not be migrated (${opened.description}): ${message || code}`);
  }
}
