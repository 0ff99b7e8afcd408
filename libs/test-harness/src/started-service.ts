import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until';

/** `npm start` with its real apps and its own database. */
export class StartedService {
  /** All its output. */
  output = '';
  /** Exit code. */
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(environment: Readonly<Record<string, string>>) {
    const { DATABASE_URL: _database, REDIS_URL: _redis, npm_lifecycle_event: _npm, ...inherited } = process.env;
    const settings = { PORT: '0', LOG_LEVEL: 'warn', EXPORT_WORKERS: '1', ...environment };
    this.child = spawn(process.execPath, ['dist/tools/dev/start.mjs'], {
      env: { ...inherited, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  get lines(): string[] {
    return this.output.split('\n').filter((line) => line !== '');
  }

  /** Its URL. If it does not become ready, stops it and rejects with its output. */
  async ready(): Promise<string> {
    const url = () => /^ready.*(http:\/\/[\d.]+:\d+)/m.exec(this.output)?.[1];
    await until(() => url() !== undefined || !this.isRunning).catch(() => undefined);
    const found = url();
    if (found !== undefined) return found;
    await this.stop();
    throw new Error(`The service did not become ready:\n${this.output}`);
  }

  /** Resolves with the exit code. Idempotent. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.child.kill(signal);
    return this.ended;
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}
