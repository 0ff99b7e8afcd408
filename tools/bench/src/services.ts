import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateQueues } from '@sync/durable-work';
import { startEmbeddedPostgres } from '@sync/embedded-services';
import { migrateDatabase } from '@sync/schema';
import { AppProcess, type AppName, type Environment } from '@sync/test-harness';
import { Client } from 'pg';
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
      await query(postgres.url, `create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      await migrateDatabase(url.href);
      await migrateQueues(url.href);
      return url.href;
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

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

export interface Service {
  databaseUrl: string;
  api: AppProcess;
  /** One per core, as `npm start` runs them. */
  workers: readonly AppProcess[];
  stop(): Promise<void>;
}

export const encryptionKeys = `bench:${randomBytes(32).toString('base64')}`;

export function environmentOf(databaseUrl: string): Environment {
  return {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: encryptionKeys,
    STORE_HOST_ALLOWLIST: '127.0.0.0/8',
    REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
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

/** A script that takes the place of an app. */
export function startScript(script: string, portVariable: string, environment: Environment): Promise<AppProcess> {
  return ready(AppProcess.launchScript(script, portVariable, environment));
}

export function startApp(app: AppName, databaseUrl: string, settings: Environment = {}): Promise<AppProcess> {
  return ready(AppProcess.launch(app, { ...environmentOf(databaseUrl), ...settings }));
}

const exportWorkers = Math.min(availableParallelism(), 4);

/** connection-api and export-workers as deployed, on the given database. If one of them does not start, the others are stopped. */
export async function startService(databaseUrl: string, workerCount = exportWorkers, workerSettings: Environment = {}): Promise<Service> {
  const workers: AppProcess[] = [];
  const api = await startApp('connection-api', databaseUrl);
  const stop = async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await api.stop();
  };
  try {
    while (workers.length < workerCount) workers.push(await startApp('export-worker', databaseUrl, workerSettings));
  } catch (error) {
    await stop();
    throw error;
  }
  return { databaseUrl, api, workers, stop };
}
