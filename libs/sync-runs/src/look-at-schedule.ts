import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';

export interface SyncSchedule {
  /** Seconds from one run to the next, by the value of `frequency`; null: only on request. */
  intervals: Readonly<Record<string, number | null>>;
  /** Frequency of a connection whose configuration names none, by driver. Only connections of these drivers are synced. */
  defaultFrequencies: Readonly<Record<string, string>>;
}

interface DueSync {
  systemConnectionId: string;
  tenantId: string | null;
  capability: SystemCapability;
  /** As Postgres writes it, in microseconds. */
  dueAt: string;
}

interface Place {
  systemConnectionId: string;
  capability: SystemCapability;
}

/**
 * A statement of its own: the next one sees every change that committed before these rows were locked, and a change that commits
 * later waits for the lock and brings its row forward again.
 */
const lockRows = `
  select system_connection_id as "systemConnectionId", capability from scheduled_syncs
  where due_at <= now() order by due_at limit $1 for update skip locked`;

/** Spread, so that rows do not gather at one instant. */
const withinADay = `now() + interval '1 day' * (0.5 + random() / 2)`;

/** From a failed run to the next one, so that it is tried again within the hour. */
const retryPause = `interval '30 minutes'`;

/**
 * A sync is due one interval after its last run was requested, or half an hour after a failed run, an hour after a cancelled one, when that is sooner. A sync that never
 * ran is due a minute after the activation, which requests first syncs itself. While a run is open, none is due before that run
 * could have ended and its interval or half hour could have passed.
 *
 * Rows of syncs that are not due move to the earliest time at which they can be, and no further than a day: that heals whatever no
 * trigger sees, such as a release with other intervals. When the batch was full, due rows go to the end of the line, so that those
 * behind them are looked at in the next round.
 * $1 intervals, $2 default frequencies, $3 and $4 the rows, $5 whether the batch was full.
 */
const look = `
  with shop as (
    select looked.id, looked.capability, connection.tenant_id, now.capabilities,
      coalesce(connection.last_connected_at, connection.created_at) as connected_at,
      make_interval(secs => ($1::jsonb ->> (case when $1::jsonb ? (connection.configuration ->> 'frequency')
        then connection.configuration ->> 'frequency' else $2::jsonb ->> system.driver end))::integer) as pause
    from unnest($3::uuid[], $4::text[]) as looked (id, capability)
      join system_connections connection on connection.id = looked.id
      join systems system on system.id = connection.system_id
      join connection_capabilities now on now.system_connection_id = connection.id
    where connection.status = 'active' and connection.deleted_at is null and not system.is_direct and $2::jsonb ? system.driver
  ), timing as materialized (
    select shop.id, shop.tenant_id, shop.capability, coalesce(last.status in ('queued', 'running'), false) as is_open,
      case
        when last.status is null then shop.connected_at + interval '1 minute'
        when last.status = 'succeeded' then last.created_at + shop.pause
        when last.status = 'failed' then last.ended_at + least(shop.pause, ${retryPause})
        when last.status = 'cancelled' then last.ended_at + least(shop.pause, interval '1 hour')
        else greatest(now(), least(last.created_at + shop.pause, now() + least(shop.pause, ${retryPause})))
      end as due_at
    from shop
      left join lateral (
        select run.status, run.created_at, coalesce(run.finished_at, run.created_at) as ended_at from sync_runs run
        where run.system_connection_id = shop.id and run.capability = shop.capability order by run.id desc limit 1
      ) last on true
    where shop.pause is not null and shop.capability = any (shop.capabilities)
  ), moved as (
    update scheduled_syncs scheduled
    set due_at = case
      when timing.id is null then ${withinADay}
      when timing.due_at <= now() then now()
      else least(timing.due_at, ${withinADay}) end
    from unnest($3::uuid[], $4::text[]) as looked (id, capability)
      left join timing on timing.id = looked.id and timing.capability = looked.capability
    where scheduled.system_connection_id = looked.id and scheduled.capability = looked.capability
      and ($5 or timing.is_open or (timing.due_at <= now()) is not true)
  )
  select id as "systemConnectionId", tenant_id as "tenantId", capability, due_at::text as "dueAt" from timing
  where not is_open and due_at <= now()`;

/**
 * Looks at the syncs whose time has come, at most `maxLooks` of them, the longest waiting first. Returns those that are due, and
 * moves the others on. Locks their rows until the end of the transaction; rows that are locked already wait for the next look.
 */
export async function lookAtSchedule(
  manager: EntityManager,
  { intervals, defaultFrequencies }: SyncSchedule,
  maxLooks: number,
): Promise<DueSync[]> {
  const rows = await manager.query<Place[]>(lockRows, [maxLooks]);
  if (rows.length === 0) return [];
  return manager.query<DueSync[]>(look, [
    JSON.stringify(intervals),
    JSON.stringify(defaultFrequencies),
    rows.map(({ systemConnectionId }) => systemConnectionId),
    rows.map(({ capability }) => capability),
    rows.length === maxLooks,
  ]);
}

const bringForward = `
  update scheduled_syncs scheduled set due_at = least(due_at, now() + ${retryPause})
  from sync_runs run
  where run.id = any($1) and scheduled.system_connection_id = run.system_connection_id and scheduled.capability = run.capability`;

/** The runs have failed: the schedule looks at their syncs again when their next run may be due. The only way in which a run makes one due earlier. */
export async function scheduleRetries(manager: EntityManager, runIds: readonly string[]): Promise<void> {
  await manager.query(bringForward, [runIds]);
}
