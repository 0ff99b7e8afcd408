import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { appBundle } from './app-bundles';

/** Enough for a machine busy with other tests. */
const startDeadlineMs = 100_000;

/** The deployed bundle of an app in its own process, which a test may kill. */
export class DeployedProcess {
  /** All its output. */
  output = '';
  /** Exit code, once all output is read. */
  readonly exited: Promise<number | null>;
  protected readonly child: ChildProcess;

  /** Starts the process without waiting. It inherits nothing but the PATH. */
  constructor(
    private readonly app: string,
    readonly url: string,
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    const script = appBundle(app);
    const env = { PATH: process.env.PATH, ...environment };
    this.child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.exited = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** Rejects with the output if the process exits or takes too long. */
  async ready(): Promise<this> {
    for (const end = Date.now() + startDeadlineMs; Date.now() < end && this.child.exitCode === null; await sleep(100)) {
      const response = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (response?.ok) return this;
    }
    await this.kill();
    throw new Error(`${this.app} did not become ready:\n${this.output}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Highest resident memory so far, in MiB. */
  peakMemory(): number {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

  /** SIGKILL, without any cleanup. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
