import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '@sync/embedded-services';
import { bringUpToDate } from '@sync/operator-commands';
import { neededConnections } from '@sync/postgres';
import { openServingLogins } from '@sync/schema';
import { Client } from 'pg';
import { CannotStart } from './cannot-start';
import { FolderInUse, lockDataFolder } from './data-folder-lock';
import type { Settings } from './settings';

/** What an app needs to connect, by the app's name. */
export type VariablesOfApps = (app: string) => Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL', string | undefined>;

export interface ServiceDatabase {
  /** Of its owner. */
  url: string;
  /** For the terminal: without the password. */
  description: string;
  /** When the apps may open more connections than Postgres allows: what to do. */
  notice: string | null;
  onExit(listener: () => void): void;
  /** Each app connects as a role that owns nothing; to a Postgres that was given, as DATABASE_URL says. */
  variablesOfApps(): Promise<VariablesOfApps>;
  stop(): Promise<void>;
}

const database = 'connection_sync';
/** Also when fewer apps run: operators' commands, the demo and a second start find room. */
const minConnections = 200;

const folderOf = (dataFolder: string) => join(dataFolder, 'postgres');

/** The `max_connections` that the apps need. */
function connectionsOf({ exportWorkers, workerConcurrency, redisUrl }: Settings): number {
  const hasRedis = redisUrl !== undefined;
  return neededConnections({ connectionApis: 1, adminApis: 1, ingresses: 1, workers: exportWorkers, workerConcurrency, hasRedis });
}

async function embedded(settings: Settings): Promise<ServiceDatabase> {
  const dataDir = folderOf(settings.dataFolder);
  const connections = Math.max(minConnections, connectionsOf(settings));
  const server = await startEmbeddedPostgres({ dataDir, database, settings: { max_connections: String(connections) } });
  return {
    url: server.url,
    description: `embedded Postgres on 127.0.0.1:${server.port}, data in ${server.dataDir}`,
    notice: null,
    onExit: (listener) => server.onExit(listener),
    variablesOfApps: async () => {
      const urls: Readonly<Record<string, string>> = await openServingLogins(server.url);
      return (app) => ({ DATABASE_URL: urls[app], DATABASE_DIRECT_URL: undefined });
    },
    stop: () => server.stop(),
  };
}

async function given(url: string, settings: Settings): Promise<ServiceDatabase> {
  const { databaseDirectUrl } = settings;
  const ownUrl = databaseDirectUrl ?? url;
  const { host, pathname } = new URL(ownUrl);
  return {
    url: ownUrl,
    description: `Postgres at ${host}${pathname}`,
    // A pooler shares the connections of Postgres out.
    notice: databaseDirectUrl === undefined ? await noticeOf(url, connectionsOf(settings)) : null,
    onExit: () => undefined,
    variablesOfApps: async () => () => ({ DATABASE_URL: url, DATABASE_DIRECT_URL: databaseDirectUrl }),
    stop: async () => undefined,
  };
}

/** Null: there are enough, or Postgres does not respond, which the migration reports. */
async function noticeOf(url: string, needed: number): Promise<string | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ allowed: number }>(`select current_setting('max_connections')::int as allowed`);
    const allowed = rows[0]?.allowed ?? needed;
    if (allowed >= needed) return null;
    return `Postgres allows ${allowed}, and the apps need ${needed}. Raise max_connections, or lower EXPORT_WORKERS or WORKER_CONCURRENCY.`;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Opens and migrates the database of DATABASE_URL or the embedded one of the data folder. Throws CannotStart. */
export async function openDatabase(settings: Settings): Promise<ServiceDatabase> {
  const opened = settings.databaseUrl === undefined ? await embedded(settings) : await given(settings.databaseUrl, settings);
  try {
    await bringUpToDate(opened.url);
    return opened;
  } catch (error) {
    await opened.stop();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The database could not be migrated (${opened.description}): ${message || code}`);
  }
}

/** URL of the database of a service that runs in the data folder. Null: none runs. */
export function databaseInUse(dataFolder: string): string | null {
  return runningEmbeddedPostgres({ dataDir: folderOf(dataFolder), database });
}

/** The database of DATABASE_URL, or that of the service running in the data folder, or the embedded one, started for the purpose; makes none. Throws CannotStart. */
export async function findDatabase(settings: Settings): Promise<Pick<ServiceDatabase, 'url' | 'stop'>> {
  const { databaseUrl, databaseDirectUrl, dataFolder } = settings;
  const running = (url: string) => ({ url, stop: async () => undefined });
  if (databaseUrl !== undefined) return running(databaseDirectUrl ?? databaseUrl);
  if (!existsSync(join(folderOf(dataFolder), 'PG_VERSION')))
    throw new CannotStart(
      `There is no database in ${dataFolder}: the service never ran there. Set DATA_FOLDER to its data folder, or DATABASE_URL to its database.`,
    );
  try {
    lockDataFolder(dataFolder);
  } catch (error) {
    const url = error instanceof FolderInUse ? databaseInUse(dataFolder) : null;
    if (url === null) throw error;
    return running(url);
  }
  return openDatabase(settings);
}
