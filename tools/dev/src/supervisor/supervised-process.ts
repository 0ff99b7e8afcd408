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
  /** One line of what it printed. */
  onLine(name: string, line: string): void;
  /** Something for the person who watches: a crash, a restart. */
  onNotice(message: string): void;
  /** It will not be started again. */
  onGiveUp(message: string): void;
}

export interface RestartPolicy {
  /** Wait before the first restart; doubled with every crash within the window. */
  firstDelayMs: number;
  longestDelayMs: number;
  windowMs: number;
  /** So many crashes within the window and it is given up. */
  maximumCrashes: number;
}

/** The channel has told it to drain; this is for a child that cannot. */
const orphanEnd = { first: null, last: 'KILL', afterSeconds: 28 } as const;

export const restartPolicy: RestartPolicy = { firstDelayMs: 500, longestDelayMs: 8_000, windowMs: 60_000, maximumCrashes: 5 };

/** A child process that is started again when it crashes. */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private crashes: number[] = [];
  private restart: NodeJS.Timeout | null = null;
  private stopping = false;
  private wasReady = false;
  private lastCause = 'it said nothing';

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

  /** From now on an exit is a crash to recover from; before, it means that the process cannot start and trying again is of no use. */
  markReady(): void {
    this.wasReady = true;
  }

  start(): void {
    const { script, args = [], environment } = this.description;
    // In a process group of its own, so that Ctrl-C reaches it through the supervisor only. The channel tells it when the supervisor is gone.
    const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
      env: { ...environment, SUPERVISED: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => this.printed(line));
    }
    const callOff = stopWithOwner(child, orphanEnd);
    child.once('exit', callOff);
    child.once('error', (error) => this.events.onLine(this.name, error.message));
    child.once('exit', (code, signal) => this.exited(child, code, signal));
  }

  /** SIGTERM, and SIGKILL when the deadline has passed. */
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

  private printed(line: string): void {
    this.lastCause = causeIn(line) ?? this.lastCause;
    this.events.onLine(this.name, line);
  }

  private exited(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.stopping) return;
    const how = signal === null ? `exit code ${code}` : signal;
    if (!this.wasReady) {
      // Repeated, because the stopping of the others comes after its lines; what it printed may be read after its end was seen.
      child.once('close', () => this.events.onGiveUp(`${this.name} could not start (${how}): ${this.lastCause}`));
      return;
    }
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => time > now - this.policy.windowMs), now];
    if (this.crashes.length >= this.policy.maximumCrashes) {
      this.events.onGiveUp(`${this.name} crashed ${this.crashes.length} times within ${this.policy.windowMs / 1000} s (last: ${how}).`);
      return;
    }
    const delay = Math.min(this.policy.firstDelayMs * 2 ** (this.crashes.length - 1), this.policy.longestDelayMs);
    this.events.onNotice(`${this.name} ended unexpectedly (${how}); it is started again in ${delay / 1000} s.`);
    this.restart = setTimeout(() => this.start(), delay);
  }
}
