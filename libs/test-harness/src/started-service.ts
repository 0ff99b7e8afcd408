import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until';

/** `npm start` as a person starts it, with its real apps and a database of its own. */
export class StartedService {
  /** Everything that it printed. */
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

  /** Its address. Rejects with what it printed, and has ended, when it does not get ready. */
  async ready(): Promise<string> {
    const url = () => /^ready.*(http:\/\/[\d.]+:\d+)/m.exec(this.output)?.[1];
    await until(() => url() !== undefined || !this.isRunning).catch(() => undefined);
    const found = url();
    if (found !== undefined) return found;
    await this.stop();
    throw new Error(`The service did not get ready:\n${this.output}`);
  }

  /** Resolves when it has ended, also when it had before. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) this.child.kill(signal);
    return this.ended;
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}
