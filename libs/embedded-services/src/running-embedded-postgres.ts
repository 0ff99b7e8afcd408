import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresAccount } from './postgres-account';
import { clusterFolder, passwordOf } from './postgres-cluster';
import { databaseUrl, type EmbeddedPostgresOptions } from './start-embedded-postgres';

const lineOfPort = 3;

/**
 * postgres:// address, with its password, of the server that another process of this machine runs in the folder. Null when its
 * file says that none does; whether the server answers is for the caller to find out.
 */
export function runningEmbeddedPostgres({ dataDir, database }: Pick<EmbeddedPostgresOptions, 'dataDir' | 'database'>): string | null {
  const folder = clusterFolder(dataDir, postgresAccount());
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const port = Number.parseInt(readFileSync(file, 'utf8').split('\n')[lineOfPort] ?? '', 10);
  return port > 0 ? databaseUrl(port, passwordOf(folder), database) : null;
}
