import type { AppProcess } from '@sync/test-harness';
import autocannon from 'autocannon';
import { sayProgress } from '../bench-progress';
import { compared, median, type BenchRow, type ProcessorCost } from '../measure';
import { clockOf, ProcessorMeter, type ProcessorClock } from '../processor-time';
import { environmentOf, startApp, startScript } from '../services';
import { insertCallers, type RequestCaller } from './request-callers';

const section = 'Requests with a token against a bare server of Fastify and pg that looks up the same, 10,000 callers';
const callers = 10_000;
const connections = { usual: 16, many: 32 } as const;
const seconds = { warm: 1, measured: 5 } as const;

type Path = (caller: RequestCaller) => string;

/** What a request is compared with. A feed with nothing new has no list and no row to give: it is compared with the status. */
const routes: Readonly<Record<string, { service: Path; bare: Path }>> = {
  'status of a connection': {
    service: ({ shopId }) => `/api/widget/connections/${shopId}/status`,
    bare: ({ shopId }) => `/status/${shopId}`,
  },
  'list of connections': { service: () => '/api/system-connections', bare: () => '/list' },
  'feed with nothing new': { service: () => '/api/records/orders', bare: ({ shopId }) => `/status/${shopId}` },
};

interface Fired {
  perSecond: number;
  p99: number;
}

interface Server {
  process: AppProcess;
  meter: ProcessorMeter;
}

/** Processor time of one request to connection-api as deployed, against the same of a bare server, in turns. */
export async function measureRequests(databaseUrl: string, postgres: ProcessorClock, turns: number): Promise<BenchRow[]> {
  const fired = await insertCallers(databaseUrl, callers);
  const started: AppProcess[] = [];
  const serverOf = async (launched: Promise<AppProcess>): Promise<Server> => {
    const process = await launched;
    started.push(process);
    return { process, meter: new ProcessorMeter('request', { server: clockOf(process), Postgres: postgres }) };
  };
  try {
    const service = await serverOf(startApp('connection-api', databaseUrl));
    const bare = await serverOf(startScript('dist/tools/bench/bare-server.mjs', 'BARE_SERVER_PORT', environmentOf(databaseUrl)));
    const rows: BenchRow[] = [];
    for (const [what, paths] of Object.entries(routes)) {
      const rates = await inTurns(turns, what, paths, { service, bare }, fired, connections.usual);
      rows.push(...costRows(what, service.meter.costOf(what), bare.meter.costOf(what)));
      rows.push(ratio(what, 'requests/s', rates, ({ perSecond }) => perSecond, '>= 0.35'));
    }
    const [what, paths] = Object.entries(routes)[0] as [string, { service: Path; bare: Path }];
    const late = await inTurns(turns, `${what}, ${connections.many} connections`, paths, { service, bare }, fired, connections.many);
    rows.push(ratio(`${what}, ${connections.many} connections`, 'ms p99', late, ({ p99 }) => p99, '<= 3'));
    return rows;
  } finally {
    for (const process of started) await process.stop();
  }
}

interface Pair<T> {
  service: T;
  bare: T;
}

async function inTurns(
  turns: number,
  what: string,
  paths: Pair<Path>,
  servers: Pair<Server>,
  from: RequestCaller[],
  connectionCount: number,
): Promise<Pair<Fired[]>> {
  const outcome: Pair<Fired[]> = { service: [], bare: [] };
  for (let turn = 1; turn <= turns; turn += 1)
    for (const name of ['service', 'bare'] as const) {
      // Opens connections and plans statements.
      await fire(servers[name], 'warm', paths[name], from, connectionCount);
      const result = await fire(servers[name], what, paths[name], from, connectionCount);
      outcome[name].push(result);
      sayProgress(`  turn ${turn}/${turns}  ${what}, ${name}: ${Math.round(result.perSecond)} requests/s`);
    }
  return outcome;
}

function ratio(what: string, unit: string, fired: Pair<Fired[]>, figure: (fired: Fired) => number, goal: string): BenchRow {
  const [value, limit] = [median(fired.service.map(figure)), median(fired.bare.map(figure))];
  return compared({ section, what, value, unit, against: 'bare server', limit, goal });
}

/** Of the server and of Postgres, each against that of the bare server. */
function costRows(what: string, cost: ProcessorCost | undefined, bareCost: ProcessorCost | undefined): BenchRow[] {
  const goals = { server: '<= 2.5', Postgres: '<= 1.5' } as const;
  return (['server', 'Postgres'] as const).flatMap((process) => {
    const [value, limit] = [cost?.microseconds[process], bareCost?.microseconds[process]];
    if (value === undefined || limit === undefined) return [];
    const unit = 'µs of processor time';
    return [compared({ section, what: `${what}: ${process}`, value, unit, against: 'bare server', limit, goal: goals[process] })];
  });
}

async function fire({ process, meter }: Server, what: string, path: Path, from: RequestCaller[], connectionCount: number): Promise<Fired> {
  const duration = what === 'warm' ? seconds.warm : seconds.measured;
  let turn = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    turn = (turn + 7919) % from.length;
    const caller = from[turn] as RequestCaller;
    return { ...request, path: path(caller), headers: { authorization: `Bearer ${caller.token}` } };
  };
  const { requests, latency, non2xx, errors } = await meter.around(
    what,
    (result: autocannon.Result) => result.requests.total,
    () => autocannon({ url: process.url, connections: connectionCount, duration, requests: [{ method: 'GET', setupRequest }] }),
  );
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${what} failed`);
  return { perSecond: requests.average, p99: latency.p99 };
}
