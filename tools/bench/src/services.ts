import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@sync/domain';
import { migrateQueues } from '@sync/durable-work';
import { freePort, startEmbeddedPostgres } from '@sync/embedded-services';
import { Client } from 'pg';
import { clockOf, postgresClock, type ProcessorClock } from './processor-time';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../..');

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

/** One of our programs in its own process. It ends with this process. */
export class Program {
  readonly clock: ProcessorClock;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    this.clock = clockOf(child.pid);
  }

  static async start(bundle: string, portVariable: string, environment: Record<string, string>): Promise<Program> {
    const port = await freePort();
    const env = { ...process.env, ...environment, [portVariable]: String(port), SUPERVISED: '1', LOG_LEVEL: 'warn' };
    const child = fork(join(dist, bundle), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const program = new Program(child, `http://127.0.0.1:${port}`);
    await program.ready();
    return program;
  }

  /** Peak resident memory in MiB; null where the system does not report it. */
  get peakMemory(): number | null {
    try {
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
      return kilobytes ? Number(kilobytes) / 1024 : null;
    } catch {
      return null;
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }

  private async ready(): Promise<void> {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
      if (this.child.exitCode !== null) break;
      const response = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (response?.ok) return;
    }
    throw new Error(`A program did not become ready at ${this.url}`);
  }
}

export interface Service {
  databaseUrl: string;
  api: Program;
  /** One per core, as `npm start` runs them. */
  workers: readonly Program[];
  stop(): Promise<void>;
}

export const encryptionKeys = `bench:${randomBytes(32).toString('base64')}`;

function environmentOf(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: encryptionKeys,
    STORE_HOST_ALLOWLIST: '127.0.0.0/8',
    REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
  };
}

export function startApi(databaseUrl: string, bundle = 'apps/connection-api/main.mjs'): Promise<Program> {
  return Program.start(bundle, 'CONNECTION_API_PORT', environmentOf(databaseUrl));
}

export function startAdminApi(databaseUrl: string): Promise<Program> {
  return Program.start('apps/admin-api/main.mjs', 'ADMIN_API_PORT', environmentOf(databaseUrl));
}

export function startIngress(databaseUrl: string): Promise<Program> {
  return Program.start('apps/webhook-ingress/main.mjs', 'WEBHOOK_INGRESS_PORT', environmentOf(databaseUrl));
}

const exportWorkers = Math.min(availableParallelism(), 4);

/** connection-api and export-workers as deployed, on the given database. */
export async function startService(
  databaseUrl: string,
  workerCount = exportWorkers,
  workerSettings: Record<string, string> = {},
): Promise<Service> {
  const api = await startApi(databaseUrl);
  const workers: Program[] = [];
  while (workers.length < workerCount) workers.push(await startWorker(databaseUrl, workerSettings));
  return {
    databaseUrl,
    api,
    workers,
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await api.stop();
    },
  };
}

export function startWorker(databaseUrl: string, settings: Record<string, string> = {}): Promise<Program> {
  return Program.start('apps/export-worker/main.mjs', 'EXPORT_WORKER_PORT', { ...environmentOf(databaseUrl), ...settings });
}
