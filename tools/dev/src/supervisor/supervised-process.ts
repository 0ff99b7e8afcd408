import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { stopWithOwner } from '@sync/embedded-services';
import { causeIn } from './log-lines';

export interface ProcessDescription {
  name: string;
  /** Node script. */
  script: string;
  args?: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
}

export interface ProcessEvents {
  /** One line of its output. */
  onLine(name: string, line: string): void;
  /** A message for the person at the terminal: a crash, a restart. */
  onNotice(message: string): void;
  /** It will not be restarted. */
  onGiveUp(message: string): void;
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
  private restart: NodeJS.Timeout | null = null;
  private stopping = false;
  private wasReady = false;
  private lastCause = 'no output';

  constructor(
    private readonly description: ProcessDescription,
    private readonly events: ProcessEvents,
    private readonly policy: RestartPolicy = restartPolicy,
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
    const { script, args = [], environment } = this.description;
    // Its output is read here: colours would hide the cause of a failure.
    const { FORCE_COLOR: _colour, ...plain } = environment;
    // Its own process group, so that only the supervisor passes Ctrl-C on. The IPC channel closes when the supervisor is gone.
    const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
      env: { ...plain, SUPERVISED: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.child = child;
    this.startedAt = Date.now();
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => this.onOutput(line));
    }
    const cancelWatch = stopWithOwner(child, orphanEnd);
    child.once('exit', cancelWatch);
    child.once('error', (error) => this.events.onLine(this.name, error.message));
    child.once('exit', (code, signal) => this.onExit(child, code, signal));
  }

  /** SIGTERM, then SIGKILL after the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    if (this.restart) clearTimeout(this.restart);
    const { child } = this;
    if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const force = setTimeout(() => {
      this.events.onNotice(`${this.name} did not stop within ${Math.round(deadlineMs / 1000)} s and was killed.`);
      child.kill('SIGKILL');
    }, deadlineMs);
    await exit;
    clearTimeout(force);
  }

  private onOutput(line: string): void {
    this.lastCause = causeIn(line) ?? this.lastCause;
    this.events.onLine(this.name, line);
  }

  private onExit(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.stopping) return;
    const how = signal === null ? `exit code ${code}` : signal;
    if (!this.wasReady) {
      // Repeat the cause, because the output of the other processes stopping follows. Wait for `close`: output may arrive after the exit.
      child.once('close', () => this.events.onGiveUp(`${this.name} could not start (${how}): ${this.lastCause}`));
      return;
    }
    this.crashes = Date.now() - this.startedAt < this.policy.recoveredAfterMs ? this.crashes + 1 : 1;
    const delay = Math.min(this.policy.firstDelayMs * 2 ** (this.crashes - 1), this.policy.maxDelayMs);
    const row = this.crashes > 1 ? `, crash ${this.crashes} in a row` : '';
    this.events.onNotice(`${this.name} exited unexpectedly (${how}${row}); restarting in ${delay / 1000} s. The other processes go on.`);
    this.restart = setTimeout(() => this.start(), delay);
  }
}
