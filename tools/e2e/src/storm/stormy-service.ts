import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateQueues } from '@sync/durable-work';
import {
  freePort,
  startEmbeddedPostgres,
  startRedisServer,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type RedisServer,
} from '@sync/embedded-services';
import { migrateDatabase, openServingLogins } from '@sync/schema';
import { flushQueues, ServerGate, type AppName, type Environment, type Exit } from '@sync/test-harness';
import { Pool } from 'pg';
import type { Service } from '../testing/actors';
import { exchange, questionOf, type Sent, type WireResponse } from '../testing/exchange';
import { AppFleet, type AppVersion } from './app-fleet';
import { Balancer } from './balancer';
import { LateNames } from './late-names';
import { newEncryptionKeys } from '../testing/encryption-keys';

export interface StormyServiceOptions {
  /** True: queues on Redis; false: on Postgres. */
  onRedis: boolean;
  /** Starts the apps before Redis. */
  redisLate?: boolean;
  workers?: number;
  /** Of the apps. */
  settings?: Environment;
  /** Folder of the built apps. Default: those of this build. */
  bundles?: string;
  /** Of another Postgres than the one of the npm package. */
  postgresBinaries?: PostgresBinaries;
}

type PostgresBinaries = EmbeddedPostgresOptions['binaries'];

const database = 'storm';
const respondsWithinMs = 60_000;
/** At least one for the old version and one for the new. */
const requestsSideBySide = 2;

/** Every app as deployed, with its own Postgres and Redis. Each part can be taken away and brought back. */
export class StormyService implements Service {
  private readonly pool: Pool;
  readonly apps: AppFleet;
  private readonly balancers = new Map<AppName, Balancer>();
  private redis: RedisServer | null = null;
  private stopped: Promise<Exit[]> | null = null;

  private constructor(
    private readonly dataDir: string,
    private postgres: EmbeddedPostgres,
    /** The apps' path to Postgres. */
    private readonly postgresGate: ServerGate,
    private readonly redisPort: number | null,
    /** The apps' path to Redis. */
    private readonly redisGate: ServerGate | null,
    readonly environment: Environment,
    readonly names: LateNames,
    ownEnvironments: Readonly<Partial<Record<AppName, Environment>>>,
  ) {
    this.apps = new AppFleet(environment, ownEnvironments);
    this.pool = new Pool({ connectionString: postgres.url, max: 4 });
    this.pool.on('error', () => undefined);
  }

  /** Resolves when every part is ready. */
  static async start({
    onRedis,
    redisLate = false,
    workers = 2,
    settings: given = {},
    bundles,
    postgresBinaries,
  }: StormyServiceOptions): Promise<StormyService> {
    const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-storm-'));
    // As root the server runs under another account, which must be able to read its data.
    chmodSync(dataDir, 0o755);
    const postgres = await startPostgres(join(dataDir, 'postgres'), await freePort(), postgresBinaries);
    await migrateDatabase(postgres.url);
    await migrateQueues(postgres.url);
    const logins = await openServingLogins(postgres.url);
    const postgresGate = await ServerGate.open(logins['connection-api']);
    const throughGate = (login: string) => ({ DATABASE_URL: Object.assign(new URL(login), { host: new URL(postgresGate.url).host }).href });
    const own = { 'webhook-ingress': throughGate(logins['webhook-ingress']), 'admin-api': throughGate(logins['admin-api']) };
    const redisPort = onRedis ? await freePort() : null;
    const redisGate = redisPort === null ? null : await ServerGate.open(`redis://127.0.0.1:${redisPort}`);
    await redisGate?.cut();
    const names = await LateNames.start(dataDir);
    const settings = {
      ...names.environment,
      DATABASE_URL: postgresGate.url,
      ...(redisGate && { REDIS_URL: redisGate.url }),
      // The second one is for rotations.
      ENCRYPTION_KEYS: [newEncryptionKeys(), newEncryptionKeys('next')].join(','),
      CALLER_HOST_ALLOWLIST: '127.0.0.0/8',
      STORE_HOST_ALLOWLIST: ['127.0.0.0/8', ...names.all].join(','),
      REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
      DIRECT_INIT_MAX_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      ...given,
    };
    const service = new StormyService(dataDir, postgres, postgresGate, redisPort, redisGate, settings, names, own);
    if (!redisLate) await service.startRedis();
    const apps: AppName[] = ['connection-api', 'webhook-ingress', ...Array<AppName>(workers).fill('export-worker')];
    await Promise.all(apps.map((app) => service.apps.launch(app, { bundles })));
    return service;
  }

