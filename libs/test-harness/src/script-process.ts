import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type Environment = Readonly<Record<string, string>>;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Enough for a machine busy with other tests. */
const readyMs = 300_000;
const explainedCharacters = 8_000;

/** A Node script in its own process. It inherits none of our environment but the PATH, and a script that obeys SUPERVISED ends with us. */
export class ScriptProcess {
  stdout = '';
  stderr = '';
  /** Resolves when the process has ended and all output is read. */
  readonly exited: Promise<Exit>;
  readonly child: ChildProcess;

  /** Does not wait until it is ready. */
  constructor(
    private readonly script: string,
    environment: Environment,
  ) {
    const env = { PATH: process.env.PATH, SUPERVISED: '1', ...environment };
    const child = fork(script, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    // `close` alone is not enough: it does not fire after a disconnected channel.
    const read = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = once(child, 'exit').then(async ([code, signal]) => {
      await Promise.all(read);
      return { code: code as number | null, signal: signal as NodeJS.Signals | null };
    });
    this.child = child;
  }

  get output(): string {
    return this.stdout + this.stderr;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when the condition holds. Else kills the process and rejects with its output, at once if it ends first. */
  async readyWhen(isReady: () => Promise<boolean> | boolean): Promise<void> {
    for (const end = Date.now() + readyMs; Date.now() < end && this.isRunning; await sleep(100)) if (await isReady()) return;
    await this.kill();
    throw new Error(`${this.script} did not become ready:\n${this.output}`);
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.child.kill(signal);
  }

  /** SIGTERM. */
  async stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.exited;
  }

  /** SIGKILL, without any clean-up. */
  async kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.exited;
  }

  /** Resident memory now, in MiB; NaN where the system does not report it. */
  memory(): number {
    return this.mebibytes('VmRSS');
  }

  /** Highest resident memory so far, in MiB; NaN where the system does not report it. */
  peakMemory(): number {
    return this.mebibytes('VmHWM');
  }

  /** Passes the outcome on. A failure also says whether the process still runs, and the end of its output. */
  async explain<T>(outcome: Promise<T>): Promise<T> {
    try {
      return await outcome;
    } catch (error) {
      const state = this.isRunning ? 'still runs' : `ended with ${this.child.exitCode ?? this.child.signalCode}`;
      const message = `${(error as Error).message}\n${this.script} ${state}. The end of its output:\n${this.output.slice(-explainedCharacters)}`;
      throw new Error(message, { cause: error });
    }
  }

  private mebibytes(field: string): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
    } catch {
      return NaN;
    }
  }
}
