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
  /** Kept with an append-only file; left out: a temporary folder, nothing is written to disk and the folder is removed in the end. */
  dataDir?: string;
  /** A free one when left out. */
  port?: number;
}

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** SIGKILL: what was not on disk is lost. */
  kill(): Promise<void>;
}

/** Path of a `redis-server` (or `valkey-server`) on the PATH; null when the machine has none. */
export function findRedisServer(): string | null {
  return findOnPath(['redis-server', 'valkey-server']);
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('data', (data) => done(data.toString().startsWith('+PONG')));
    socket.write('PING\r\n');
  });
}

/** Starts a Redis on 127.0.0.1 that ends with this process; null when the machine has none. */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer | null> {
  const program = findRedisServer();
  if (!program) return null;
  const port = options.port ?? (await freePort());
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'redis-'));
  mkdirSync(folder, { recursive: true });
  const persistence = ['--save', '', '--appendonly', options.dataDir ? 'yes' : 'no'];
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--maxmemory-policy', 'noeviction', ...persistence];
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'ignore'], detached: true, cwd: folder });
  const tail = new OutputTail();
  child.on('error', (error) => tail.add(error.message));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => tail.add(chunk));
  child.unref();
  (child.stdout as typeof child.stdout & { unref?: () => void }).unref?.();
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;

  const callOff = stopWithOwner(child, { first: 'TERM', last: 'KILL', afterSeconds: 10 });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (running()) {
      child.ref();
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    callOff();
    if (!options.dataDir) rmSync(folder, { recursive: true, force: true });
  };

  for (const deadline = Date.now() + startTimeoutMs; !(await answersPing(port)); await sleep(20)) {
    if (running() && Date.now() < deadline) continue;
    await end('SIGKILL');
    throw new Error(`${program} did not start.\n${tail.text()}`);
  }
  return { url: `redis://127.0.0.1:${port}`, port, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