  get hasRedis(): boolean {
    return this.redisPort !== null;
  }

  /** Webhook URL of the connection. */
  webhookUrl(connectionId: string): string {
    return `${this.entry('webhook-ingress')}/api/webhooks/${connectionId}`;
  }

  /** From now on requests reach the app through a balancer. */
  async balance(app: AppName): Promise<Balancer> {
    const balancer = await Balancer.before(() => this.apps.processes(app));
    this.balancers.set(app, balancer);
    return balancer;
  }

  /** Asks the connection-api. */
  ask(method: string, path: string, sent: Sent = {}): Promise<WireResponse> {
    return this.askApp('connection-api', method, path, sent);
  }

  async askApp(app: AppName, method: string, path: string, sent: Sent): Promise<WireResponse> {
    return exchange(this.entry(app), questionOf(method, path, sent));
  }

  /** Waits for Postgres if it is down. */
  async rows<T = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    for (const end = Date.now() + respondsWithinMs; ; await sleep(100)) {
      try {
        return (await this.pool.query(sql, parameters)).rows as T[];
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        // An error of the statement itself, not of the connection or of a starting or stopping server.
        const isOurs = /^(0A|2|3|42|P0)/.test(code);
        if (isOurs || Date.now() > end) throw error;
      }
    }
  }

  /** A rolling upgrade. Returns the exits of the old instances. Behind a balancer, old and new take requests in turn for a while. */
  upgrade(app: AppName, version: AppVersion): Promise<Exit[]> {
    const balancer = this.balancers.get(app);
    return this.apps.upgrade(app, version, balancer && (() => balancer.share(requestsSideBySide)));
  }

  /** Does nothing while Redis is down. */
  async flushQueues(): Promise<void> {
    if (this.hasRedis && !this.redis) return;
    await flushQueues(this.redis, (sql) => this.rows(sql));
  }

  /** SIGKILL of Redis, which persists nothing. */
  async stopRedis(): Promise<void> {
    await this.redis?.kill();
    this.redis = null;
    await this.redisGate?.cut();
  }

  async startRedis(): Promise<void> {
    if (this.redisPort === null || this.redis) return;
    this.redis = await startRedisServer({ port: this.redisPort });
    if (!this.redis) throw new Error('This machine has no redis-server');
    await this.redisGate?.restore();
  }

  /** From now on Redis hangs silently. */
  hangRedis(): void {
    this.redisGate?.stick();
  }

  /** Redis responds again, also to earlier commands, or only to new connections if it dropped the old ones. */
  wakeRedis({ dropsConnections }: { dropsConnections: boolean }): void {
    if (dropsConnections) this.redisGate?.forget();
    else this.redisGate?.unstick();
  }

  /** Every connection of the apps to Postgres and Redis goes silent; new ones work. */
  silence(): void {
    this.postgresGate.silence();
    this.redisGate?.silence();
  }

  async restartPostgres(): Promise<void> {
    const { port } = this.postgres;
    await this.postgres.stop();
    this.postgres = await startPostgres(join(this.dataDir, 'postgres'), port);
  }

  get postgresUrl(): string {
    return this.postgres.url;
  }

  /** Stops Postgres and starts an empty one in its place. `restore` gets its URL, and leaves the superuser's password as it was. */
  async replacePostgres(restore: (url: string) => Promise<void>, postgresBinaries?: PostgresBinaries): Promise<void> {
    const { port, dataDir } = this.postgres;
    await this.postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
    this.postgres = await startPostgres(join(this.dataDir, 'restored'), port, postgresBinaries);
    await restore(this.postgres.url);
  }

  /** SIGTERM to every app, then stops the rest. Returns the apps' exits. Safe to call twice. */
  stop(): Promise<Exit[]> {
    return (this.stopped ??= this.end());
  }

  private entry(app: AppName): string {
    return this.balancers.get(app)?.url ?? this.apps.url(app);
  }

  private async end(): Promise<Exit[]> {
    const exits = await this.apps.stop();
    for (const balancer of this.balancers.values()) balancer.stop();
    await this.pool.end();
    await this.redis?.stop();
    await this.redisGate?.cut();
    await this.postgresGate.cut();
    await this.postgres.stop();
    this.names.stop();
    for (const folder of [this.dataDir, this.postgres.dataDir]) rmSync(folder, { recursive: true, force: true });
    return exits;
  }
}

/** Not durable: it is only restarted cleanly, and the machine stays up. */
function startPostgres(dataDir: string, port: number, binaries?: PostgresBinaries): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    binaries,
    port,
    database,
    durable: false,
    settings: { max_connections: '300' },
  });
}
