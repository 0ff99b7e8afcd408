import { DemoShopA, type DemoShopAOptions } from '@sync/demo-shops';
import { startRedisServer, type RedisServer } from '@sync/embedded-services';
import { TaskQueues } from '@sync/durable-work';
import { createTestDatabase, flushQueues, until, type AppProcess, type QueueBackend, type TestDatabase } from '@sync/test-harness';
import type { SyncMode } from '@sync/sync-runs';
import type { SystemCapability } from '@sync/records';
import { GatedShop } from './gated-shop';
import { linkShop, requestSync, testKeys, type LinkedShop } from './linked-shop';
import { endedRuns, pagesDone, type EndedRun } from './sync-watch';
import { startWorker } from './worker-process';

interface StartedWorker {
  process: AppProcess;
  settings: string;
}

/** A database, a queue, a shop, and workers. */
export class SyncScene {
  private workers: StartedWorker[] = [];
  private readonly gates: GatedShop[] = [];
  private isRedisAway = false;

  private constructor(
    readonly database: TestDatabase,
    public redis: RedisServer | null,
    readonly queues: TaskQueues,
    readonly shop: DemoShopA,
  ) {}

  static async set(backend: QueueBackend, options: DemoShopAOptions): Promise<SyncScene> {
    const database = await createTestDatabase();
    const redis = await backend.start();
    const queues = TaskQueues.open({ databaseUrl: database.url, redisUrl: redis?.url });
    await queues.waitUntilReady();
    return new SyncScene(database, redis, queues, await DemoShopA.start(options));
  }

  async startWorker(environment: Record<string, string> = {}): Promise<AppProcess> {
    const worker = await startWorker({
      databaseUrl: this.database.url,
      redisUrl: this.redis?.url,
      encryptionKeys: testKeys,
      environment,
    });
    this.workers.push({ process: worker, settings: JSON.stringify(environment) });
    return worker;
  }

  /** The only worker: one that already runs with this environment, or a new one. Others are killed. */
  async soleWorker(environment: Record<string, string> = {}): Promise<AppProcess> {
    const settings = JSON.stringify(environment);
    const kept = this.workers.find((worker) => worker.settings === settings && worker.process.isRunning);
    await this.killWorkers(kept);
    return kept?.process ?? this.startWorker(environment);
  }

  async killWorkers(except?: StartedWorker): Promise<void> {
    const ending = this.workers.filter((worker) => worker !== except);
    this.workers = except ? [except] : [];
    await Promise.all(ending.map(({ process }) => process.kill()));
  }

  sql<T>(text: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(text, parameters);
  }

  link(system?: string): Promise<LinkedShop> {
    return linkShop(this.database.dataSource, this.shop, system);
  }

  /** A gate of its own in front of the shop, where a test can delay responses. */
  async linkGated(): Promise<{ linked: LinkedShop; gate: GatedShop }> {
    const gate = await GatedShop.before(this.shop);
    this.gates.push(gate);
    return { linked: await linkShop(this.database.dataSource, gate), gate };
  }

  /** One page of orders gets no response until `goOn`, so the export runs that long however fast the machine is. */
  async linkHeld(): Promise<{ linked: LinkedShop; goOn: () => void }> {
    const { linked, gate } = await this.linkGated();
    return { linked, goOn: gate.holdUntilReleased('orders 18') };
  }

  /** An export of orders that has stored this many pages and ends after `goOn`. */
  async exportHeld(pages = 4): Promise<{ linked: LinkedShop; runIds: string[]; goOn: () => void }> {
    const { linked, goOn } = await this.linkHeld();
    const runIds = await this.request(linked, ['orders']);
    await this.progressed(linked, pages);
    return { linked, runIds, goOn };
  }

  /** Resolves once the connection has this many stored pages. */
  progressed({ connectionId }: LinkedShop, pages: number): Promise<void> {
    return until(async () => (await pagesDone(this.database.dataSource, connectionId)) >= pages);
  }

  request(linked: LinkedShop, capabilities?: readonly SystemCapability[], mode?: SyncMode): Promise<string[]> {
    return requestSync(this.database.dataSource, this.queues, linked, capabilities, mode);
  }

  ended(runIds: readonly string[]): Promise<EndedRun[]> {
    return this.workers.reduce((outcome, { process }) => process.explain(outcome), endedRuns(this.database.dataSource, runIds));
  }

  async statusOf({ connectionId }: LinkedShop): Promise<string | undefined> {
    const [row] = await this.sql<{ status: string }>('select status from system_connections where id = $1', [connectionId]);
    return row?.status;
  }

  /** Requests for pages of a list, in all. */
  pagesAsked(collection: SystemCapability): number {
    return Object.values(this.shop.counters.pages[collection] ?? {}).reduce((sum, times) => sum + times, 0);
  }

  flushQueues(): Promise<void> {
    return flushQueues(this.redis, (sql) => this.database.dataSource.query(sql));
  }

  /** SIGKILL: what it held is lost. */
  async killRedis(): Promise<void> {
    await this.redis?.kill();
    this.isRedisAway = this.redis !== null;
  }

  /** At the same address. Does nothing while Redis runs. */
  async startRedisAgain(): Promise<void> {
    if (this.isRedisAway) this.redis = await startRedisServer({ port: this.redis?.port });
    this.isRedisAway = false;
  }

  /** After each test: ends workers, removes faults, resets counters. */
  async clear(): Promise<void> {
    await this.killWorkers();
    await this.calmShop();
  }

  /** Clears the scene, and removes every connection, task and turn of a schedule. */
  async beginAgain(): Promise<void> {
    await this.clear();
    await this.startRedisAgain();
    const { dataSource } = this.database;
    // Postgres still carries out what a killed worker sent.
    const sessions = `select from pg_stat_activity where datname = current_database() and application_name like 'export-worker%'`;
    await until(async () => (await dataSource.query<unknown[]>(sessions)).length === 0);
    await this.flushQueues();
    for (const table of ['system_connections', 'tasks', 'schedule_turns']) await dataSource.query(`delete from ${table}`);
  }

  /** Removes faults and resets counters, for tests that share their workers. */
  async calmShop(): Promise<void> {
    await Promise.all(this.gates.splice(0).map((gate) => gate.stop()));
    this.shop.setFaults([]);
    this.shop.setLatency(0);
    this.shop.resetCounters();
  }

  async strike(): Promise<void> {
    await this.clear();
    await this.queues.close();
    await this.shop.stop();
    await this.redis?.stop();
    await this.database.stop();
  }
}
