import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Enough for a machine that is busy with other tests. */
const startsWithinMs = 100_000;

/** The bundle of an app as it is deployed, in a process of its own that a test may kill. */
export class DeployedProcess {
  /** Everything that it printed. */
  output = '';
  /** Exit code, once all that it printed is read. */
  readonly exited: Promise<number | null>;
  protected readonly child: ChildProcess;

  /** It is started, and not waited for. It sees nothing of this process' environment but the PATH. */
  constructor(
    private readonly app: string,
    readonly url: string,
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    const script = join(process.cwd(), 'dist/apps', app, 'main.mjs');
    const env = { PATH: process.env.PATH, ...environment };
    this.child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.exited = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** Rejects with what it printed when it ends before, or when it takes too long. */
  async ready(): Promise<this> {
    for (const end = Date.now() + startsWithinMs; Date.now() < end && this.child.exitCode === null; await sleep(30)) {
      const response = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (response?.ok) return this;
    }
    await this.kill();
    throw new Error(`${this.app} did not become ready:\n${this.output}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** SIGKILL: nothing is put away. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
