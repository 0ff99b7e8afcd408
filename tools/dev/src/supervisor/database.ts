import { join } from 'node:path';
import { migrateDatabase } from '@sync/domain';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '@sync/embedded-services';
import { alignFeedClock } from '@sync/record-store';
import { Client } from 'pg';
import { CannotStart } from './cannot-start';
import type { Settings } from './settings';

export interface ServiceDatabase {
  url: string;
  /** Shown to people: without the password. */
  description: string;
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}

const database = 'connection_sync';
/** Each app keeps a pool of its own, and the queues theirs. */
const settingsOfServer = { max_connections: '200' };

const folderOf = (dataFolder: string) => join(dataFolder, 'postgres');

async function embedded(dataFolder: string): Promise<ServiceDatabase> {
  const server = await startEmbeddedPostgres({ dataDir: folderOf(dataFolder), database, settings: settingsOfServer });
  const description = `embedded Postgres on 127.0.0.1:${server.port}, data in ${server.dataDir}`;
  return { url: server.url, description, onExit: (listener) => server.onExit(listener), stop: () => server.stop() };
}

function given(url: string): ServiceDatabase {
  const { host, pathname } = new URL(url);
  return { url, description: `Postgres at ${host}${pathname}`, onExit: () => undefined, stop: () => Promise.resolve() };
}

/** The database of the service that runs in the data folder; null when none does. */
export function databaseInUse(dataFolder: string): string | null {
  return runningEmbeddedPostgres({ dataDir: folderOf(dataFolder), database });
}

/** Before any app writes: after a restore into a fresh server, places in the records feed must not begin anew. */
async function setFeedClock(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await alignFeedClock(client);
  } finally {
    await client.end();
  }
}

/** The database with the current schema: the one of DATABASE_URL, or the embedded one of the data folder. Throws CannotStart. */
export async function openDatabase({ databaseUrl, dataFolder }: Pick<Settings, 'databaseUrl' | 'dataFolder'>): Promise<ServiceDatabase> {
  const opened = databaseUrl === null ? await embedded(dataFolder) : given(databaseUrl);
  try {
    await migrateDatabase(opened.url);
    await setFeedClock(opened.url);
    return opened;
  } catch (error) {
    await opened.stop();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The database could not be brought to the current schema (${opened.description}): ${message || code}`);
  }
}
