import type { SqlRunner } from '@sync/postgres';
import type { Enqueue } from '@sync/durable-work';
import { systemCapabilities } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { isOverdue } from './continue-overdue-run';
import { shareOut } from './plan-ranges';

/**
 * Requests in flight: a running fetch or probe makes one at a time. A fetch that waits because the shop asked it to keeps its
 * slot, since the shop wants no other request instead.
 */
const requestSlots = `
  select
    (select count(distinct task_id)::int from sync_run_ranges where system_connection_id = $1 and status = 'running') as fetches,
    (select count(*)::int from sync_runs where system_connection_id = $1 and status = 'running' and pages_total is null) as probes,
    (select count(*)::int from sync_runs where system_connection_id = $1 and status = 'queued') as "queuedProbes",
    (select coalesce(max(page_milliseconds), 0)::int from sync_runs where system_connection_id = $1 and status = 'running') as "pageMs"`;

/** An overdue run gets no further fetch while one is in flight: the last of them to end hands the rest over to the next run. */
const pendingRanges = `
  select range.id, range.sync_run_id as "syncRunId"
  from sync_run_ranges range join sync_runs run on run.id = range.sync_run_id
  where range.system_connection_id = $1 and range.status = 'pending' and run.status = 'running'
    and not (${isOverdue('run', '$4')} and exists (
      select from sync_run_ranges busy where busy.sync_run_id = run.id and busy.status = 'running'))
  order by array_position($2::text[], range.capability), range.first_page
  limit $3`;

const claimRanges = `update sync_run_ranges set status = 'running', task_id = $2, updated_at = now() where id = any($1)`;

interface RequestSlots {
  fetches: number;
  probes: number;
  queuedProbes: number;
  /** How long the shop took for a page lately. */
  pageMs: number;
}

/** More requests at once rarely make a shop faster that takes this long for a page. */
const slowPageMs = 10_000;

interface NextFetches {
  connectionId: string;
  /** Requests in flight to one connection's shop. */
  maxRequests: number;
  /** Of one run. */
  maxRunHours: number;
  requestId?: string;
}

export async function hasRoomForProbe(manager: EntityManager, connectionId: string, maxRequests: number): Promise<boolean> {
  const { fetches, probes } = await readSlots(manager, connectionId);
  return fetches + probes < maxRequests;
}

/** Enqueues fetches of pending ranges, leaving room for queued probes; a slow shop gets one fetch at a time. The caller holds the lock of the connection's syncs. */
export async function startNextFetches(manager: EntityManager, enqueue: Enqueue, next: NextFetches): Promise<void> {
  const { connectionId: systemConnectionId, maxRequests, maxRunHours, requestId } = next;
  const { fetches, probes, queuedProbes, pageMs } = await readSlots(manager, systemConnectionId);
  const free = (pageMs < slowPageMs ? maxRequests : 1) - fetches - probes - queuedProbes;
  if (free <= 0) return;
  const parameters = [systemConnectionId, [...systemCapabilities], 2 * free, maxRunHours];
  const pending = await manager.query<{ id: string; syncRunId: string }[]>(pendingRanges, parameters);
  for (const share of shareOut(pending, free)) {
    const [{ syncRunId }] = share;
    const taskId = await enqueue('fetch-page-ranges', { syncRunId }, { systemConnectionId, requestId });
    await manager.query(claimRanges, [share.map(({ id }) => id), taskId]);
  }
}

/** Connections with pending ranges that no change of their syncs has started for a while. */
export async function findForgottenConnections(sql: SqlRunner): Promise<string[]> {
  const rows = await sql.query<{ id: string }[]>(
    `select distinct system_connection_id as id from sync_run_ranges where status = 'pending' and updated_at < now() - interval '10 seconds'`,
  );
  return rows.map(({ id }) => id);
}

async function readSlots(manager: EntityManager, connectionId: string): Promise<RequestSlots> {
  const [slots] = await manager.query<[RequestSlots]>(requestSlots, [connectionId]);
  return slots;
}
