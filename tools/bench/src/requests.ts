import type autocannon from 'autocannon';
import type { Pool } from 'pg';
import type { AppProcess } from '@sync/test-harness';
import { insertShops, type BenchShop } from './bench-shops';
import { loadCase } from './load';
import { compared, comparedRates, median, takeTurns, type BenchRow, type Setting } from './measure';
import { clockOf } from './processor-time';
import { startApp, startBareServer, withPool } from './services';

const section = 'Requests with a token against a bare server of Fastify and pg that looks up the same, 10,000 callers';
const callers = 10_000;
const connections = 16;

type PathOf = (shop: BenchShop) => string;

interface Route {
  service: PathOf;
  bare: PathOf;
}

const status: Route = { service: ({ id }) => `/api/widget/connections/${id}/status`, bare: ({ id }) => `/status/${id}` };

/** A feed with nothing new has no list and no row to give: it is compared with the status. */
const routes: Readonly<Record<string, Route>> = {
  'status of a connection': status,
  'list of connections': { service: () => '/api/system-connections', bare: () => '/list' },
  'feed with nothing new': { service: () => '/api/records/orders', bare: status.bare },
};

/** Processor time of one request to connection-api as deployed, against the same of a bare server, in turns. */
export async function measureRequests({ url, postgres, turns }: Setting): Promise<BenchRow[]> {
  const shops = await withPool(url, 1, insertCallers);
  const [service, bare] = [await startApp('connection-api', url), await startBareServer(url)];
  const measureRoute = async ([what, route]: [string, Route]): Promise<BenchRow[]> => {
    const latencies = { service: [] as number[], bare: [] as number[] };
    const caseOf = (name: keyof Route, server: AppProcess) => {
      const load = { method: 'GET', request: requestOf(shops, route[name]), connections, seconds: 5 } as const;
      const onResult = ({ latency }: autocannon.Result) => latencies[name].push(latency.p99);
      return loadCase(server, load, { server: clockOf(server), Postgres: postgres.clock }, onResult);
    };
    const taken = await takeTurns('request', { service: caseOf('service', service), bare: caseOf('bare', bare) }, turns);
    const against = { section, against: 'bare server' };
    const cost = (process: 'server' | 'Postgres', goal: string): BenchRow => {
      const [value = NaN, limit = NaN] = [taken.service, taken.bare].map((of) => of.cost.microseconds[process] ?? NaN);
      return compared({ ...against, what: `${what}: ${process}`, value, limit, unit: 'µs of processor time', goal });
    };
    const [value, limit] = [median(latencies.service), median(latencies.bare)];
    return [
      cost('server', '<= 2.5'),
      cost('Postgres', '<= 1.5'),
      comparedRates({ section, what, unit: 'requests/s' }, taken.service, 'bare server', taken.bare, '>= 0.35'),
      compared({ ...against, what, value, limit, unit: 'ms p99', goal: '<= 3' }),
    ];
  };
  try {
    const rows: BenchRow[] = [];
    for (const route of Object.entries(routes)) rows.push(...(await measureRoute(route)));
    return rows.filter(({ value }) => !Number.isNaN(value));
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
  }
}

/** Another caller each time. */
const requestOf = (shops: readonly BenchShop[], path: PathOf) => (number: number) => {
  const shop = shops[(number * 7_919) % shops.length] as BenchShop;
  return { path: path(shop), headers: { authorization: `Bearer ${shop.token}` } };
};

const insertRuns = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, finished_at, tenant_id)
  select gen_random_uuid(), id, capability, 'delta', 'succeeded', now(), tenant_id
  from shops, unnest('{customers,orders,products}'::text[]) capability`;

/** Each with a shop that has had a sync of each kind. */
async function insertCallers(pool: Pool): Promise<BenchShop[]> {
  const shops = await insertShops(pool, callers);
  await pool.query(insertRuns);
  await pool.query('vacuum analyze');
  return shops;
}
