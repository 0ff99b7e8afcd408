import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOnPath } from './find-on-path';
import { freePort } from './free-port';
import { OutputTail, stopWithOwner } from './stop-with-owner';

const startTimeoutMs = 60_000;

export interface RedisServerOptions {
  /** Persists to an append-only file here. Default: a temporary folder without persistence, removed on stop. */
  dataDir?: string;
  /** Default: a free port. */
  port?: number;
  /** More settings, as arguments of the program. */
  settings?: readonly string[];
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Orderly shutdown. */
  stop(): Promise<void>;
  /** SIGKILL: unpersisted data is lost. */
  kill(): Promise<void>;
}

/** Path of `redis-server` or `valkey-server` on the PATH; null if there is none. */
export function findRedisServer(): string | null {
  return findOnPath(['redis-server', 'valkey-server']);
}

function respondsToPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (responds: boolean) => {
      socket.destroy();
      resolve(responds);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('data', (data) => done(data.toString().startsWith('+PONG')));
    socket.write('PING\r\n');
  });
}

/** Starts a Redis on 127.0.0.1 that stops with this process; null if none is installed. */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer | null> {
  const program = findRedisServer();
  if (!program) return null;
  const port = options.port ?? (await freePort());
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'redis-'));
  mkdirSync(folder, { recursive: true });
  const persistence = ['--save', '', '--appendonly', options.dataDir ? 'yes' : 'no'];
  const flags = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--maxmemory-policy',
    'noeviction',
    ...persistence,
    ...(options.settings ?? []),
  ];
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'ignore'], detached: true, cwd: folder });
  const tail = new OutputTail();
  child.on('error', (error) => tail.add(error.message));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => tail.add(chunk));
  child.unref();
  (child.stdout as typeof child.stdout & { unref?: () => void }).unref?.();
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;

  const cancelWatch = stopWithOwner(child, { first: 'TERM', last: 'KILL', afterSeconds: 10 });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (running()) {
      child.ref();
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    cancelWatch();
    if (!options.dataDir) rmSync(folder, { recursive: true, force: true });
  };

  for (const deadline = Date.now() + startTimeoutMs; !(await respondsToPing(port)); await sleep(20)) {
    if (running() && Date.now() < deadline) continue;
    await end('SIGKILL');
    throw new Error(`${program} did not start.\n${tail.text()}`);
  }
  return { url: `redis://127.0.0.1:${port}`, port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
