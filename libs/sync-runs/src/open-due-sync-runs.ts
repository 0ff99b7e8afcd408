import type { Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { tryLockSyncs } from './lock-syncs';
import { startOfDelta } from './request-sync-runs';

export interface SyncSchedule {
  /** Seconds from one run to the next, by the value of `frequency`; null: only on request. */
  intervals: Readonly<Record<string, number | null>>;
  /** Frequency of a connection whose configuration names none, by driver. Only connections of these drivers are synced. */
  defaultFrequencies: Readonly<Record<string, string>>;
}

export interface DueSyncLimits {
  /** Opens no run once this many are queued. A tenant counts with at most `maxOpenOfTenant`, so its own requests hold up no other tenant. */
  maxQueued: number;
  /** Queued and running runs of one tenant. */
  maxOpenOfTenant: number;
}

export interface OpenedSyncRun {
  id: string;
  systemConnectionId: string;
}

interface DueSync {
  systemConnectionId: string;
  capability: SystemCapability;
}

/**
 * Due syncs, fair between tenants: the tenant with the fewest open runs comes first, so none starves behind the many connections
 * of another. A sync is due one interval after its last run was requested, or an hour after a failed run when that is sooner. A
 * sync that never ran is due a minute after the activation, which requests first syncs itself.
 * $1 intervals, $2 default frequencies, $3 and $4 the limits.
 */
const dueSyncs = `
  with shop as (
    select connection.id, connection.tenant_id, coalesce(connection.last_connected_at, connection.created_at) as connected_at, now.capabilities,
      make_interval(secs => ($1::jsonb ->> (case when $1::jsonb ? (connection.configuration ->> 'frequency')
        then connection.configuration ->> 'frequency' else $2::jsonb ->> system.driver end))::integer) as pause
    from system_connections connection
      join systems system on system.id = connection.system_id
      join connection_capabilities now on now.system_connection_id = connection.id
    where connection.status = 'active' and connection.deleted_at is null and not system.is_direct and $2::jsonb ? system.driver
  ), due as (
    select shop.id, shop.tenant_id, wanted.capability, timing.due_at
    from shop cross join unnest(shop.capabilities) as wanted (capability)
      left join lateral (
        select run.status, run.created_at, coalesce(run.finished_at, run.created_at) as ended_at from sync_runs run
        where run.system_connection_id = shop.id and run.capability = wanted.capability order by run.id desc limit 1
      ) last on true
      cross join lateral (
        select case
          when last.status is null then shop.connected_at + interval '1 minute'
          when last.status = 'succeeded' then last.created_at + shop.pause
          when last.status in ('failed', 'cancelled') then last.ended_at + least(shop.pause, interval '1 hour')
        end as due_at
      ) timing
    where shop.pause is not null and timing.due_at <= now()
  ), busy as (
    select connection.tenant_id, count(*) as open, count(*) filter (where run.status = 'queued') as queued
    from sync_runs run join system_connections connection on connection.id = run.system_connection_id
    where run.status in ('queued', 'running') group by connection.tenant_id
  ), turns as (
    select due.*, coalesce(busy.open, 0) + row_number() over (partition by due.tenant_id order by due.due_at, due.id, due.capability) as turn
    from due left join busy on busy.tenant_id is not distinct from due.tenant_id
  )
  select id as "systemConnectionId", capability from turns where turn <= $4
  order by turn, due_at, id, capability
  limit greatest($3 - (select coalesce(sum(least(queued, $4)), 0)::bigint from busy), 0)`;

const insertRuns = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after)
  select due.id, connection.id, due.capability, 'delta', 'queued', ${startOfDelta('connection.id', 'due.capability')}
  from jsonb_to_recordset($1::jsonb) as due (id uuid, "systemConnectionId" uuid, capability text)
    join system_connections connection on connection.id = due."systemConnectionId"
  where connection.status = 'active' and connection.deleted_at is null
  on conflict (system_connection_id, capability) where status in ('queued', 'running') do nothing
  returning id, system_connection_id as "systemConnectionId"`;

/**
 * Opens a delta run for each sync that is due and enqueues its planning. Safe for concurrent callers; a connection whose syncs are
 * locked waits for the next call.
 */
export async function openDueSyncRuns(
  manager: EntityManager,
  enqueue: Enqueue,
  schedule: SyncSchedule,
  limits: DueSyncLimits,
): Promise<OpenedSyncRun[]> {
  const { intervals, defaultFrequencies } = schedule;
  const due = await manager.query<DueSync[]>(dueSyncs, [
    JSON.stringify(intervals),
    JSON.stringify(defaultFrequencies),
    limits.maxQueued,
    limits.maxOpenOfTenant,
  ]);
  if (due.length === 0) return [];
  const free = new Set(await tryLockSyncs(manager, [...new Set(due.map(({ systemConnectionId }) => systemConnectionId))]));
  const opening = due.filter(({ systemConnectionId }) => free.has(systemConnectionId)).map((sync) => ({ id: uuidv7(), ...sync }));
  const opened = await manager.query<OpenedSyncRun[]>(insertRuns, [JSON.stringify(opening)]);
  const planning = opened.map(({ id, systemConnectionId }) => ({ payload: { syncRunId: id }, systemConnectionId }));
  await enqueue.all('plan-sync-run', planning);
  return opened;
}
