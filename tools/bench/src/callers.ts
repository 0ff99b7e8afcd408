import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until, type AppProcess } from '@sync/test-harness';
import type { OrderData } from '@sync/records';
import type { Pool } from 'pg';
import { sayProgress } from './bench-progress';
import { insertShops, type BenchShop } from './bench-shops';
import { sampleRecords, type SampleRecords } from './demo-shop-program';
import { compared, type BenchRow, type Setting } from './measure';
import { withPool, withService, type Service } from './services';
import { storeOrders, storeTargets } from './store-records';

const section = 'What callers wait for';
const changes = 150;
const endpoints = 500;
const hanging = 100;
const rounds = 4;
const readers = 2_000;
/** Shops of one tenant, with the given number of orders each. */
const shopsOfReader = 5;

/** From the commit of a change to the call of an endpoint, also beside endpoints that hang, and to requests that wait; memory; erasure. */
export async function measureCallers({ url, orders }: Setting): Promise<BenchRow[]> {
  const sample = await sampleRecords(orders);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await withPool(url, 4, (pool) =>
      withService(url, async (service) => [
        ...(await oneEndpoint(pool, service, server, sample)),
        ...(await manyEndpoints(pool, service, server, sample)),
        ...(await waitingReaders(pool, service, sample)),
        ...(await manyRecords(pool, service, sample)),
      ]),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** One change after another: each hint is delivered before the next change. */
async function oneEndpoint(pool: Pool, service: Service, server: Server, { orders }: SampleRecords): Promise<BenchRow[]> {
  const [shop] = (await insertShops(pool, 1)) as [BenchShop];
  const heard = new Calls(server);
  await createEndpoint(service, shop, heard.urlOf('alone'));
  const delays: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const before = heard.count('alone');
    const committed = await changeOne(pool, shop, orders, change);
    await until(() => heard.count('alone') > before);
    delays.push(heard.last('alone') - committed);
  }
  heard.end();
  return [
    { section, what: 'from commit to webhook', value: quantile(delays, 0.5), unit: 'ms p50', goal: '<= 100' },
    { section, what: 'from commit to webhook', value: quantile(delays, 0.99), unit: 'ms p99', goal: '<= 500' },
  ];
}

/** Every tenant has one endpoint, and one change a round. */
async function manyEndpoints(pool: Pool, service: Service, server: Server, { orders }: SampleRecords): Promise<BenchRow[]> {
  const shops = await insertShops(pool, endpoints);
  const heard = new Calls(server);
  for (const shop of shops) await createEndpoint(service, shop, heard.urlOf(shop.id));
  const good = shops.slice(hanging);
  const p99Of = async (): Promise<number> => {
    const delays: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = new Map(good.map(({ id }) => [id, heard.count(id)]));
      const committed = new Map<string, number>();
      const left = [...shops];
      const write = async (): Promise<void> => {
        for (let shop = left.pop(); shop; shop = left.pop()) committed.set(shop.id, await changeOne(pool, shop, orders, round + heard.all));
      };
      await Promise.all([write(), write()]);
      await until(() => good.every(({ id }) => heard.count(id) > (before.get(id) ?? 0)), 60_000);
      delays.push(...good.map(({ id }) => heard.last(id) - (committed.get(id) ?? NaN)));
    }
    return quantile(delays, 0.99);
  };
  const none = await p99Of();
  heard.hang(shops.slice(0, hanging).map(({ id }) => id));
  const some = await p99Of();
  heard.end();
  await pool.query('delete from webhook_endpoints');
  sayProgress(`  ${endpoints} endpoints: p99 ${Math.round(none)} ms, ${Math.round(some)} ms while ${hanging} hang`);
  const what = `p99 of ${endpoints - hanging} endpoints beside ${hanging} that hang`;
  return [compared({ section, what, value: some, unit: 'ms', against: 'none hangs', limit: none, goal: '<= 2' })];
}

/** Readers of one token in one process of the API, all told of one change. */
async function waitingReaders(pool: Pool, { api }: Service, { orders }: SampleRecords): Promise<BenchRow[]> {
  const [shop] = (await insertShops(pool, 1)) as [BenchShop];
  await changeOne(pool, shop, orders, 0);
  const headers = { authorization: `Bearer ${shop.token}` };
  const get = async (cursor: string, wait: number): Promise<{ data: unknown[]; next_cursor: string; at: number }> => {
    const response = await fetch(`${api.url}/api/records/orders?wait=${wait}${cursor && `&cursor=${cursor}`}`, { headers });
    const at = performance.now();
    if (!response.ok) throw new Error(`A waiting request was responded to with ${response.status}: ${await response.text()}`);
    return { ...((await response.json()) as { data: unknown[]; next_cursor: string }), at };
  };
  const start = await get('', 0);
  const waiting = Array.from({ length: readers }, () => get(start.next_cursor, 30));
  await isQuiet(pool);
  const committed = await changeOne(pool, shop, orders, 1);
  const heard = await Promise.all(waiting);
  const delays = heard.filter(({ data }) => data.length > 0).map(({ at }) => at - committed);
  const what = `from commit to ${delays.length} waiting requests, this client's work included`;
  return [{ section, what, value: quantile(delays, 0.99), unit: 'ms p99', goal: '<= 250' }];
}

