import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { stopWithOwner } from '@sync/embedded-services';

const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const readyTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const maxOutputBytes = 64 * 1024 * 1024;

/** Path of a program whose file name matches, the highest version first. Throws with the packages to install. */
export function programPath(name: RegExp): string {
  for (const folder of folders.filter((each) => existsSync(each))) {
    const [newest] = readdirSync(folder)
      .filter((file) => name.test(file))
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    if (newest) return join(folder, newest);
  }
  throw new Error(`No program matches ${String(name)}. Install the packages that docs/real-shops.md lists.`);
}

const run = promisify(execFile);

/** Runs a program to its end and returns its output. Rejects with its last lines. */
export async function runProgram(path: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    return (await run(path, args, { cwd, maxBuffer: maxOutputBytes })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${message.slice(0, 300)}\n${`${stdout}\n${stderr}`.slice(-3_000)}`);
  }
}

/** A server of the rig in the foreground of its own process group. It ends with this process, even after SIGKILL. */
export class Daemon {
  private output = '';
  private child: ChildProcess | null = null;
  private cancelWatch = (): void => undefined;

  constructor(
    private readonly path: string,
    private readonly args: readonly string[],
    private readonly stopSignal: NodeJS.Signals,
  ) {}

  /** Resolves when `isReady` does not reject any more. Rejects with the last output. */
  async start(isReady: () => Promise<unknown>): Promise<void> {
    const child = spawn(this.path, this.args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, cwd: '/' });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output = (this.output + text).slice(-3_000)));
    }
    child.once('error', (error) => (this.output += error.message));
    this.child = child;
    this.cancelWatch = stopWithOwner(child, { first: 'TERM', last: 'KILL', afterSeconds: 15 });
    for (const deadline = Date.now() + readyTimeoutMs; ; await sleep(100)) {
      if (
        await isReady().then(
          () => true,
          () => false,
        )
      )
        return;
      if (this.isRunning && Date.now() < deadline) continue;
      await this.stop();
      throw new Error(`${this.path} did not start.\n${this.output}`);
    }
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    const exit = once(child, 'exit');
    child.kill(this.stopSignal);
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await exit;
    clearTimeout(force);
    this.cancelWatch();
  }

  private get isRunning(): boolean {
    return this.child?.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }
}
