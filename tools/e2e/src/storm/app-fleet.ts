import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sync/embedded-services';
import { AppProcess, type AppName, type Environment, type Exit } from '@sync/test-harness';

interface RunningApp {
  app: AppName;
  port: number;
  process: AppProcess;
}

export interface AppVersion {
  /** Folder of the built apps. Default: those of this build. */
  bundles?: string;
  /** Besides those of the fleet. */
  settings?: Environment;
}

const startAttempts = 4;
/** How long an old instance and its replacement both serve. */
const sideBySideMs = 1_000;
const maxRememberedLength = 100_000;

/** The instances of the apps, each in its own process. */
export class AppFleet {
  private readonly apps: RunningApp[] = [];
  /** Output of processes that ended. */
  private past = '';

  constructor(
    private readonly environment: Environment,
    /** Of one app alone. */
    private readonly own: Readonly<Partial<Record<AppName, Environment>>> = {},
  ) {}

  /** Output of the apps; only the tail for those that ended. */
  get output(): string {
    return this.past + this.apps.map(({ process }) => process.output).join('\n');
  }

  processes(app: AppName): AppProcess[] {
    return this.all(app).map(({ process }) => process);
  }

  url(app: AppName, index = 0): string {
    return this.all(app)[index]?.process.url ?? '';
  }

  /** One more instance of the app. Resolves when it is ready. */
  async launch(app: AppName, { bundles, settings }: AppVersion = {}): Promise<AppProcess> {
    const port = await freePort();
    const process = await running(app, { ...this.environment, ...this.own[app], ...settings }, { fixedPort: port, bundles });
    this.apps.push({ app, port, process });
    return process;
  }

  /** SIGKILL, then a replacement at once. Resolves when the replacement is ready. */
  async kill(app: AppName, index = 0): Promise<void> {
    const victim = await this.killed(app, index);
    victim.process = await running(app, { ...this.environment, ...this.own[app] }, { fixedPort: victim.port });
  }

  /** SIGKILL, then a replacement with other settings. Does not wait until it is ready. */
  async replace(app: AppName, index: number, settings: Environment): Promise<void> {
    const victim = await this.killed(app, index);
    victim.process = await AppProcess.launch(app, { ...this.environment, ...this.own[app], ...settings }, { fixedPort: victim.port });
  }

  /** A rolling upgrade: for each instance a new one, and SIGTERM to the old one after `bothServe`. Returns the exits of the old ones. */
  async upgrade(app: AppName, version: AppVersion, bothServe = () => sleep(sideBySideMs)): Promise<Exit[]> {
    const exits: Exit[] = [];
    for (const old of this.all(app)) {
      await this.launch(app, version);
      await bothServe();
      exits.push(await old.process.stop());
      this.forget([old]);
    }
    return exits;
  }

  /** SIGTERM to every instance of the app, without replacements. */
  async retire(app: AppName): Promise<Exit[]> {
    const retiring = this.all(app);
    const exits = await Promise.all(retiring.map(({ process }) => process.stop()));
    this.forget(retiring);
    return exits;
  }

  /** SIGTERM to every app. */
  stop(): Promise<Exit[]> {
    return Promise.all(this.apps.map(({ process }) => process.stop()));
  }

  private all(app: AppName): RunningApp[] {
    return this.apps.filter((candidate) => candidate.app === app);
  }

  private forget(gone: readonly RunningApp[]): void {
    this.remember(gone);
    this.apps.splice(0, this.apps.length, ...this.apps.filter((candidate) => !gone.includes(candidate)));
  }

  private async killed(app: AppName, index: number): Promise<RunningApp> {
    const victim = this.all(app)[index];
    if (!victim) throw new Error(`There is no ${app} ${index}`);
    await victim.process.kill();
    this.remember([victim]);
    return victim;
  }

  private remember(gone: readonly RunningApp[]): void {
    this.past = (this.past + gone.map(({ process }) => process.output).join('\n')).slice(-maxRememberedLength);
  }
}

/** Restarted when it ends before it is ready, as a supervisor in production would. */
async function running(app: AppName, environment: Environment, options: { fixedPort: number; bundles?: string }): Promise<AppProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const process = await AppProcess.launch(app, environment, options);
    try {
      await process.ready();
      return process;
    } catch (error) {
      if (attempt === startAttempts) throw error;
    }
  }
}
