import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { stopWithOwner } from '@sync/embedded-services';
import { causeIn, type Output } from './output';

export interface ProcessDescription {
  name: string;
  /** Node script. */
  script: string;
  environment: Readonly<Record<string, string | undefined>>;
}

export interface RestartPolicy {
  /** Delay of the first restart; doubles with every crash, up to `maxDelayMs`. */
  firstDelayMs: number;
  maxDelayMs: number;
  /** A process that ran for this long has recovered: its next restart takes `firstDelayMs` again. */
  recoveredAfterMs: number;
}

/** The IPC channel tells an orphan to drain; this kills one that does not. */
const orphanEnd = { first: null, last: 'KILL', afterSeconds: 28 } as const;

const restartPolicy: RestartPolicy = { firstDelayMs: 500, maxDelayMs: 30_000, recoveredAfterMs: 60_000 };

/** A child process that is restarted when it crashes, as often as it does: the other processes still serve. */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private crashes = 0;
  private startedAt = 0;
  private restart?: NodeJS.Timeout;
  private stopping = false;
  private wasReady = false;
  private lastCause = 'no output';

  /** `giveUp`: it could not start, and is not restarted. */
  constructor(
    private readonly description: ProcessDescription,
    private readonly output: Output,
    private readonly giveUp: (message: string) => void,
    private readonly policy = restartPolicy,
  ) {}

  get name(): string {
    return this.description.name;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** From now on an exit is a crash and causes a restart. Before, it means that the process cannot start, and a restart would not help. */
  markReady(): void {
    this.wasReady = true;
  }

  start(): void {
    const { script, environment } = this.description;
    // Its output is read here: colours would hide the cause of a failure.
    const env = { ...environment, FORCE_COLOR: undefined, SUPERVISED: '1' };
    // Its own process group, so that only the supervisor passes Ctrl-C on. The IPC channel closes when the supervisor is gone.
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const child = spawn(process.execPath, ['--enable-source-maps', script], { env, stdio: [...stdio], detached: true });
    this.child = child;
    this.startedAt = Date.now();
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => this.onOutput(line));
    }
    child.once('exit', stopWithOwner(child, orphanEnd));
    child.once('error', (error) => this.output.line(this.name, error.message));
    child.once('exit', (code, signal) => this.onExit(child, signal ?? `exit code ${code}`));
  }

  /** SIGTERM, then SIGKILL after the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restart);
    const { child } = this;
    if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const force = setTimeout(() => {
      this.output.notice(`${this.name} did not stop within ${Math.round(deadlineMs / 1000)} s and was killed.`);
      child.kill('SIGKILL');
    }, deadlineMs);
    await exit;
    clearTimeout(force);
  }

  private onOutput(line: string): void {
    this.lastCause = causeIn(line) ?? this.lastCause;
    this.output.line(this.name, line);
  }

  private onExit(child: ChildProcess, how: string): void {
    if (this.stopping) return;
    if (!this.wasReady) {
      // Repeat the cause, because the output of the other processes stopping follows. Wait for `close`: output may arrive after the exit.
      child.once('close', () => this.giveUp(`${this.name} could not start (${how}): ${this.lastCause}`));
      return;
    }
    this.crashes = Date.now() - this.startedAt < this.policy.recoveredAfterMs ? this.crashes + 1 : 1;
    const delay = Math.min(this.policy.firstDelayMs * 2 ** (this.crashes - 1), this.policy.maxDelayMs);
    const row = this.crashes > 1 ? `, crash ${this.crashes} in a row` : '';
    this.output.notice(`${this.name} exited unexpectedly (${how}${row}); restarting in ${delay / 1000} s. The other processes go on.`);
    this.restart = setTimeout(() => this.start(), delay);
  }
}
