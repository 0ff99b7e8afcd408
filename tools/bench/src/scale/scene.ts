import { servingStatuses } from '@sync/domain';
import { credentialsHash, FairClaims, storeWebhooks, taskNames } from '@sync/durable-work';
import { createDataSource } from '@sync/identity';
import { RecordStore, type FeedPlace } from '@sync/record-store';
import type { OrderData } from '@sync/records';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { insertShops, type BenchShop } from '../bench-shops';
import type { SampleRecords } from '../demo-shop-program';
import { benchPool } from '../services';
import { storeTargets } from '../store-records';
import { fillDatabase, type Sizes } from './fill';

const credentials = { consumer_key: 'ck_bench', consumer_secret: 'cs_bench', webhook_secret: 'bench' };
const webhook = Buffer.from(JSON.stringify({ id: 1, status: 'completed', note: 'x'.repeat(2_000) }));

const insertRun = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, started_at, finished_at, tenant_id, system_id)
  select gen_random_uuid(), id, 'orders', 'delta', 'succeeded', now(), now(), tenant_id, system_id from system_connections where id = $1`;
const findSenders = `
  select id, ${credentialsHash}::text as "credentialsHash" from system_connections
  where status = 'active' and credentials is not null order by id desc limit 100`;

interface Sender {
  id: string;
  credentialsHash: string;
}

/** The pieces of the apps on a database. */
export class Scene {
  /** Counts the calls, so that each makes something new. */
  calls = 0;
  /** Its size is the same in every database. */
  shop = '';
  /** A shop to remove. */
  removable = '';
  private last: FeedPlace | undefined;
  private senders: readonly Sender[] = [];
  readonly store: RecordStore;
  readonly claims: FairClaims;

  private constructor(
    readonly sizes: Sizes,
    readonly sample: SampleRecords,
    readonly pool: Pool,
    readonly dataSource: DataSource,
  ) {
    this.store = new RecordStore(pool);
    this.claims = new FairClaims(dataSource, taskNames);
  }

  /** Every row of the filled tables is a copy of one of the first shop. */
  static async open(url: string, sizes: Sizes, sample: SampleRecords): Promise<Scene> {
    const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
    const scene = new Scene(sizes, sample, benchPool(url, 2), dataSource);
    const id = await scene.addShop();
    await scene.pool.query(insertRun, [id]);
    await scene.findSenders();
    await scene.receive(1);
    await fillDatabase(url, sizes);
    await scene.findSenders();
    scene.shop = await scene.addShop();
    return scene;
  }

  call(run: (scene: Scene) => Promise<unknown>): Promise<unknown> {
    this.calls += 1;
    return run(this);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.pool.end();
  }

  /** With 650 customers and products, and 50 orders. */
  async addShop(): Promise<string> {
    const [{ id }] = (await insertShops(this.pool, 1, { credentials })) as [BenchShop];
    await storeTargets(this.pool, id, this.sample);
    await this.store.writePage({ shopId: id, capability: 'orders', records: this.sample.orders, firstExport: true });
    return id;
  }

  write(change: (order: OrderData) => OrderData): Promise<unknown> {
    return this.store.writePage({ shopId: this.shop, capability: 'orders', records: this.sample.orders.map(change), firstExport: false });
  }

  /** The next page of the shop's feed. */
  async read(): Promise<void> {
    const sources = [{ shopId: this.shop, connectionId: this.shop }];
    const page = await this.store.readFeed({ capability: 'orders', sources, after: this.last, limit: 1_000 });
    for await (const chunk of page.chunks()) if (chunk === '') throw new Error('A chunk of the feed is empty');
    this.last = page.next;
  }

  /** One webhook of each of so many shops, the same each time. */
  async receive(count: number): Promise<void> {
    const common = { topic: 'order.updated', requestId: 'bench', traceparent: null, body: webhook };
    const deliveries = this.senders.slice(0, count).map(({ id, credentialsHash }) => {
      return { ...common, taskId: uuidv7(), deliveryId: uuidv7(), systemConnectionId: id, shopId: id, credentialsHash };
    });
    await storeWebhooks((statement) => this.pool.query(statement), deliveries, servingStatuses);
  }

  private async findSenders(): Promise<void> {
    ({ rows: this.senders } = await this.pool.query<Sender>(findSenders));
  }
}
