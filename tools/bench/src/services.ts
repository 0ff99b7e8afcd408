import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateQueues } from '@sync/durable-work';
import { startEmbeddedPostgres } from '@sync/embedded-services';
import { migrateDatabase } from '@sync/schema';
import { AppProcess, type AppName, type Environment } from '@sync/test-harness';
import { Pool } from 'pg';
import { postgresClock, type ProcessorClock } from './processor-time';

export interface BenchPostgres {
  dataDir: string;
  /** Of the server with all of its sessions. */
  clock: ProcessorClock;
  /** A new, migrated database. Each section gets its own. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A Postgres with default durability in a temporary folder, as an operator would run it. */
export async function startBenchPostgres(more: Readonly<Record<string, string>> = {}): Promise<BenchPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-bench-'));
  // As root the server runs under another account, which must be able to read its data.
  chmodSync(dataDir, 0o755);
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', max_connections: '200', ...more };
  const postgres = await startEmbeddedPostgres({ dataDir, database: 'bench', settings });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    running.delete(stop);
    for (const folder of [dataDir, postgres.dataDir]) rmSync(folder, { recursive: true, force: true });
  };
  if (running.size === 0) stopOnSignals();
  running.add(stop);
  return {
    dataDir: postgres.dataDir,
    clock: postgresClock(postgres.dataDir),
    createDatabase: async (name) => {
      await withPool(postgres.url, 1, (pool) => pool.query(`create database ${name}`));
      const { href } = Object.assign(new URL(postgres.url), { pathname: `/${name}` });
      await migrateDatabase(href);
      await migrateQueues(href);
      return href;
    },
    stop,
  };
}

/** Servers that run now: their folders hold gigabytes. */
const running = new Set<() => Promise<void>>();

function stopOnSignals(): void {
  const stopAll = (): void => void Promise.all([...running].map((stop) => stop())).finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopAll);
}

/** Sessions of the benchmark itself. Ignores errors of sessions that end with their Postgres. */
export function benchPool(databaseUrl: string, max: number): Pool {
  return new Pool({ connectionString: databaseUrl, max }).on('error', () => undefined);
}

export async function withPool<T>(databaseUrl: string, max: number, use: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = benchPool(databaseUrl, max);
  return use(pool).finally(() => pool.end());
}

export const encryptionKeys = `bench:${randomBytes(32).toString('base64')}`;

function environmentOf(databaseUrl: string): Environment {
  return {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: encryptionKeys,
    STORE_HOST_ALLOWLIST: '127.0.0.0/8',
    CALLER_HOST_ALLOWLIST: '127.0.0.0/8',
    DIRECT_INIT_MAX_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  };
}

/** Resolves when it is ready. Its output would break the progress bar: only that of a program that fails is shown. */
async function ready(launched: Promise<AppProcess>): Promise<AppProcess> {
  const program = await (await launched).ready();
  void program.exited.then(({ code }) => code !== 0 && process.stderr.write(program.output));
  return program;
}

export function startApp(app: AppName, databaseUrl: string, settings: Environment = {}): Promise<AppProcess> {
  return ready(AppProcess.launch(app, { ...environmentOf(databaseUrl), ...settings }));
}

/** The limit that apps are compared with. */
export function startBareServer(databaseUrl: string, settings: Environment = {}): Promise<AppProcess> {
  const script = 'dist/tools/bench/bare-server.mjs';
  return ready(AppProcess.launchScript(script, 'BARE_SERVER_PORT', { DATABASE_URL: databaseUrl, ...settings }));
}

export interface Service {
  api: AppProcess;
  workers: readonly AppProcess[];
}

/** One per core, as `npm start` runs them. */
const usualWorkers = Math.min(availableParallelism(), 4);

/** connection-api and export-workers as deployed, while the work lasts. */
export async function withService<T>(databaseUrl: string, use: (service: Service) => Promise<T>, workerCount = usualWorkers): Promise<T> {
  const apps: AppProcess[] = [];
  try {
    const api = await startApp('connection-api', databaseUrl);
    apps.push(api);
    while (apps.length <= workerCount) apps.push(await startApp('export-worker', databaseUrl));
    return await use({ api, workers: apps.slice(1) });
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
  }
}
