import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sync/embedded-services';
import { appBundle, wayToDatabase } from '@sync/test-harness';

const explainedCharacters = 8_000;

export interface WorkerSettings {
  databaseUrl: string;
  redisUrl?: string;
  encryptionKeys: string;
  environment?: Record<string, string>;
}

/** The deployed export worker, in its own process that a test may kill. */
export class WorkerProcess {
  private output = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** Resolves when the worker is live. Rejects with its output when it ends before that. */
  static async start({ databaseUrl, redisUrl, encryptionKeys, environment }: WorkerSettings): Promise<WorkerProcess> {
    const port = await freePort();
    const settings = {
      PATH: process.env.PATH,
      ...wayToDatabase(databaseUrl),
      ...(redisUrl && { REDIS_URL: redisUrl }),
      ENCRYPTION_KEYS: encryptionKeys,
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      EXPORT_WORKER_PORT: String(port),
      ...environment,
    };
    const child = spawn(process.execPath, [appBundle('export-worker')], {
      env: settings as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const worker = new WorkerProcess(child, `http://127.0.0.1:${port}`);
    await worker.isLive();
    return worker;
  }

  /** Everything it has printed. */
  get log(): string {
    return this.output;
  }

  /** Lines of its log about the connection, written after the commit. */
  linesAbout({ connectionId }: { connectionId: string }, msg: string): string[] {
    return this.output.split('\n').filter((line) => line.includes(`"msg":"${msg}"`) && line.includes(connectionId));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Passes the outcome on. A failure also says whether the worker still runs, and the end of its log. */
  async explain<T>(outcome: Promise<T>): Promise<T> {
    try {
      return await outcome;
    } catch (error) {
      const state = this.isRunning ? 'still runs' : `ended with ${this.child.exitCode ?? this.child.signalCode}`;
      const message = `${(error as Error).message}\nThe worker ${state}. The end of its log:\n${this.output.slice(-explainedCharacters)}`;
      throw new Error(message, { cause: error });
    }
  }

  /** Highest resident memory so far, in MiB. */
  peakMemory(): number {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

  /** SIGKILL, without any clean-up. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** SIGTERM; returns the exit code. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.isRunning) {
      const exit = once(this.child, 'exit');
      this.child.kill(signal);
      await exit;
    }
    return this.child.exitCode;
  }

  private async isLive(): Promise<void> {
    for (const end = Date.now() + 100_000; Date.now() < end && this.isRunning; await sleep(100)) {
      const response = await fetch(`${this.url}/health/live`).catch(() => null);
      if (response?.ok) return;
    }
    await this.kill();
    throw new Error(`The worker did not start:\n${this.output}`);
  }
}
