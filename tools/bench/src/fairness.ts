import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until, type AppProcess } from '@sync/test-harness';
import type { Pool } from 'pg';
import { insertShops, requestSync, secondsOfSync, type BenchShop } from './bench-shops';
import { withDemoShop, type DemoShopProgram } from './demo-shop-program';
import { compared, median, type BenchRow, type Setting } from './measure';
import { startApp, withPool, withService, type Service } from './services';
import { delaysOf } from './webhook-effect';
import { signedWebhook } from './webhooks';

const section = 'A tenant beside one that attacks, as multiples of its time alone';
const slowPageMs = 27_000;
/** As long as a victim's exports take before its webhooks come, and a second. */
const beforeProbesMs = 4_000;
const orders = 1_000;
const webhooks = 100;
const flood = 6_000;
const credentials = { consumer_key: 'ck_bench', consumer_secret: 'cs_bench', webhook_secret: 'bench' };
const attacks = [
  { shops: 20, tenants: 1, goal: '<= 2' },
  { shops: 200, tenants: 1, goal: '<= 2' },
  { shops: 200, tenants: 50, goal: '<= 3' },
];

/** The same export and the same webhooks alone, and while slow shops and floods of other tenants want every place. */
export function measureFairness({ url }: Setting): Promise<BenchRow[]> {
  return withService(url, async (service) => {
    const ingress = await startApp('webhook-ingress', url);
    const measure = (shop: DemoShopProgram) => withPool(url, 2, (pool) => besideAttacks({ pool, service, ingress }, shop));
    return withDemoShop(orders, measure).finally(() => ingress.stop());
  });
}

interface Scene {
  pool: Pool;
  service: Service;
  ingress: AppProcess;
}

async function besideAttacks(scene: Scene, demoShop: DemoShopProgram): Promise<BenchRow[]> {
  const wanted = { baseUrls: [demoShop.url], credentials: demoShop.credentials };
  const [victim] = (await insertShops(scene.pool, 1, wanted)) as [BenchShop];
  const secret = demoShop.credentials.webhook_secret ?? '';
  const alone = await figuresOf(scene, victim, secret);
  const rows: BenchRow[] = [];
  for (const { shops, tenants, goal } of attacks) {
    const attack = await Attack.begin(scene, shops, tenants);
    const beside = await figuresOf(scene, victim, secret).finally(() => attack.end());
    const by = `${shops} slow shops of ${tenants === 1 ? 'a tenant' : `${tenants} new tenants`}, ${flood.toLocaleString('en')} webhooks`;
    const row = { section, against: 'alone', goal };
    const [ofExport, ofWebhook] = [`${by}: export`, `${by}: webhook to effect, p99`];
    rows.push(compared({ ...row, what: ofExport, value: beside.exportSeconds, unit: 's', limit: alone.exportSeconds }));
    rows.push(compared({ ...row, what: ofWebhook, value: beside.effectP99, unit: 'ms', limit: alone.effectP99 }));
  }
  return rows;
}

async function figuresOf({ pool, service, ingress }: Scene, victim: BenchShop, secret: string) {
  const exports: number[] = [];
  for (let turn = 1; turn <= 3; turn += 1) exports.push(await secondsOfSync(service, victim, 'orders'));
  const since = (await pool.query<{ now: Date }>('select now()')).rows[0]?.now;
  for (let webhook = 1; webhook <= webhooks; webhook += 1) {
    await send(ingress, victim, secret, 1_000_000 + webhook);
    await sleep(50);
  }
  const open = `select from tasks where name = 'process-webhook' and state = 'pending' and system_connection_id = $1`;
  await until(async () => (await pool.query(open, [victim.id])).rowCount === 0);
  return { exportSeconds: median(exports), effectP99: (await delaysOf(pool, victim.id, since)).p99 };
}

async function send(ingress: AppProcess, shop: BenchShop, secret: string, order: number): Promise<void> {
  const { path, body, headers } = signedWebhook(shop, secret, order);
  const response = await fetch(`${ingress.url}${path}`, { method: 'POST', body, headers });
  if (!response.ok) throw new Error(`A webhook was responded to with ${response.status}: ${await response.text()}`);
}

/** Tenants whose shops are slow, whose first syncs are queued, and one of which has a flood of webhooks waiting. */
class Attack {
  private constructor(
    private readonly pool: Pool,
    private readonly servers: readonly Server[],
    private readonly shops: readonly BenchShop[],
  ) {}

  /** Resolves when the slow shops hold every place and their probes soon return, the worst moment for others. */
  static async begin({ pool, service, ingress }: Scene, count: number, tenants: number): Promise<Attack> {
    const servers = await Promise.all(Array.from({ length: count }, startSlowShop));
    const baseUrls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const shops = await insertShops(pool, count, { tenants, areNew: tenants > 1, baseUrls, credentials });
    const attack = new Attack(pool, servers, shops);
    for (const shop of shops) await requestSync(service, shop);
    for (let order = 0; order < flood; order += 50) {
      const orderNumbers = Array.from({ length: 50 }, (_, index) => order + index);
      await Promise.all(orderNumbers.map((number) => send(ingress, shops[0] as BenchShop, credentials.webhook_secret, number)));
    }
    await sleep(15_000);
    await attack.untilProbesReturn();
    return attack;
  }

  async end(): Promise<void> {
    const ids = this.shops.map(({ id }) => id);
    await this.pool.query('delete from tasks where system_connection_id = any($1)', [ids]);
    await this.pool.query('delete from system_connections where id = any($1)', [ids]);
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  /** Throws unless slow shops are being asked. */
  private async untilProbesReturn(): Promise<void> {
    const { rows } = await this.pool.query<{ ms: number | null }>(
      `select extract(epoch from min(started_at) - now())::float8 * 1000 + $2 as ms from sync_runs
       where status = 'running' and pages_total is null and system_connection_id = any($1)`,
      [this.shops.map(({ id }) => id), slowPageMs],
    );
    const ms = rows[0]?.ms ?? null;
    if (ms === null) throw new Error('The slow shops are not exported, so they take no place');
    await sleep(Math.max(0, ms - beforeProbesMs));
  }
}

/** Every page of every list comes late, and there are always more. A port of its own is a host of its own. */
async function startSlowShop(): Promise<Server> {
  const server = createServer((_request, response) => {
    const timer = setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-wp-totalpages': '1000', 'x-wp-total': '50000' });
      response.end('[]');
    }, slowPageMs);
    response.on('close', () => clearTimeout(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.unref();
}