/** All orders of a tenant in one response, then the erasure of a person among them. */
async function manyRecords(pool: Pool, { api }: Service, sample: SampleRecords): Promise<BenchRow[]> {
  const shops = await insertShops(pool, shopsOfReader, { tenants: 1 });
  for (const { id } of shops) {
    await storeTargets(pool, id, sample);
    await storeOrders(pool, id, sample.orders, { size: 500, firstExport: true });
  }
  const [{ token }] = shops as [BenchShop];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const read = async (): Promise<{ lines: number; most: number }> => {
    const response = await fetch(`${api.url}/api/records/orders`, { headers: { ...headers, accept: 'application/x-ndjson' } });
    let [lines, most] = [0, 0];
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      most = Math.max(most, residentMiB(api));
    }
    return { lines, most };
  };
  const before = residentMiB(api);
  const { lines, most } = await read();
  const email = sample.orders.map(({ addressBilling }) => addressBilling?.email).find((address) => address) as string;
  const began = performance.now();
  const asked = await fetch(`${api.url}/api/privacy/erasures`, { method: 'POST', headers, body: JSON.stringify({ email }) });
  const { id } = (await asked.json()) as { id: string };
  await until(async () => {
    const response = await fetch(`${api.url}/api/privacy/erasures/${id}`, { headers });
    return ((await response.json()) as { status: string }).status === 'done';
  }, 600_000);
  return [
    { section, what: `resident memory for ${lines} orders in one response, added`, value: most - before, unit: 'MiB', goal: '<= 64' },
    { section, what: `erasure of a person among ${lines} orders`, value: (performance.now() - began) / 1_000, unit: 's', goal: '<= 60' },
  ];
}

/** Commits a change of one order. Returns when. */
async function changeOne(pool: Pool, { id }: BenchShop, [order]: readonly OrderData[], round: number): Promise<number> {
  await storeOrders(pool, id, [{ ...(order as OrderData), status: `changed ${round} ${Math.random()}` }], {
    size: 1,
    inHand: 1,
    firstExport: false,
  });
  return performance.now();
}

async function createEndpoint({ api }: Service, { token }: BenchShop, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url, events: ['records.changed'] });
  const response = await fetch(`${api.url}/api/webhook-endpoints`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The endpoint was refused with ${response.status}: ${await response.text()}`);
}

/** Until the API has begun no statement for a second. */
async function isQuiet(pool: Pool): Promise<void> {
  let [last, looks] = [0, 0];
  await until(async () => {
    const { rows } = await pool.query<{ at: Date | null }>(
      `select max(query_start) as at from pg_stat_activity where application_name like 'connection-api%' and datname = current_database()`,
    );
    const at = rows[0]?.at?.getTime() ?? 0;
    looks = at === last ? looks + 1 : 0;
    last = at;
    return looks === 20;
  }, 25_000);
}

function residentMiB({ child }: AppProcess): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1_024;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Calls of endpoints that one server takes, by the last part of their address. */
class Calls {
  private readonly times = new Map<string, number[]>();
  private readonly silent = new Set<string>();
  private readonly onRequest: RequestListener;
  all = 0;

  constructor(private readonly server: Server) {
    this.onRequest = (request, response) => {
      const name = (request.url ?? '').slice(1);
      request.resume();
      if (this.silent.has(name)) return;
      this.all += 1;
      this.times.set(name, [...(this.times.get(name) ?? []), performance.now()]);
      response.writeHead(204).end();
    };
    server.on('request', this.onRequest);
  }

  urlOf(name: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${name}`;
  }

  count(name: string): number {
    return this.times.get(name)?.length ?? 0;
  }

  last(name: string): number {
    return this.times.get(name)?.at(-1) ?? NaN;
  }

  /** From now on these take calls and say nothing. */
  hang(names: readonly string[]): void {
    for (const name of names) this.silent.add(name);
  }

  end(): void {
    this.server.off('request', this.onRequest);
  }
}
