import { setTimeout as sleep } from 'node:timers/promises';
import { adminPanelPath, adminPanelRoutes } from '../gateway/admin-panel-files';
import { Gateway } from '../gateway/gateway';
import type { LocalRoutes } from '../gateway/local-route';
import { widgetRoutes } from '../gateway/widget-files';
import { hostPageRoutes } from '../host-page/host-page-routes';
import { processesOf, type AppDescription } from './apps';
import { CannotStart } from './cannot-start';
import { openDatabase, type ServiceDatabase, type VariablesOfApps } from './database';
import { demoShopScripts, type DemoShopProcess } from './demo-shop';
import { encryptionKeysOf, requireFittingKeys } from './encryption-keys';
import { firstAdministratorOf, type FirstAdministrator } from './first-administrator';
import { choosePorts } from './free-ports';
import type { Output } from './output';
import type { Settings } from './settings';
import { SupervisedProcess } from './supervised-process';

const stopDeadlineMs = 25_000;
const readyDeadlineMs = 120_000;
/** Relative to the workspace, like the scripts of the apps. */
const folders = { widgets: 'dist/apps/widgets', adminPanel: 'dist/apps/admin-panel', hostPage: 'tools/dev/src/host-page/site' };

/** The whole service on this machine: database, apps, demo shops and gateway. */
export class Service {
  private readonly apps: readonly AppDescription[];
  private database: ServiceDatabase | null = null;
  private opening: Promise<ServiceDatabase> | null = null;
  private gateway: Gateway | null = null;
  private processes: SupervisedProcess[] = [];
  private stopped: Promise<void> | null = null;
  /** Created by this start. Null: there was one before. */
  administrator: FirstAdministrator | null = null;
  private fail: (reason: CannotStart) => void = () => undefined;
  /** Rejects when a process cannot start, or the database is gone. Never resolves. */
  readonly failure: Promise<never>;

  constructor(
    private readonly settings: Settings,
    private readonly output: Output,
    private readonly shops: readonly DemoShopProcess[],
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    this.apps = processesOf(settings.exportWorkers);
    this.failure = new Promise((_, reject) => (this.fail = reject));
    this.failure.catch(() => undefined);
  }

  get url(): string {
    return this.gateway?.url ?? '';
  }

  get isStopping(): boolean {
    return this.stopped !== null;
  }

  get databaseDescription(): string {
    return this.database?.description ?? '';
  }

  /** What the operator should change about the database; null: nothing. */
  get databaseNotice(): string | null {
    return this.database?.notice ?? null;
  }

  /** Resolves when everything is ready. Rejects with CannotStart; call stop() afterwards as well. */
  async start(): Promise<void> {
    const ports = await choosePorts(
      this.apps.map(({ name }) => name),
      this.fixedPorts(),
      this.shops.map(({ url }) => Number(new URL(url).port)),
    );
    this.gateway = await this.openGateway(ports);
    if (this.stopped) return;
    this.opening = openDatabase(this.settings);
    const database = await this.opening;
    this.database = database;
    const encryptionKeys = this.settings.encryptionKeys ?? encryptionKeysOf(this.settings.dataFolder);
    await requireFittingKeys(database.url, encryptionKeys);
    this.administrator = await firstAdministratorOf(database.url);
    database.onExit(() => this.fail(new CannotStart('The embedded Postgres exited unexpectedly.')));
    if (this.stopped) return;
    this.processes = [
      ...this.appProcesses(ports, await database.variablesOfApps(), encryptionKeys),
      ...this.shops.map((shop) => this.shopProcess(shop)),
    ];
    for (const child of this.processes) child.start();
    await Promise.race([this.untilReady(), this.failure]);
  }

  /** Stops apps first and the database last. Idempotent. */
  stop(): Promise<void> {
    return (this.stopped ??= this.stopAll());
  }

  /** By app name. Of several processes of one app the first gets the port. */
  private fixedPorts(): Map<string, number> {
    const ports = new Map<string, number>();
    for (const [variable, port] of this.settings.appPorts) {
      const app = this.apps.find(({ portVariable }) => portVariable === variable);
      if (app) ports.set(app.name, port);
    }
    return ports;
  }

