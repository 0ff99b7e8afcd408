import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { freePort } from './free-port';
import { stopLeftoverPostmaster } from './leftover-postmaster';
import { postgresAccount, type PostgresAccount } from './postgres-account';
import { postgresBinaries } from './postgres-binaries';
import { clusterFolder, openCluster, type PostgresCluster } from './postgres-cluster';
import { OutputTail, stopWithOwner } from './stop-with-owner';

export interface EmbeddedPostgresOptions {
  /** Created on first use and kept. One server at a time: a server that an earlier process left running in it is stopped first. */
  dataDir: string;
  /** A free one when left out. */
  port?: number;
  /** False trades safety against power loss for speed: for tests. Default true. */
  durable?: boolean;
  /** Created when it is not there yet. */
  database: string;
  /** Further settings of the server, for example `{ shared_buffers: '256MB' }`. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** postgres:// address of the database, with its password: never log it. */
  readonly url: string;
  readonly port: number;
  /** Where the data really is: elsewhere than asked when the server's account cannot reach the asked folder. */
  readonly dataDir: string;
  /** Called when the server ends without having been asked to. */
  onExit(listener: () => void): void;
  /** Ends every session and writes everything down. Safe to call twice. */
  stop(): Promise<void>;
}

const startAttempts = 3;
const startTimeoutMs = 60_000;
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface RunningServer {
  child: ChildProcess;
  tail: OutputTail;
  port: number;
}

/** Starts the Postgres of the npm package on 127.0.0.1. It ends with this process, however this process ends. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = postgresAccount();
  const { initdb, postgres } = postgresBinaries(account);
  const durable = options.durable ?? true;
  const folder = clusterFolder(options.dataDir, account);
  const cluster = openCluster(folder, initdb, account, durable);
  await stopLeftoverPostmaster(folder);
  const settings = { ...(durable ? {} : notDurable), ...options.settings };
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = spawnServer(postgres, cluster, port, settings, account);
    try {
      await acceptsConnections(server, cluster);
      return await openDatabase(server, cluster, options.database);
    } catch (error) {
      await stopServer(server.child);
      if (attempt === startAttempts || options.port !== undefined || !server.tail.text().includes('could not bind')) throw error;
    }
  }
}

/** Removes everything that was kept for the folder; a server that still runs in it is stopped first. */
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
  // In a process group of its own: Ctrl-C in the terminal must reach the database last, through stop().
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

async function acceptsConnections({ child, tail, port }: RunningServer, { password }: PostgresCluster): Promise<void> {
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
  // First Postgres' smart shutdown, which lets the sessions of those who drain end by themselves, then its fast one.
  const callOff = stopWithOwner(child, { first: 'TERM', last: 'INT', afterSeconds: 30 });
  let asked = false;
  return {
    url: databaseUrl(port, password, database),
    port,
    dataDir: folder,
    onExit: (listener) => {
      child.once('exit', () => {
        if (!asked) listener();
      });
    },
    stop: async () => {
      asked = true;
      await stopServer(child);
      callOff();
    },
  };
}

/** SIGINT is Postgres' fast shutdown: sessions are ended, nothing is lost. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await exit;
  clearTimeout(force);
}
