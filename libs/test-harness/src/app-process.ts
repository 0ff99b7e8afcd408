import { join } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { appBundles } from './app-bundles';
import { ScriptProcess, type Environment } from './script-process';

const portVariables = {
  'admin-api': 'ADMIN_API_PORT',
  'connection-api': 'CONNECTION_API_PORT',
  'export-worker': 'EXPORT_WORKER_PORT',
  'webhook-ingress': 'WEBHOOK_INGRESS_PORT',
} as const;

export type AppName = keyof typeof portVariables;

export interface LaunchOptions {
  fixedPort?: number;
  /** Folder of the built apps. Default: those of this build. */
  bundles?: string;
}

/** A deployed app in its own process. */
export class AppProcess extends ScriptProcess {
  private constructor(
    script: string,
    environment: Environment,
    readonly port: number,
  ) {
    super(script, environment);
  }

  /** Does not wait until it is ready. Uses a free port by default. */
  static async launch(
    app: AppName,
    environment: Environment,
    { fixedPort, bundles = appBundles() }: LaunchOptions = {},
  ): Promise<AppProcess> {
    return AppProcess.launchScript(join(bundles, app, 'main.mjs'), portVariables[app], environment, fixedPort);
  }

  static async start(app: AppName, environment: Environment, options: LaunchOptions = {}): Promise<AppProcess> {
    return (await AppProcess.launch(app, environment, options)).ready();
  }

  /** Of any script that reads its port from a variable and responds to health probes, as the apps do. */
  static async launchScript(script: string, portVariable: string, environment: Environment, fixedPort?: number): Promise<AppProcess> {
    const port = fixedPort ?? (await freePort());
    return new AppProcess(script, { [portVariable]: String(port), ...environment }, port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Status of a health probe; null without a response. */
  async health(probe: 'live' | 'ready'): Promise<number | null> {
    const response = await fetch(`${this.url}/health/${probe}`).catch(() => null);
    return response?.status ?? null;
  }

  /** Rejects with its output when it ends first. */
  async ready(): Promise<this> {
    await this.readyWhen(async () => (await this.health('ready')) === 200);
    return this;
  }
}
