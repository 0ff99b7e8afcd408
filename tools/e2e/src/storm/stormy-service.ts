import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '@sync/domain';
import { freePort, startEmbeddedPostgres, startRedisServer, type EmbeddedPostgres, type RedisServer } from '@sync/embedded-services';
import { flushQueues, ServerGate } from '@sync/test-harness';
import { Pool } from 'pg';
import type { Service } from '../testing/actors';
import { AppProcess, type AppName, type Environment, type Exit } from '../testing/app-process';
import { exchange, type WireResponse } from '../testing/exchange';
import { LateNames } from './late-names';
import { newEncryptionKeys } from '../testing/encryption-keys';

export interface StormyServiceOptions {
  /** True: queues on Redis; false: on Postgres. */
  onRedis: boolean;
  /** Starts the apps before Redis. */
  redisLate?: boolean;
  workers?: number;
}

interface RunningApp {
  app: AppName;
  port: number;
  process: AppProcess;
}

const database = 'storm';
const respondsWithinMs = 60_000;
const startAttempts = 4;
const maxRememberedLength = 100_000;

/** Every app as deployed, with its own Postgres and Redis. Each part can be taken away and brought back. */
export class StormyService implements Service {
  private readonly pool: Pool;
  private readonly apps: RunningApp[] = [];
  private redis: RedisServer | null = null;
  /** Output of processes that ended. */
  private past = '';
  private stopped: Promise<Exit[]> | null = null;

  private constructor(
    private readonly dataDir: string,
    private postgres: EmbeddedPostgres,
    /** The apps' path to Postgres. */
    private readonly postgresGate: ServerGate,
    private readonly redisPort: number | null,
    /** The apps' path to Redis. */
    private readonly redisGate: ServerGate | null,
    private readonly environment: Environment,
    readonly names: LateNames,
  ) {
    this.pool = new Pool({ connectionString: postgres.url, max: 4 });
    this.pool.on('error', () => undefined);
  }

  /** Resolves when every part is ready. */
  static async start({ onRedis, redisLate = false, workers = 2 }: StormyServiceOptions): Promise<StormyService> {
    const dataDir = mkdtempSync(join(tmpdir(), 'connection-sync-storm-'));
    // As root the server runs under another account, which must be able to read its data.
    chmodSync(dataDir, 0o755);
    const postgres = await startPostgres(dataDir, await freePort());
    await migrateDatabase(postgres.url);
    const postgresGate = await ServerGate.open(postgres.url);
    const redisPort = onRedis ? await freePort() : null;
    const redisGate = redisPort === null ? null : await ServerGate.open(`redis://127.0.0.1:${redisPort}`);
    await redisGate?.cut();
    const names = await LateNames.start(dataDir);
    const settings = {
      ...names.environment,
      DATABASE_URL: postgresGate.url,
      ...(redisGate && { REDIS_URL: redisGate.url }),
      ENCRYPTION_KEYS: newEncryptionKeys(),
      STORE_HOST_ALLOWLIST: ['127.0.0.0/8', ...names.all].join(','),
      REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
      LOG_LEVEL: 'warn',
    };
    const service = new StormyService(dataDir, postgres, postgresGate, redisPort, redisGate, settings, names);
    if (!redisLate) await service.startRedis();
    const apps: AppName[] = ['connection-api', 'webhook-ingress', ...Array<AppName>(workers).fill('export-worker')];
    await Promise.all(apps.map((app) => service.launch(app)));
    return service;
  }

  get hasRedis(): boolean {
    return this.redisPort !== null;
  }

  /** Output of the apps; only the tail for killed ones. */
  get output(): string {
    return this.past + this.apps.map(({ process }) => process.output).join('\n');
  }

  url(app: AppName, index = 0): string {
    return this.all(app)[index]?.process.url ?? '';
  }

  /** Webhook URL of the connection. */
  webhookUrl(connectionId: string): string {
    return `${this.url('webhook-ingress')}/api/webhooks/${connectionId}`;
  }

  async ask(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<WireResponse> {
    const headers = [
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ];
    return exchange(this.url('connection-api'), { method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) });
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

  /** SIGKILL, then a replacement at once. Resolves when the replacement is ready. */
  async kill(app: AppName, index = 0): Promise<void> {
    const victim = await this.killed(app, index);
    victim.process = await running(app, this.environment, victim.port);
  }

  /** SIGKILL, then a replacement with other settings. Does not wait until it is ready. */
  async replace(app: AppName, index: number, settings: Environment): Promise<void> {
    const victim = await this.killed(app, index);
    victim.process = await AppProcess.launch(app, { ...this.environment, ...settings }, { fixedPort: victim.port });
  }

  /** One more instance of the app. */
  async launch(app: AppName): Promise<AppProcess> {
    const port = await freePort();
    const process = await running(app, this.environment, port);
    this.apps.push({ app, port, process });
    return process;
  }

  /** SIGTERM to every instance of the app, without replacements. */
  async retire(app: AppName): Promise<Exit[]> {
    const retiring = this.all(app);
    const exits = await Promise.all(retiring.map(({ process }) => process.stop()));
    this.past = (this.past + retiring.map(({ process }) => process.output).join('\n')).slice(-maxRememberedLength);
    this.apps.splice(0, this.apps.length, ...this.apps.filter((candidate) => candidate.app !== app));
    return exits;
  }

  processes(app: AppName): AppProcess[] {
    return this.all(app).map(({ process }) => process);
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
    this.postgres = await startPostgres(this.dataDir, port);
  }

  /** SIGTERM to every app, then stops the rest. Returns the apps' exits. Safe to call twice. */
  stop(): Promise<Exit[]> {
    return (this.stopped ??= this.end());
  }

  private async killed(app: AppName, index: number): Promise<RunningApp> {
    const victim = this.all(app)[index];
    if (!victim) throw new Error(`There is no ${app} ${index}`);
    await victim.process.kill();
    this.past = (this.past + victim.process.output).slice(-maxRememberedLength);
    return victim;
  }

  private async end(): Promise<Exit[]> {
    const exits = await Promise.all(this.apps.map(({ process }) => process.stop()));
    await this.pool.end();
    await this.redis?.stop();
    await this.redisGate?.cut();
    await this.postgresGate.cut();
    await this.postgres.stop();
    this.names.stop();
    for (const folder of [this.dataDir, this.postgres.dataDir]) rmSync(folder, { recursive: true, force: true });
    return exits;
  }

  private all(app: AppName): RunningApp[] {
    return this.apps.filter((candidate) => candidate.app === app);
  }
}

/** Restarted when it ends before it is ready, as a supervisor in production would. */
async function running(app: AppName, environment: Environment, port: number): Promise<AppProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const process = await AppProcess.launch(app, environment, { fixedPort: port });
    try {
      await process.ready();
      return process;
    } catch (error) {
      if (attempt === startAttempts) throw error;
    }
  }
}

/** Not durable: it is only restarted cleanly, and the machine stays up. */
function startPostgres(dataDir: string, port: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    port,
    database,
    durable: false,
    settings: { max_connections: '300' },
  });
}
