import { stopWithOwner } from '@sync/embedded-services';
import { ScriptProcess, type Environment } from './script-process';

/** `npm start` with its real apps and its own database. */
export class StartedService extends ScriptProcess {
  constructor(environment: Environment) {
    const { APP_BUNDLES: bundles } = process.env;
    super('dist/tools/dev/start.mjs', {
      ...(bundles && { APP_BUNDLES: bundles }),
      PORT: '0',
      LOG_LEVEL: 'warn',
      EXPORT_WORKERS: '1',
      ...environment,
    });
    // It supervises and is not supervised, so it does not notice that we are gone.
    const cancelWatch = stopWithOwner(this.child, { first: 'TERM', last: 'KILL', afterSeconds: 40 });
    this.child.once('exit', cancelWatch);
  }

  get lines(): string[] {
    return this.output.split('\n').filter((line) => line !== '');
  }

  /** Its URL. */
  async ready(): Promise<string> {
    const url = () => /^ready.*(http:\/\/[\d.]+:\d+)/m.exec(this.output)?.[1] ?? '';
    await this.readyWhen(() => url() !== '');
    return url();
  }
}
