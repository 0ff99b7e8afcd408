import { DurableWork, FairClaims, TaskQueues, taskNames } from '@sync/durable-work';
import { createDataSource } from '@sync/identity';
import { RecordStore } from '@sync/record-store';
import { SyncRuns } from '@sync/sync-runs';
import type { ClientBase, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { benchPool } from '../bench-pool';
import { silencePlans, SlowestPlan, voicePlans } from './plans';
import type { Sizes } from './sizes';

/** In each of the two pools. */
const sessions = 2;

/** A shop, and what shows that its credentials have not changed. */
export interface Sender {
  id: string;
  hash: string;
}

/** The pieces of the apps, on one of the two databases. */
export class Scene {
  /** Shops that send webhooks, once they were looked for. */
  senders?: Promise<Sender[]>;
  readonly store: RecordStore;
  readonly work: DurableWork;
  readonly syncs: SyncRuns;
  readonly claims: FairClaims;

  private constructor(
    readonly sizes: Sizes,
    readonly pool: Pool,
    readonly dataSource: DataSource,
  ) {
    // Without queues: they are a schema of their own, which does not grow with the database.
    const queues = new TaskQueues({ databaseUrl: '' }, []);
    this.store = new RecordStore(pool);
    this.work = new DurableWork(queues, dataSource);
    this.syncs = new SyncRuns(dataSource, this.work, 4);
    this.claims = new FairClaims(dataSource, taskNames);
  }

  static async open(url: string, sizes: Sizes): Promise<Scene> {
    const dataSource = await createDataSource({ url, poolSize: sessions }).initialize();
    return new Scene(sizes, benchPool(url, sessions), dataSource);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.pool.end();
  }

  async sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.pool.query(text, values)).rows as T[];
  }

  /** Runs the work once more. Returns the slowest statement's plan, with times and buffers. */
  async planOf(work: () => Promise<unknown>): Promise<string> {
    const slowest = new SlowestPlan();
    await this.inEverySession((client) => client.on('notice', ({ message }) => slowest.hear(message ?? '')).query(voicePlans));
    await work();
    await this.inEverySession((client) => client.removeAllListeners('notice').query(silencePlans));
    return slowest.text;
  }

  private async inEverySession(work: (client: ClientBase) => Promise<unknown>): Promise<void> {
    const runners = Array.from({ length: sessions }, () => this.dataSource.createQueryRunner());
    const clients = await Promise.all(runners.map(() => this.pool.connect()));
    const lent = await Promise.all(runners.map((runner) => runner.connect() as Promise<ClientBase>));
    for (const client of [...clients, ...lent]) await work(client);
    for (const client of clients) client.release();
    for (const runner of runners) await runner.release();
  }
}
