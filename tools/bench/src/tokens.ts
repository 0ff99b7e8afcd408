import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashToken } from '@sync/identity';
import type { AppProcess } from '@sync/test-harness';
import autocannon from 'autocannon';
import { v7 as uuidv7 } from 'uuid';
import { benchPool } from './bench-pool';
import { compared, takingTurns, type BenchRow } from './measure';
import { clockOf, ProcessorMeter, type ProcessorClock } from './processor-time';
import { environmentOf, startApp, startScript } from './services';

const section = 'Token-authenticated status route, 32 connections, 10,000 tokens';
const app = 'dist/apps/connection-api';

interface Access {
  token: string;
  connectionId: string;
}

/** last_used_at written on every request, against the same app with a guard that only looks the token up. */
export async function measureTokens(databaseUrl: string, postgres: ProcessorClock, turns: number): Promise<BenchRow[]> {
  const accesses = await insertTokens(databaseUrl, 10_000);
  const writing = await startApp('connection-api', databaseUrl);
  const looking = await startScript(lookUpOnly(), 'CONNECTION_API_PORT', environmentOf(databaseUrl));
  const latencies = { writing: [] as number[], looking: [] as number[] };
  const meters = {
    writing: new ProcessorMeter('request', { api: clockOf(writing), Postgres: postgres }),
    looking: new ProcessorMeter('request', { api: clockOf(looking), Postgres: postgres }),
  };
  const load = (api: AppProcess, p99s: number[]) => async () => {
    const meter = meters[api === writing ? 'writing' : 'looking'];
    const { requests, latency, non2xx } = await meter.around(
      'request',
      ({ requests: { total } }) => total,
      () => fire(api, accesses),
    );
    if (non2xx > 0) throw new Error(`${non2xx} requests were refused`);
    p99s.push(latency.p99);
    return requests.average;
  };
  try {
    const rate = await takingTurns(turns, {
      'last_used_at on every request': load(writing, latencies.writing),
      'look-up alone': load(looking, latencies.looking),
    });
    const what = 'last_used_at written on every request';
    const against = 'look-up alone';
    return [
      compared({
        section,
        what,
        value: rate['last_used_at on every request'],
        unit: 'requests/s',
        against,
        limit: rate['look-up alone'],
        goal: '>= 0.8',
        processor: meters.writing.costOf('request'),
        limitProcessor: meters.looking.costOf('request'),
      }),
      compared({
        section,
        what,
        value: middle(latencies.writing),
        unit: 'ms p99',
        against,
        limit: middle(latencies.looking),
        goal: '<= 1.5',
      }),
    ];
  } finally {
    await writing.stop();
    await looking.stop();
  }
}

function middle(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function fire(api: AppProcess, accesses: Access[]): Promise<autocannon.Result> {
  let turn = 0;
  const next = (request: autocannon.Request): autocannon.Request => {
    turn = (turn + 7919) % accesses.length;
    const { token, connectionId } = accesses[turn] as Access;
    return { ...request, path: `/api/widget/connections/${connectionId}/status`, headers: { authorization: `Bearer ${token}` } };
  };
  return autocannon({ url: api.url, connections: 32, duration: 5, requests: [{ method: 'GET', setupRequest: next }] });
}

async function insertTokens(databaseUrl: string, count: number): Promise<Access[]> {
  const accesses = Array.from({ length: count }, (_, index) => ({
    token: `sca_${String(index).padStart(43, '0')}`,
    connectionId: uuidv7(),
  }));
  const pool = benchPool(databaseUrl, 1);
  try {
    await pool.query(`insert into system_connections (id, name, status) select id, 'Bench', 'active' from unnest($1::uuid[]) id`, [
      accesses.map(({ connectionId }) => connectionId),
    ]);
    await pool.query(
      `insert into access_tokens (id, system_connection_id, token_hash, name)
       select * , 'plugin-widget' from unnest($1::uuid[], $2::uuid[], $3::bytea[])`,
      [accesses.map(() => uuidv7()), accesses.map(({ connectionId }) => connectionId), accesses.map(({ token }) => hashToken(token))],
    );
    await pool.query('vacuum analyze access_tokens, system_connections');
    return accesses;
  } finally {
    await pool.end();
  }
}

const writes = /(async function recordTokenUse\([^)]*\) \{)[\s\S]*?\n\}/;

/** A copy of the built app that does not write last_used_at, so that no switch for it ships. */
function lookUpOnly(): string {
  const source = readFileSync(join(app, 'main.mjs'), 'utf8');
  const copy = source.replace(writes, '$1\n}');
  if (copy === source) throw new Error('The function that writes last_used_at was not found in the built app');
  const script = join(app, 'look-up-only.mjs');
  writeFileSync(script, copy);
  return script;
}
