import { CredentialsCipher, KeyRing } from '@sync/credentials';
import { createDataSource } from '@sync/identity';
import { openShop } from '@sync/record-store';
import { setTimeout as sleep } from 'node:timers/promises';
import { DurableWork, TaskQueues } from '@sync/durable-work';
import { SyncRuns } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { sayProgress } from '../bench-progress';
import { compared, round, type BenchRow } from '../measure';
import { encryptionKeys, type Service } from '../services';
import { ShapedShop, type LoadShape } from './shaped-shop';

const section = 'Load on shops: the adaptive budget against the best fixed number of requests, which it does not know';
/** The setting of the workers. */
export const maxRequestsPerShop = 8;
const fixedRequests = [1, 2, 3, 4, maxRequestsPerShop];
const fixedSeconds = 8;
const exportSeconds = 30;
const pageMs = 400;
const unlimited = Infinity;

const shapes: LoadShape[] = [
  { title: 'scales to the ceiling', servers: unlimited, workMs: () => pageMs, maxInFlight: unlimited },
  { title: 'saturates at 2', servers: 2, workMs: () => pageMs, maxInFlight: unlimited },
  { title: 'saturates at 4', servers: 4, workMs: () => pageMs, maxInFlight: unlimited },
  {
    title: 'gets slower with load',
    servers: unlimited,
    workMs: (inFlight) => pageMs * (1 + 0.15 * (inFlight - 1) ** 2),
    maxInFlight: unlimited,
  },
  { title: 'refuses more than 3', servers: unlimited, workMs: () => pageMs, maxInFlight: 3 },
];

/** One export of each shop that begins without knowing it, and another that knows what the first has learnt. */
export async function measureShopLoad(service: Service): Promise<BenchRow[]> {
  const dataSource = await createDataSource({ url: service.databaseUrl }).initialize();
  const queues = TaskQueues.open({ databaseUrl: service.databaseUrl });
  const syncs = new SyncRuns(dataSource, new DurableWork(queues, dataSource), maxRequestsPerShop);
  const rows: BenchRow[] = [];
  try {
    for (const shape of shapes) rows.push(...(await measureShape(shape, dataSource, syncs)));
    return rows;
  } finally {
    await queues.close();
    await dataSource.destroy();
  }
}

async function measureShape(shape: LoadShape, dataSource: DataSource, syncs: SyncRuns): Promise<BenchRow[]> {
  const fixed: { requests: number; rate: number }[] = [];
  for (const requests of fixedRequests.filter((count) => count <= shape.maxInFlight)) {
    const pages = Math.round((Math.min(requests, shape.servers) / (pageMs / 1_000)) * fixedSeconds);
    const shop = await ExportedShop.start(shape, dataSource, syncs);
    await shop.fixBudget(requests);
    fixed.push({ requests, rate: (await shop.export(pages)).rate });
    shop.stop();
  }
  const best = fixed.reduce((fastest, other) => (other.rate > fastest.rate ? other : fastest));
  sayProgress(`  ${shape.title}: ${fixed.map(({ requests, rate }) => `${requests}: ${round(rate)}/s`).join(', ')}`);
  const shop = await ExportedShop.start(shape, dataSource, syncs);
  const rows: BenchRow[] = [];
  for (const title of ['first export', 'next export']) {
    const { rate, refusals } = await shop.export(Math.round(best.rate * exportSeconds));
    const against = `best of ${fixed.map(({ requests }) => requests).join(', ')}: ${best.requests}`;
    const what = `${shape.title}, ${title}`;
    rows.push(compared({ section, what, value: rate, unit: 'pages/s', against, limit: best.rate, goal: '>= 0.9' }));
    // The best fixed number is never refused. One refusal is what it takes to learn the limit.
    if (shape.maxInFlight < unlimited) rows.push({ section, what, value: refusals, unit: '429s', goal: '<= 1' });
  }
  shop.stop();
  return rows;
}

/** A shop with its connection. */
class ExportedShop {
  private constructor(
    private readonly shop: ShapedShop,
    private readonly dataSource: DataSource,
    private readonly syncs: SyncRuns,
    private readonly connectionId: string,
  ) {}

  static async start(shape: LoadShape, dataSource: DataSource, syncs: SyncRuns): Promise<ExportedShop> {
    const shop = await ShapedShop.start(shape);
    return new ExportedShop(shop, dataSource, syncs, await insertShop(dataSource, shop.url));
  }

  /** The budget rests for ever. */
  async fixBudget(requests: number): Promise<void> {
    await this.dataSource.query(
      `insert into shop_hosts (host, max_in_flight, budget)
       values ($1, $2::int, jsonb_build_object('maxInFlight', $2::int, 'restPages', 1000000000))`,
      [this.shop.url, requests],
    );
  }

  async export(pages: number): Promise<{ rate: number; refusals: number }> {
    const { shop, syncs } = this;
    shop.reset(pages);
    const [runId = ''] = await syncs.change(this.connectionId, null, (change) => change.request(['orders'], 'full'));
    for (const deadline = Date.now() + 10 * exportSeconds * 1_000; Date.now() < deadline; await sleep(200)) {
      const run = await syncs.find(runId);
      if (run?.status === 'succeeded') {
        sayProgress(`    ${round(shop.rate)} pages/s, ${shop.refusals} 429s, waited ${run.waitingMs} ms`);
        return { rate: shop.rate, refusals: shop.refusals };
      }
      if (run && ['failed', 'cancelled'].includes(run.status)) throw new Error(`The export ${run.status}: ${run.error}`);
    }
    throw new Error('The export did not end');
  }

  stop(): void {
    this.shop.stop();
  }
}

async function insertShop(dataSource: DataSource, url: string): Promise<string> {
  const [id, tenantId] = [uuidv7(), uuidv7()];
  const credentials = new CredentialsCipher(KeyRing.parse(encryptionKeys)).seal(id, { consumer_key: 'ck', consumer_secret: 'cs' });
  await dataSource.query(`insert into tenants (id, name) values ($1, 'Bench')`, [tenantId]);
  await dataSource.query(
    `insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, last_connected_at)
     select $1, $2, id, 'Shaped shop', $3, $4, 'active', now() from systems where slug = 'commerce_a'`,
    [id, tenantId, url, credentials],
  );
  await dataSource.query(
    `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
     values ($1, $2, $3, $3, '{orders}', true, true)`,
    [uuidv7(), tenantId, id],
  );
  await openShop(dataSource, id);
  return id;
}
