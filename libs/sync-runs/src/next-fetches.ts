import type { SqlRunner } from '@sync/postgres';
import type { Enqueue } from '@sync/durable-work';
import { systemCapabilities } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { isOverdue } from './continue-overdue-run';
import { tryLockSyncs } from './lock-syncs';
import { shareOut } from './plan-ranges';
import { sharePlaces, type Claimant } from './shop-budget/share-places';
import { lockShopHost, type ShopHost } from './shop-budget/shop-hosts';
import { isPaused } from './waiting-runs';

/**
 * Requests in flight to a host: a running fetch or probe makes one at a time. A fetch that waits because the shop asked it to keeps its
 * place, since the shop wants no other request instead. One that waits because the shop failed it gives its place to others meanwhile.
 */
const probesOfHost = `
  select count(*) filter (where run.status = 'running' and run.pages_total is null and not ${isPaused('run')})::int as running,
    count(*) filter (where run.status = 'queued')::int as queued
  from system_connections connection
    join sync_runs run on run.system_connection_id = connection.id and run.status in ('queued', 'running')
  where connection.shop_host = $1`;

/** The connections of a host whose runs have pages to fetch, or are fetching some. First the one whose last fetch began the longest ago. */
const claimantsOfHost = `
  select connection.id as "connectionId", coalesce(connection.tenant_id, connection.id) as tenant,
    count(distinct range.task_id) filter (where range.status = 'running')::int as running,
    count(*) filter (where range.status = 'pending')::int as pending, coalesce(max(run.page_milliseconds), 0)::int as "pageMs"
  from system_connections connection
    join sync_run_ranges range on range.system_connection_id = connection.id and range.status <> 'done'
    join sync_runs run on run.id = range.sync_run_id and run.status = 'running' and not ${isPaused('run')}
  where connection.shop_host = $1
  group by connection.id
  order by max(coalesce(run.fetch_began_at, run.started_at, run.created_at)), connection.id`;

/**
 * An overdue run gets no further fetch while one is in flight: the last of them to end hands the rest over to the next run. Leaves out a
 * range that a running fetch is just claiming as its next one, which it does without the lock of the connection's syncs.
 */
const pendingRanges = `
  select range.id, range.sync_run_id as "syncRunId"
  from sync_run_ranges range join sync_runs run on run.id = range.sync_run_id
  where range.system_connection_id = $1 and range.status = 'pending' and run.status = 'running' and not ${isPaused('run')}
    and not (${isOverdue('run', '$4')} and exists (
      select from sync_run_ranges busy where busy.sync_run_id = run.id and busy.status = 'running'))
  order by array_position($2::text[], range.capability), range.first_page
  limit $3
  for no key update of range skip locked`;

const claimRanges = `update sync_run_ranges set status = 'running', task_id = $2, updated_at = now() where id = any($1)`;

interface HostClaimant extends Omit<Claimant, 'wanted'> {
  pending: number;
  /** How long the shop took for a page of the connection lately. */
  pageMs: number;
}

/** A fetch begins: counts the time that its run had pages to fetch and no place to fetch them. */
const noteBeginnings = `
  update sync_runs run set fetch_began_at = now(), waiting_ms = waiting_ms +
    case when fetches.are_idle and run.waiting_since is null then extract(epoch from now() - fetches.ended_at) * 1000 else 0 end
  from (
    select sync_run_id, max(updated_at) as ended_at, bool_and(status <> 'running') as are_idle
    from sync_run_ranges where sync_run_id = any($1) group by sync_run_id
  ) fetches
  where run.id = fetches.sync_run_id`;

/** More requests at once rarely make a shop faster that takes this long for a page. */
const slowPageMs = 10_000;

interface NextFetches {
  connectionId: string;
  /** The ceiling of requests in flight to one host. */
  maxRequests: number;
  /** Of one run. */
  maxRunHours: number;
  requestId?: string;
}

export async function hasRoomForProbe(manager: EntityManager, connectionId: string, maxRequests: number): Promise<boolean> {
  const host = await lockShopHost(manager, connectionId, maxRequests);
  if (!host) return false;
  const [claimants, probes] = [await readClaimants(manager, host), await readProbes(manager, host)];
  return fetchesOf(claimants) + probes.running < host.maxInFlight;
}

