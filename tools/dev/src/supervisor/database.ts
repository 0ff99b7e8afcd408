import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '@sync/embedded-services';
import { bringUpToDate } from '@sync/operator-commands';
import { openServingLogins } from '@sync/schema';
import { Client } from 'pg';
import { connectionsOf } from './apps';
import { CannotStart } from './cannot-start';
import type { Settings } from './settings';

export interface DatabaseVariables {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL: string | undefined;
}

/** By the name of an app, or of one of its processes. */
export type VariablesOfApps = (name: string) => DatabaseVariables;

export interface ServiceDatabase {
  /** Of its owner. */
  url: string;
  /** For the terminal: without the password. */
  description: string;
  onExit(listener: () => void): void;
  /** When the apps may open more connections than Postgres allows: what to do. */
  notice: string | null;
  /** By app: each connects as a role that owns nothing. To a Postgres that was given they connect as they were told. */
  variablesOfApps(): Promise<VariablesOfApps>;
  stop(): Promise<void>;
}

const database = 'connection_sync';
/** Also when fewer apps run: operators' commands, the demo and a second start find room. */
const minConnections = 200;

const folderOf = (dataFolder: string) => join(dataFolder, 'postgres');

async function embedded(dataFolder: string, needed: number): Promise<ServiceDatabase> {
  const settings = { max_connections: String(Math.max(minConnections, needed)) };
  const server = await startEmbeddedPostgres({ dataDir: folderOf(dataFolder), database, settings });
  const description = `embedded Postgres on 127.0.0.1:${server.port}, data in ${server.dataDir}`;
  return {
    url: server.url,
    description,
    notice: null,
    onExit: (listener) => server.onExit(listener),
    variablesOfApps: async () => {
      const urls = await openServingLogins(server.url);
      const urlOf = (name: string) => Object.entries(urls).find(([app]) => name.startsWith(app))?.[1] ?? '';
      return (name) => ({ DATABASE_URL: urlOf(name), DATABASE_DIRECT_URL: undefined });
    },
    stop: () => server.stop(),
  };
}

async function given(url: string, directUrl: string | null, needed: number): Promise<ServiceDatabase> {
  const { host, pathname } = new URL(directUrl ?? url);
  return {
    url: directUrl ?? url,
    description: `Postgres at ${host}${pathname}`,
    // A pooler shares the connections of Postgres out.
    notice: directUrl === null ? await noticeOf(url, needed) : null,
    onExit: () => undefined,
    variablesOfApps: () => Promise.resolve(() => ({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl ?? undefined })),
    stop: () => Promise.resolve(),
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

/** Whether a service has ever run in the data folder. */
export function hasDatabase(dataFolder: string): boolean {
  return existsSync(join(folderOf(dataFolder), 'PG_VERSION'));
}

/** URL of the database of a service that runs in the data folder. Null: none runs. */
export function databaseInUse(dataFolder: string): string | null {
  return runningEmbeddedPostgres({ dataDir: folderOf(dataFolder), database });
}

export type DatabaseSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseDirectUrl' | 'dataFolder' | 'exportWorkers' | 'workerConcurrency' | 'redisUrl'
>;

/** Opens and migrates the database of DATABASE_URL or the embedded one of the data folder. Throws CannotStart. */
export async function openDatabase(settings: DatabaseSettings): Promise<ServiceDatabase> {
  const { databaseUrl, databaseDirectUrl, dataFolder } = settings;
  const needed = connectionsOf(settings.exportWorkers, settings.workerConcurrency, settings.redisUrl !== null);
  const opened = databaseUrl === null ? await embedded(dataFolder, needed) : await given(databaseUrl, databaseDirectUrl, needed);
  try {
    await bringUpToDate(opened.url);
    return opened;
  } catch (error) {
    await opened.stop();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The database could not be migrated (${opened.description}): ${message || code}`);
  }
}
