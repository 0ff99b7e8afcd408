import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '@sync/administration';
import { createDataSource, type Role } from '@sync/identity';
import { platforms } from '@sync/platforms';
import { placedAt, type AppProcess } from '@sync/test-harness';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { sayProgress } from './bench-progress';
import { secondsOf, type BenchRow } from './measure';
import { clockOf, ProcessorMeter, type ProcessorClock } from './processor-time';
import { startApp } from './services';

const panels = 50;
/** Of apps/admin-panel/src/connections/polling.ts. */
const everyMs = 2_000;
const rounds = 20;
/** The page of runs that the panel reads. */
const runs = 50;
const pageTickMs = 500;
const section = `${panels} open panels that watch a running sync, each asks twice in 2 s`;

/** What the panels cost admin-api and Postgres while they poll. Half of their users are support users, whose reach is part of each query. */
export async function measurePanel(databaseUrl: string, postgres: ProcessorClock): Promise<BenchRow[]> {
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  const api = await startApp('admin-api', databaseUrl);
  try {
    const watched = await fill(dataSource);
    const tokens = await signIn(dataSource, api, watched.tenantId);
    const meter = new ProcessorMeter('request', { 'admin-api': clockOf(api), Postgres: postgres });
    const isOver = new AbortController();
    const progress = tick(dataSource, watched.runId, isOver.signal);
    // The first round fills the caches.
    await poll(api, tokens, watched.connectionId, 1);
    const polled = await meter.around('polls', 2 * panels * rounds, () => poll(api, tokens, watched.connectionId, rounds));
    isOver.abort();
    await progress;
    const milliseconds = polled.flatMap((panel) => panel.milliseconds);
    const perSecond = polled.reduce((sum, panel) => sum + panel.milliseconds.length / panel.seconds, 0);
    return [
      { section, what: 'requests', value: perSecond, unit: 'requests/s', processor: meter.costOf('polls') },
      { section, what: 'response', value: percentile(milliseconds, 0.5), unit: 'ms p50' },
      { section, what: 'response', value: percentile(milliseconds, 0.99), unit: 'ms p99' },
    ];
  } finally {
    await api.stop();
    await dataSource.destroy();
  }
}

interface Watched {
  tenantId: string;
  connectionId: string;
  runId: string;
}

/** A shop with as many finished runs as a page shows, and one that runs. */
async function fill(dataSource: DataSource): Promise<Watched> {
  const [tenantId, connectionId] = [uuidv7(), uuidv7()];
  await dataSource.query(`insert into tenants (id, name) values ($1, 'Bench')`, [tenantId]);
  await dataSource.query(
    `insert into system_connections (id, tenant_id, system_id, name, status, base_url) values ($1, $2, $3, 'Bench', 'active', 'https://shop.example')`,
    [connectionId, tenantId, platforms.commerceA.systemId],
  );
  const ids = Array.from({ length: runs }, () => uuidv7());
  await dataSource.query(
    `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, pages_done, started_at, finished_at, tenant_id, system_id)
     select id, $2, 'orders', 'delta', 'succeeded', 12, 12, now() - interval '1 minute', now(), ${placedAt('$2')} from unnest($1::uuid[]) as given (id)`,
    [ids, connectionId],
  );
  const runId = uuidv7();
  await dataSource.query(
    `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, started_at, tenant_id, system_id)
     values ($1, $2, 'orders', 'full', 'running', 1000, now(), ${placedAt('$2')})`,
    [runId, connectionId],
  );
  return { tenantId, connectionId, runId };
}

async function signIn(dataSource: DataSource, api: AppProcess, tenantId: string): Promise<string[]> {
  const access = { accessibleTenantIds: [tenantId], supportedSystemIds: [platforms.commerceA.systemId] };
  const tokens: string[] = [];
  for (let panel = 0; panel < panels; panel += 1) {
    const role: Role = panel % 2 === 0 ? 'support' : 'super_admin';
    const values = { login: `bench-${panel}`, name: 'Bench', role, ...access };
    const { user, password } = await createUser(dataSource, { actor: 'operator' }, values);
    await dataSource.query('update users set must_change_password = false where id = $1', [user.id]);
    const body = JSON.stringify({ login: user.login, password: password.reveal(), kind: 'bearer' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${api.url}/api/admin/sessions`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`Signing in responded ${response.status}`);
    tokens.push(((await response.json()) as { token: string }).token);
  }
  sayProgress(`  ${panels} users signed in`);
  return tokens;
}

/** The pages of the run, as a worker counts them. */
async function tick(dataSource: DataSource, runId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await dataSource.query('update sync_runs set pages_done = pages_done + 1, records_fetched = records_fetched + 50 where id = $1', [
      runId,
    ]);
    await sleep(pageTickMs);
  }
}

interface Polled {
  /** Of each response. */
  milliseconds: number[];
  seconds: number;
}

/** Each panel asks for the connection and its runs at once, every two seconds, from a moment of its own on. */
function poll(api: AppProcess, tokens: readonly string[], connectionId: string, count: number): Promise<Polled[]> {
  const paths = [`connections/${connectionId}`, `sync-runs?connection_id=${connectionId}&limit=${runs}`];
  const panel = async (token: string, place: number): Promise<Polled> => {
    const milliseconds: number[] = [];
    await sleep((place * everyMs) / tokens.length);
    const seconds = await secondsOf(async () => {
      for (let round = 0; round < count; round += 1) {
        const responses = Promise.all(paths.map((path) => millisecondsOf(api, path, token)));
        const [times] = await Promise.all([responses, sleep(everyMs)]);
        milliseconds.push(...times);
      }
    });
    return { milliseconds, seconds };
  };
  return Promise.all(tokens.map(panel));
}

async function millisecondsOf(api: AppProcess, path: string, token: string): Promise<number> {
  const seconds = await secondsOf(async () => {
    const response = await fetch(`${api.url}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path} responded ${response.status}`);
    await response.text();
  });
  return seconds * 1_000;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
