import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresAccount } from './postgres-account';
import { clusterFolder, passwordOf } from './postgres-cluster';
import { databaseUrl, type EmbeddedPostgresOptions } from './start-embedded-postgres';

const portLine = 3;

/**
 * postgres:// URL, with password, of a server that another process runs in the folder. Null if there is no pid file; the caller finds out
 * whether the server responds.
 */
export function runningEmbeddedPostgres({ dataDir, database }: Pick<EmbeddedPostgresOptions, 'dataDir' | 'database'>): string | null {
  const folder = clusterFolder(dataDir, postgresAccount());
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const port = Number.parseInt(readFileSync(file, 'utf8').split('\n')[portLine] ?? '', 10);
  return port > 0 ? databaseUrl(port, passwordOf(folder), database) : null;
}