  private async openGateway(appPorts: ReadonlyMap<string, number>): Promise<Gateway> {
    const { host, port } = this.settings;
    const localRoutes = await this.localRoutes();
    try {
      return await Gateway.start({ host, port, appPorts, localRoutes });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE')
        throw new CannotStart(`Port ${port} on ${host} is already in use. Set PORT to a different one, for example PORT=${port + 1}.`);
      throw new CannotStart(`The gateway cannot listen on ${host}:${port} (HOST, PORT): ${message}`);
    }
  }

  private async localRoutes(): Promise<LocalRoutes> {
    const demoShops = this.shops.map(({ name, platform, options, url }) => ({ name, platform, title: String(options.name ?? name), url }));
    const hostPage = { site: folders.hostPage, serviceUrl: () => this.url, demoShops, about: () => this.about() };
    const routes = [widgetRoutes(folders.widgets), adminPanelRoutes(folders.adminPanel), hostPageRoutes(hostPage)];
    return new Map((await Promise.all(routes)).flat());
  }

  private appProcesses(ports: ReadonlyMap<string, number>, variablesOf: VariablesOfApps, encryptionKeys: string): SupervisedProcess[] {
    const { PORT: _port, HOST: _host, DEMO: _demo, ...inherited } = this.environment;
    const environment = {
      STORE_HOST_ALLOWLIST: '127.0.0.0/8,::1',
      ...inherited,
      ENCRYPTION_KEYS: encryptionKeys,
      LOG_LEVEL: this.settings.logLevel,
      LOG_FORMAT: 'json',
      // Only the gateway, on this machine, may set X-Forwarded-For.
      TRUST_PROXY: '127.0.0.1',
    };
    return this.apps.map(({ name, script, portVariable }) =>
      this.supervised(name, script, { ...environment, ...variablesOf(name), [portVariable]: String(ports.get(name)), HOST: '127.0.0.1' }),
    );
  }

  private shopProcess({ name, platform, options }: DemoShopProcess): SupervisedProcess {
    return this.supervised(name, demoShopScripts[platform], {
      ...this.environment,
      DEMO_SHOP_OPTIONS: JSON.stringify({ ...options, serviceUrl: this.url }),
    });
  }

  private supervised(name: string, script: string, environment: Record<string, string | undefined>): SupervisedProcess {
    return new SupervisedProcess(
      { name, script, environment },
      {
        onLine: (source, line) => this.output.line(source, line),
        onNotice: (message) => this.output.notice(message),
        onGiveUp: (message) => this.fail(new CannotStart(message)),
      },
    );
  }

  private async untilReady(): Promise<void> {
    for (const deadline = Date.now() + readyDeadlineMs; !this.stopped; await sleep(100)) {
      const missing = (await this.gateway?.notReady()) ?? [];
      for (const child of this.processes) if (!missing.includes(child.name)) child.markReady();
      if (missing.length === 0) return;
      if (Date.now() > deadline) throw new CannotStart(`Not ready after ${readyDeadlineMs / 1000} s: ${missing.join(', ')}.`);
    }
  }

  private about() {
    const running = [...this.apps, ...this.shops].map(({ name }) => {
      const pid = this.processes.find((child) => child.name === name)?.pid;
      return { name, detail: pid === undefined ? 'starting' : `process ${pid}` };
    });
    return { addresses: this.addresses(), running: [{ name: 'database', detail: this.databaseDescription }, ...running] };
  }

  /** URLs to show to people. */
  addresses(): { label: string; url: string }[] {
    const own = [
      { label: 'Demo page', url: `${this.url}/` },
      { label: 'Status', url: `${this.url}/about` },
      { label: 'Admin panel', url: `${this.url}${adminPanelPath}` },
      { label: 'API documentation', url: `${this.url}/api/docs` },
      { label: 'Admin API', url: `${this.url}/api/admin/docs` },
      { label: 'OpenAPI', url: `${this.url}/api/openapi.json` },
      { label: 'Health', url: `${this.url}/health/ready` },
    ];
    return [...own, ...this.shops.map(({ name, url }) => ({ label: name, url: `${url}/__control/` }))];
  }

  private async stopAll(): Promise<void> {
    const drained = this.gateway?.drain(this.settings.stopNoticeMs);
    await Promise.all(this.processes.map((child) => child.stop(stopDeadlineMs)));
    this.gateway?.cutOff();
    await drained;
    const database = await this.opening?.catch(() => null);
    await database?.stop();
  }
}
