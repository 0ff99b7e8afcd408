import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFirstAdministrator } from '@sync/administration';
import { createDataSource } from '@sync/identity';
import { Gateway } from '../gateway/gateway';
import { adminPanelPath, docsPath, staticFiles } from '../gateway/static-files';
import { hostPage } from '../host-page/host-page';
import { choosePorts, instancesOf, type AppInstance } from './apps';
import { CannotStart } from './cannot-start';
import { openDatabase, type ServiceDatabase } from './database';
import { demoShopScripts, type DemoShopProcess } from './demo-shop';
import { encryptionKeysOf, requireFittingKeys } from './encryption-keys';
import type { Output } from './output';
import type { Settings } from './settings';
import { SupervisedProcess } from './supervised-process';

const stopDeadlineMs = 25_000;
const readyDeadlineMs = 120_000;

/** The first administrator of a new database. The password is shown once, and stored nowhere. */
export interface FirstAdministrator {
  login: string;
  password: string;
}

/** The whole service on this machine: database, apps, demo shops and gateway. */
export class Service {
  private readonly apps: readonly AppInstance[];
  private opening: Promise<ServiceDatabase> | null = null;
  private database: ServiceDatabase | null = null;
  private gateway: Gateway | null = null;
  private processes: SupervisedProcess[] = [];
  private stopped: Promise<void> | null = null;
  /** Created by this start. Null: there was one before. */
  administrator: FirstAdministrator | null = null;
  private fail: (reason: CannotStart) => void = () => undefined;
  /** Rejects when a process cannot start, or the database is gone. Never resolves. */
  readonly failure = new Promise<never>((_, reject) => (this.fail = reject));

  constructor(
    private readonly settings: Settings,
    private readonly output: Output,
    private readonly shops: readonly DemoShopProcess[],
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    this.apps = instancesOf(settings.exportWorkers);
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
    const reserved = this.shops.map(({ url }) => Number(new URL(url).port));
    const ports = await choosePorts(this.apps, this.environment, reserved);
    this.gateway = await this.openGateway(ports);
    if (this.stopped) return;
    this.opening = openDatabase(this.settings);
    const database = await this.opening;
    this.database = database;
    const encryptionKeys = encryptionKeysOf(this.settings);
    await requireFittingKeys(database.url, encryptionKeys);
    this.administrator = await firstAdministratorOf(database.url);
    database.onExit(() => this.fail(new CannotStart('The embedded Postgres exited unexpectedly.')));
    const apps = await this.appProcesses(ports, database, encryptionKeys);
    if (this.stopped) return;
    this.processes = [...apps, ...this.shops.map((shop) => this.shopProcess(shop))];
    for (const child of this.processes) child.start();
    await Promise.race([this.untilReady(), this.failure]);
  }

  /** Stops apps first and the database last. Idempotent. */
  stop(): Promise<void> {
    return (this.stopped ??= this.stopAll());
  }

  private async openGateway(appPorts: ReadonlyMap<string, number>): Promise<Gateway> {
    const { host, port } = this.settings;
    const demoShops = this.shops.map(({ name, platform, options, url }) => ({ name, platform, title: String(options.name ?? name), url }));
    const pages = [
      staticFiles({ widgets: 'dist/apps/widgets', adminPanel: 'dist/apps/admin-panel', docs: 'dist/docs' }),
      hostPage({ serviceUrl: () => this.url, demoShops, about: () => this.about() }),
    ];
    try {
      return await Gateway.start({ host, port, appPorts, pages });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE')
        throw new CannotStart(`Port ${port} on ${host} is already in use. Set PORT to a different one, for example PORT=${port + 1}.`);
      throw new CannotStart(`The gateway cannot listen on ${host}:${port} (HOST, PORT): ${message}`);
    }
  }

  private async appProcesses(ports: ReadonlyMap<string, number>, database: ServiceDatabase, encryptionKeys: string) {
    const environment = {
      STORE_HOST_ALLOWLIST: '127.0.0.0/8,::1',
      CALLER_HOST_ALLOWLIST: '127.0.0.0/8,::1',
      ...this.environment,
      ENCRYPTION_KEYS: encryptionKeys,
      HOST: '127.0.0.1',
      // Only the gateway, on this machine, may set X-Forwarded-For.
      TRUST_PROXY: '127.0.0.1',
    };
    const variablesOf = await database.variablesOfApps();
    // The integration tests name a folder of bundles that start faster.
    const bundles = this.environment.APP_BUNDLES ?? 'dist/apps';
    return this.apps.map(({ name, process, portVariable }) =>
      this.supervised(process, `${bundles}/${name}/main.mjs`, {
        ...environment,
        ...variablesOf(name),
        [portVariable]: String(ports.get(process)),
      }),
    );
  }

  private shopProcess({ name, platform, options }: DemoShopProcess): SupervisedProcess {
    return this.supervised(name, demoShopScripts[platform], {
      ...this.environment,
      DEMO_SHOP_OPTIONS: JSON.stringify({ ...options, serviceUrl: this.url }),
    });
  }

  private supervised(name: string, script: string, environment: NodeJS.ProcessEnv): SupervisedProcess {
    return new SupervisedProcess({ name, script, environment }, this.output, (message) => this.fail(new CannotStart(message)));
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
    const running = this.processes.map(({ name, pid }) => ({ label: name, text: pid === undefined ? 'starting' : `process ${pid}` }));
    return { Addresses: this.addresses(), Running: [{ label: 'database', text: this.databaseDescription }, ...running] };
  }

  /** URLs to show to people. */
  addresses(): { label: string; text: string }[] {
    const paths = {
      'Demo page': '/',
      Status: '/about',
      'Admin panel': adminPanelPath,
      Documentation: docsPath,
      'API documentation': '/api/docs',
      'Admin API': '/api/admin/docs',
      OpenAPI: '/api/openapi.json',
      Health: '/health/ready',
    };
    const own = Object.entries(paths).map(([label, path]) => ({ label, text: this.url + path }));
    return [...own, ...this.shops.map(({ name, url }) => ({ label: name, text: `${url}/__control/` }))];
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

/** Creates the first administrator of a new database. Null when there is a user already. */
async function firstAdministratorOf(databaseUrl: string): Promise<FirstAdministrator | null> {
  const dataSource = await createDataSource({ url: databaseUrl, applicationName: 'supervisor', poolSize: 1 }).initialize();
  try {
    const created = await ensureFirstAdministrator(dataSource);
    return created && { login: created.user.login, password: created.password.reveal() };
  } finally {
    await dataSource.destroy();
  }
}
