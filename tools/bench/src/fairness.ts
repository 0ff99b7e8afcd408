import { CredentialsCipher, KeyRing } from '@sync/credentials';
import { createDataSource } from '@sync/identity';
import { openShop } from '@sync/record-store';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveDefaultSyncRules, servingStatuses } from '@sync/domain';
import { credentialsHash, DurableWork, storeWebhooks, TaskQueues } from '@sync/durable-work';
import { systemCapabilities } from '@sync/records';
import { SyncRuns } from '@sync/sync-runs';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DemoShopProgram } from './demo-shop-program';
import { LinkedShop } from './linked-shop';
import { compared, median, type BenchRow } from './measure';
import { encryptionKeys, type Service } from './services';

const section = 'A tenant beside one that attacks, as multiples of its time alone';
const slowPageMs = 27_000;
/** As long as a victim's exports take before its webhooks come, and a second. */
const beforeProbesMs = 4_000;
const orders = 1_000;
const webhooks = 100;
const flood = 6_000;

/** Every page of every list comes late, and there are always more. Each shop has a host of its own. */
async function startSlowShops(): Promise<{ url: (shop: number) => string; server: Server }> {
  const server = createServer((_request, response) => {
    const timer = setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-wp-totalpages': '1000', 'x-wp-total': '50000' });
      response.end('[]');
    }, slowPageMs);
    response.on('close', () => clearTimeout(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: (shop) => `http://127.1.${shop >> 8}.${shop & 255}:${port}`, server };
}

/** The pieces that the apps record work with. */
interface Tools {
  client: Client;
  dataSource: DataSource;
  work: DurableWork;
  syncs: SyncRuns;
}

/** Tenants whose shops are slow, whose first syncs are queued, and one of which has a flood of webhooks waiting. */
class Attack {
  private constructor(
    private readonly client: Client,
    private readonly tenants: readonly string[],
    private readonly server: Server,
  ) {}

  static async begin({ client, dataSource, work, syncs }: Tools, shops: number, tenantCount: number): Promise<Attack> {
    const { url, server } = await startSlowShops();
    const cipher = new CredentialsCipher(KeyRing.parse(encryptionKeys));
    const tenants = Array.from({ length: tenantCount }, () => uuidv7());
    // One tenant alone has a history; many were made on the spot.
    const established = tenantCount === 1 ? 'now()' : 'null';
    await client.query(
      `insert into tenants (id, name, established_at) select id, 'Attacker', ${established} from unnest($1::uuid[]) as id`,
      [tenants],
    );
    await client.query(
      `insert into system_connections (id, tenant_id, system_id, name, status, last_connected_at)
       select gen_random_uuid(), tenant.id, system.id, 'Attacker', 'active', now()
       from unnest($1::uuid[]) as tenant (id) join systems system on system.slug = 'mailing_platform'`,
      [tenants],
    );
    const connections = Array.from({ length: shops }, (_, index) => ({ id: uuidv7(), tenant: tenants[index % tenantCount] }));
    for (const [shop, { id, tenant }] of connections.entries()) {
      const credentials = cipher.seal(id, {
        consumer_key: `ck_${randomBytes(20).toString('hex')}`,
        consumer_secret: 'cs',
        webhook_secret: 'w',
      });
      await client.query(
        `insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, last_connected_at)
         select $1, $2, id, 'Slow shop', $3, $4, 'active', now() from systems where slug = 'commerce_a'`,
        [id, tenant, url(shop), credentials],
      );
    }
    // Without them a shop may export nothing.
    for (const tenant of tenants) await deriveDefaultSyncRules(dataSource, tenant);
    for (const { id } of connections) await openShop(dataSource, id);
    for (const { id } of connections) await syncs.change(id, null, (change) => change.request(systemCapabilities, 'full'));
    const bodies = Array.from({ length: flood }, (_, number) => orderBody(number, 'x'.repeat(4_000)));
    for (let first = 0; first < flood; first += 200)
      await receive(client, work, connections[0]?.id ?? '', bodies.slice(first, first + 200));
    return new Attack(client, tenants, server);
  }

  /** Sleeps until shortly before the probes of many slow shops return, the worst moment for others. Throws unless slow shops are being asked. */
  async untilProbesReturn(): Promise<void> {
    const { rows } = await this.client.query<{ ms: number | null }>(
      `select extract(epoch from min(started_at) - now())::float8 * 1000 + $2 as ms from sync_runs
       where status = 'running' and pages_total is null and system_connection_id in
         (select id from system_connections where tenant_id = any($1))`,
      [this.tenants, slowPageMs],
    );
    const ms = rows[0]?.ms ?? null;
    if (ms === null) throw new Error('The slow shops are not exported, so they take no place');
    await sleep(Math.max(0, ms - beforeProbesMs));
  }

  async end(): Promise<void> {
    await this.client.query(
      `delete from tasks where system_connection_id in (select id from system_connections where tenant_id = any($1))`,
      [this.tenants],
    );
    await this.client.query('delete from system_connections where tenant_id = any($1)', [this.tenants]);
    this.server.closeAllConnections();
    this.server.close();
  }
}

function orderBody(id: number, note: string): Buffer {
  const date = '2027-01-01T00:00:00';
  const order = { id, status: 'completed', currency: 'EUR', total: '1.00', date_created_gmt: date, date_modified_gmt: date, note };
  return Buffer.from(JSON.stringify(order));
}

/** Stores webhooks as the ingress does, without a shop that sends them. */
async function receive(client: Client, work: DurableWork, systemConnectionId: string, bodies: readonly Buffer[]): Promise<void> {
  const { rows } = await client.query<{ hash: string }>(`select ${credentialsHash}::text as hash from system_connections where id = $1`, [
    systemConnectionId,
  ]);
  const common = {
    systemConnectionId,
    credentialsHash: rows[0]?.hash ?? '',
    topic: 'order.updated',
    deliveryId: null,
    requestId: 'bench',
    traceparent: null,
  };
  const deliveries = bodies.map((body) => ({ ...common, taskId: uuidv7(), body }));
  await storeWebhooks((statement) => client.query(statement), deliveries, servingStatuses);
  work.announce(['webhooks']);
}

interface Figures {
  exportSeconds: number;
  effectP99: number;
}

async function figuresOf(victim: LinkedShop, { client, work }: Tools): Promise<Figures> {
  const exports: number[] = [];
  for (let turn = 1; turn <= 3; turn += 1) exports.push(await victim.secondsOfSync('orders'));
  const since = (await client.query<{ now: Date }>('select now()')).rows[0]?.now;
  for (let webhook = 1; webhook <= webhooks; webhook += 1) {
    await receive(client, work, victim.connectionId, [orderBody(1_000_000 + webhook, uuidv7())]);
    await sleep(50);
  }
  for (;;) {
    const { rows } = await client.query<{ open: number; p99: number }>(
      `select count(*) filter (where state = 'pending')::int as open,
         percentile_cont(0.99) within group (order by extract(epoch from finished_at - created_at)::float8 * 1000) as p99
       from tasks where name = 'process-webhook' and system_connection_id = $1 and created_at >= $2`,
      [victim.connectionId, since],
    );
    if (rows[0]?.open === 0) return { exportSeconds: median(exports), effectP99: rows[0].p99 };
    await sleep(100);
  }
}

/** The same export and the same webhooks alone, and while slow shops and floods of other tenants want every place. */
export async function measureFairness(service: Service): Promise<BenchRow[]> {
  const shop = await DemoShopProgram.start({ orders, platform: 'commerce_a' });
  const client = new Client({ connectionString: service.databaseUrl });
  const queues = TaskQueues.open({ databaseUrl: service.databaseUrl });
  const dataSource = await createDataSource({ url: service.databaseUrl }).initialize();
  const work = new DurableWork(queues, dataSource);
  const tools = { client, dataSource, work, syncs: new SyncRuns(dataSource, work, 4) };
  await client.connect();
  const rows: BenchRow[] = [];
  try {
    const victim = await LinkedShop.link(service, shop);
    const alone = await figuresOf(victim, tools);
    const cases = [
      { shops: 2, tenants: 1, goal: '<= 2' },
      { shops: 20, tenants: 1, goal: '<= 2' },
      { shops: 200, tenants: 1, goal: '<= 2' },
      { shops: 200, tenants: 50, goal: '<= 3' },
    ];
    for (const { shops, tenants, goal } of cases) {
      const attack = await Attack.begin(tools, shops, tenants);
      // Until slow shops hold every place.
      await sleep(15_000);
      await attack.untilProbesReturn();
      const beside = await figuresOf(victim, tools);
      await attack.end();
      const what = `${shops} slow shops of ${tenants === 1 ? 'a tenant' : `${tenants} new tenants`}, ${flood.toLocaleString('en')} webhooks`;
      rows.push(
        compared({
          section,
          what: `${what}: export`,
          value: beside.exportSeconds,
          unit: 's',
          against: 'alone',
          limit: alone.exportSeconds,
          goal,
        }),
        compared({
          section,
          what: `${what}: webhook to effect, p99`,
          value: beside.effectP99,
          unit: 'ms',
          against: 'alone',
          limit: alone.effectP99,
          goal,
        }),
      );
    }
    return rows;
  } finally {
    await queues.close();
    await dataSource.destroy();
    await client.end();
    await shop.stop();
  }
}
