import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { freePort } from './free-port';
import { stopLeftoverPostmaster } from './leftover-postmaster';
import { postgresAccount, type PostgresAccount } from './postgres-account';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries';
import { clusterFolder, openCluster, type PostgresCluster } from './postgres-cluster';
import { OutputTail, stopWithOwner } from './stop-with-owner';

export interface EmbeddedPostgresOptions {
  /** Created on first use and kept. A server that an earlier process left running in it is stopped first. */
  dataDir: string;
  /** Default: a free port. */
  port?: number;
  /** False is faster but not crash-safe: for tests. Default true. */
  durable?: boolean;
  /** Created if missing. */
  database: string;
  /** Additional server settings, for example `{ shared_buffers: '256MB' }`. */
  settings?: Readonly<Record<string, string>>;
  /** Default: those of the npm package. */
  binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  /** postgres:// URL of the database, including the password: never log it. */
  readonly url: string;
  readonly port: number;
  /** The actual data folder. Differs from the requested one if the server's account cannot read that. */
  readonly dataDir: string;
  /** Calls the listener when the server exits unexpectedly. */
  onExit(listener: () => void): void;
  /** Ends all sessions and shuts down cleanly. Idempotent. */
  stop(): Promise<void>;
}

const maxStartAttempts = 3;
const startTimeoutMs = 60_000;
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface RunningServer {
  child: ChildProcess;
  tail: OutputTail;
  port: number;
}

/** Starts the Postgres of the npm package on 127.0.0.1. It stops with this process, however this process ends. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = postgresAccount();
  const { initdb, postgres } = options.binaries ?? postgresBinaries(account);
  const durable = options.durable ?? true;
  const folder = clusterFolder(options.dataDir, account);
  const cluster = await openCluster(folder, initdb, account, durable);
  await stopLeftoverPostmaster(folder);
  const settings = { ...(durable ? {} : notDurable), ...options.settings };
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = spawnServer(postgres, cluster, port, settings, account);
    try {
      await waitForConnections(server, cluster);
      return await openDatabase(server, cluster, options.database);
    } catch (error) {
      await stopServer(server.child);
      if (attempt === maxStartAttempts || options.port !== undefined || !server.tail.text().includes('could not bind')) throw error;
    }
  }
}

/** Deletes the cluster of the folder, after stopping a server that still runs in it. */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  const folder = clusterFolder(dataDir, postgresAccount());
  await stopLeftoverPostmaster(folder);
  rmSync(folder, { recursive: true, force: true });
}

function spawnServer(
  program: string,
  cluster: PostgresCluster,
  port: number,
  settings: Record<string, string>,
  account: PostgresAccount,
): RunningServer {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', log_timezone: 'UTC', timezone: 'UTC', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own process group, because Ctrl-C in the terminal must reach the database last, through stop().
  const child = spawn(program, ['-D', cluster.folder, '-p', String(port), ...flags], {
    ...account,
    cwd: cluster.folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PGDATA: cluster.folder, LC_ALL: 'C' },
  });
  const tail = new OutputTail();
  child.on('error', (error) => tail.add(error.message));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => tail.add(chunk));
  child.unref();
  (child.stderr as typeof child.stderr & { unref?: () => void }).unref?.();
  return { child, tail, port };
}

export function databaseUrl(port: number, password: string, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

async function waitForConnections({ child, tail, port }: RunningServer, { password }: PostgresCluster): Promise<void> {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await sleep(25)) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) break;
    const client = new Client({ connectionString: databaseUrl(port, password, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      continue;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error(`The embedded Postgres did not start.\n${tail.text()}`);
}

async function createDatabase(port: number, password: string, database: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(port, password, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

async function openDatabase(
  { child, port }: RunningServer,
  { folder, password }: PostgresCluster,
  database: string,
): Promise<EmbeddedPostgres> {
  await createDatabase(port, password, database);
  // First the smart shutdown, which lets draining clients finish their sessions, then the fast one.
  const cancelWatch = stopWithOwner(child, { first: 'TERM', last: 'INT', afterSeconds: 30 });
  let isStopping = false;
  return {
    url: databaseUrl(port, password, database),
    port,
    dataDir: folder,
    onExit: (listener) => {
      child.once('exit', () => {
        if (!isStopping) listener();
      });
    },
    stop: async () => {
      isStopping = true;
      await stopServer(child);
      cancelWatch();
    },
  };
}

/** SIGINT is the fast shutdown of Postgres: it ends sessions and loses nothing. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await exit;
  clearTimeout(force);
}