/**
 * Enqueues fetches of pending ranges, as far as the budget of the shop's host allows, and leaves room for queued probes. Connections that
 * share the host get their share as well, so that the end of one's fetch starts another's. The caller holds the lock of the connection's syncs;
 * a connection whose syncs are locked by another starts its own fetches, because that caller takes the lock of the host after this one.
 */
export async function startNextFetches(manager: EntityManager, enqueue: Enqueue, next: NextFetches): Promise<void> {
  const host = await lockShopHost(manager, next.connectionId, next.maxRequests);
  if (!host) return;
  const [claimants, probes] = [await readClaimants(manager, host), await readProbes(manager, host)];
  const reserved = Math.min(probes.queued, Math.ceil(host.maxInFlight / 2));
  const free = host.maxInFlight - fetchesOf(claimants) - probes.running - reserved;
  const waiting = claimants.map((claimant) => ({ ...claimant, wanted: wantedBy(claimant) }));
  for (const [connectionId, places] of sharePlaces(waiting, free)) {
    const isOwn = connectionId === next.connectionId;
    if (isOwn || (await tryLockSyncs(manager, [connectionId])).length > 0)
      await startFetches(manager, enqueue, { ...next, connectionId, requestId: isOwn ? next.requestId : undefined }, places);
  }
}

/** A slow shop gets one fetch at a time. */
function wantedBy({ pending, pageMs, running }: HostClaimant): number {
  return pageMs < slowPageMs ? pending : Math.min(pending, Math.max(0, 1 - running));
}

async function startFetches(manager: EntityManager, enqueue: Enqueue, next: NextFetches, places: number): Promise<void> {
  const { connectionId: systemConnectionId, maxRunHours, requestId } = next;
  const parameters = [systemConnectionId, [...systemCapabilities], 2 * places, maxRunHours];
  const pending = await manager.query<{ id: string; syncRunId: string }[]>(pendingRanges, parameters);
  await manager.query(noteBeginnings, [[...new Set(pending.map(({ syncRunId }) => syncRunId))]]);
  for (const share of shareOut(pending, places)) {
    const [{ syncRunId }] = share;
    const taskId = await enqueue('fetch-page-ranges', { syncRunId }, { systemConnectionId, requestId });
    await manager.query(claimRanges, [share.map(({ id }) => id), taskId]);
  }
}

/** While a fetch is in flight to a host, its end starts the next ones. */
const forgottenConnections = `
  select distinct connection.id
  from sync_runs run join system_connections connection on connection.id = run.system_connection_id
  where run.status = 'running' and not ${isPaused('run')}
    and exists (
      select from sync_run_ranges range
      where range.sync_run_id = run.id and range.status = 'pending' and range.updated_at < now() - interval '10 seconds')
    and not exists (
      select from system_connections neighbour
        join sync_run_ranges busy on busy.system_connection_id = neighbour.id and busy.status = 'running'
        join sync_runs its_run on its_run.id = busy.sync_run_id and not ${isPaused('its_run')}
      where neighbour.shop_host = connection.shop_host)`;

/** Connections with pending ranges that nothing will start: for a while, no fetch has been in flight to their shop's host. */
export async function findForgottenConnections(sql: SqlRunner): Promise<string[]> {
  const rows = await sql.query<{ id: string }[]>(forgottenConnections);
  return rows.map(({ id }) => id);
}

function readClaimants(manager: EntityManager, { host }: ShopHost): Promise<HostClaimant[]> {
  return manager.query<HostClaimant[]>(claimantsOfHost, [host]);
}

async function readProbes(manager: EntityManager, { host }: ShopHost): Promise<{ running: number; queued: number }> {
  const [probes = { running: 0, queued: 0 }] = await manager.query<{ running: number; queued: number }[]>(probesOfHost, [host]);
  return probes;
}

function fetchesOf(claimants: readonly HostClaimant[]): number {
  return claimants.reduce((sum, { running }) => sum + running, 0);
}
