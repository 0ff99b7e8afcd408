import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sync/embedded-services';
import { appBundles } from '@sync/test-harness';

const portVariables = {
  'admin-api': 'ADMIN_API_PORT',
  'connection-api': 'CONNECTION_API_PORT',
  'export-worker': 'EXPORT_WORKER_PORT',
  'webhook-ingress': 'WEBHOOK_INGRESS_PORT',
} as const;

export type AppName = keyof typeof portVariables;
export type Environment = Readonly<Record<string, string>>;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface LaunchOptions {
  fixedPort?: number;
  /** Folder of the built apps. Default: those of this build. */
  bundles?: string;
}

/** A deployed app in its own process. It ends with this process and inherits none of its environment. */
export class AppProcess {
  stdout = '';
  stderr = '';
  /** Resolves when the process has ended and all output is read. */
  readonly exited: Promise<Exit>;

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {
    // `close` alone is not enough: it does not fire after a disconnected channel.
    const read = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = once(child, 'exit').then(async ([code, signal]) => {
      await Promise.all(read);
      return { code: code as number | null, signal: signal as NodeJS.Signals | null };
    });
  }

  /** Does not wait until it is ready. Uses a free port by default. */
  static async launch(
    app: AppName,
    environment: Environment,
    { fixedPort, bundles = appBundles() }: LaunchOptions = {},
  ): Promise<AppProcess> {
    const port = fixedPort ?? (await freePort());
    const env = { PATH: process.env.PATH ?? '', [portVariables[app]]: String(port), SUPERVISED: '1', ...environment };
    const child = fork(join(bundles, app, 'main.mjs'), { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return new AppProcess(child, `http://127.0.0.1:${port}`);
  }

  static async start(app: AppName, environment: Environment, options: LaunchOptions = {}): Promise<AppProcess> {
    const started = await AppProcess.launch(app, environment, options);
    await started.ready();
    return started;
  }

  get output(): string {
    return this.stdout + this.stderr;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Status of a health probe; null without a response. */
  async health(probe: 'live' | 'ready'): Promise<number | null> {
    const response = await fetch(`${this.url}/health/${probe}`).catch(() => null);
    return response?.status ?? null;
  }

  /** Rejects with its output when it ends first. */
  async ready(withinMs = 100_000): Promise<void> {
    for (const end = Date.now() + withinMs; Date.now() < end && this.isRunning; await sleep(100)) {
      if ((await this.health('ready')) === 200) return;
    }
    await this.kill();
    throw new Error(`The app did not become ready:\n${this.output}`);
  }

  /** SIGTERM. */
  async stop(): Promise<Exit> {
    if (this.isRunning) this.child.kill('SIGTERM');
    return this.exited;
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    if (this.isRunning) this.child.kill('SIGKILL');
    await this.exited;
  }
}
