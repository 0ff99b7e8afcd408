import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { outsideQuietHours, type QuietHours } from './quiet-hours';
import { isOpen, type SyncMode } from './sync-run';

export interface SyncSchedule {
  /** Seconds from one run to the next, by the value of `frequency`; null: only on request. */
  intervals: Readonly<Record<string, number | null>>;
  /** Frequency of a connection whose configuration names none, by driver. Only connections of these drivers are synced. */
  defaultFrequencies: Readonly<Record<string, string>>;
  /** Seconds from one full run of a connection and capability to the next, and from one reconcile to the next; null: only on request. */
  fullSeconds: number | null;
  reconcileSeconds: number | null;
  /** No sync is due in these hours of the shop's day; null: at any time. A shop whose clock is not known has none. */
  quietHours: QuietHours | null;
}

interface DueSync {
  systemConnectionId: string;
  tenantId: string | null;
  capability: SystemCapability;
  mode: SyncMode;
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

const newestRun = (condition: string) => `
        select run.status, run.mode, run.created_at, coalesce(run.finished_at, run.created_at) as ended_at from sync_runs run
        where run.system_connection_id = shop.id and run.capability = shop.capability and ${condition} order by run.id desc limit 1
      `;

/** SQL of an interval of this many seconds, a quarter shorter to a quarter longer: connections that were linked at once spread, each with its own. */
function spread(seconds: string): string {
  return `make_interval(secs => ${seconds} * (0.75 + (hashtextextended(shop.id::text, 0) & 65535) / 131072.0))`;
}

const dueOutsideQuietHours = outsideQuietHours('greatest(due_at, now())', 'utc_offset_minutes', {
  from: '$8::integer',
  minutes: '$9::integer',
});

/**
 * A delta is due one interval after the last run that read changes was requested. A sync that never ran is due a minute after the
 * activation, which requests first syncs itself. Full runs and reconciles are due by intervals of their own; a full run does the work of
 * a delta, and no reconcile follows within an hour of it, unless its list drifted in every pass. After a failed run the next one waits half an hour, after a cancelled one an
 * hour, or an interval when that is sooner. None that always fails holds up another: a delta comes first after a failure of the others,
 * and chance decides between those. While a run is open, none is due before that run could have ended and its interval or half hour
 * could have passed.
 *
 * Rows of syncs that are not due move to the earliest time at which they can be, and no further than a day: that heals whatever no
 * change brings forward, such as a release with other intervals. When the batch was full, due rows go to the end of the line, so that those
 * behind them are looked at in the next round.
 *
 * What would be due in the shop's quiet hours is due when they end.
 * $1 intervals, $2 default frequencies, $3 and $4 the rows, $5 whether the batch was full, $6 and $7 seconds between full runs and reconciles,
 * $8 and $9 where the quiet hours begin and how long they are, in minutes.
 */
const look = `
  with shop as (
    select looked.id, looked.capability, connection.tenant_id, now.capabilities, scheduled.last_full_at, scheduled.last_reconcile_at,
      scheduled.reconcile_wanted_at, scheduled.utc_offset_minutes,
      coalesce(connection.last_connected_at, connection.created_at) as connected_at,
      make_interval(secs => ($1::jsonb ->> (case when $1::jsonb ? (connection.configuration ->> 'frequency')
        then connection.configuration ->> 'frequency' else $2::jsonb ->> system.driver end))::integer) as pause
    from unnest($3::uuid[], $4::text[]) as looked (id, capability)
      join scheduled_syncs scheduled on scheduled.system_connection_id = looked.id and scheduled.capability = looked.capability
      join system_connections connection on connection.id = looked.id
      join systems system on system.id = connection.system_id
      join connection_capabilities now on now.system_connection_id = connection.id
    where connection.status = 'active' and connection.deleted_at is null and not system.is_direct and $2::jsonb ? system.driver
  ), moments as (
    select shop.*, last.status as last_status, last.mode as last_mode, last.created_at as last_created_at, last.ended_at as last_ended_at,
      case
        when read.status is null then shop.connected_at + interval '1 minute'
        when read.status = 'succeeded' then read.created_at + shop.pause
        else read.ended_at
      end as delta_at,
      shop.last_full_at + ${spread('$6::integer')} as full_at,
      case when shop.last_full_at is not null and $7::integer is not null then least(shop.reconcile_wanted_at,
        greatest(shop.last_full_at + interval '1 hour', greatest(shop.last_full_at, shop.last_reconcile_at) + ${spread('$7::integer')})) end as reconcile_at
    from shop
      left join lateral (${newestRun('true')}) last on true
      left join lateral (${newestRun(`run.mode <> 'reconcile'`)}) read on true
    where shop.pause is not null and shop.capability = any (shop.capabilities)
  ), planned as (
    select id, tenant_id, capability, utc_offset_minutes, coalesce(${isOpen('last_status')}, false) as is_open,
      case
        when delta_at <= now() and last_status = 'failed' and last_mode <> 'delta' then 'delta'
        when full_at <= now() and reconcile_at <= now() then (array['full', 'reconcile'])[1 + floor(random() * 2)::integer]
        when full_at <= now() then 'full'
        when delta_at <= now() then 'delta'
        else 'reconcile'
      end as mode,
      case
        when ${isOpen('last_status')}
          then greatest(now(), least(last_created_at + pause, now() + least(pause, ${retryPause})))
        else greatest(least(delta_at, full_at, reconcile_at), case
          when last_status = 'failed' then last_ended_at + least(pause, ${retryPause})
          when last_status = 'cancelled' then last_ended_at + least(pause, interval '1 hour') end)
      end as due_at
    from moments
  ), timing as materialized (
    select id, tenant_id, capability, is_open, mode, case when is_open then due_at else ${dueOutsideQuietHours} end as due_at from planned
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
  select id as "systemConnectionId", tenant_id as "tenantId", capability, mode, due_at::text as "dueAt" from timing
  where not is_open and due_at <= now()`;

/**
 * Looks at the syncs whose time has come, at most `maxLooks` of them, the longest waiting first. Returns those that are due, and
 * moves the others on. Locks their rows until the end of the transaction; rows that are locked already wait for the next look.
 */
export async function lookAtSchedule(
  manager: EntityManager,
  { intervals, defaultFrequencies, fullSeconds, reconcileSeconds, quietHours }: SyncSchedule,
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
    fullSeconds,
    reconcileSeconds,
    quietHours?.from,
    quietHours?.minutes,
  ]);
}

const bringForward = `
  update scheduled_syncs scheduled set due_at = least(due_at, now() + ${retryPause})
  from sync_runs run
  where run.id = any($1) and scheduled.system_connection_id = run.system_connection_id and scheduled.capability = run.capability`;

/** The runs have failed: the schedule looks at their syncs again when their next run may be due. */
export async function scheduleRetries(manager: EntityManager, runIds: readonly string[]): Promise<void> {
  await manager.query(bringForward, [runIds]);
}

/**
 * `counted`: the next full run and the next reconcile count from it. A reconcile is wanted soon ($4) after a run whose list drifted in every
 * pass, but not after another reconcile: a list that never stands still must not be read again and again.
 */
const note = `
  with noted as (
    update scheduled_syncs scheduled set
      last_full_at = case when counted and run.mode <> 'reconcile' then run.created_at else scheduled.last_full_at end,
      last_reconcile_at = case when counted and (run.mode = 'reconcile' or $2) then run.created_at else scheduled.last_reconcile_at end,
      reconcile_wanted_at = case when run.mode = 'reconcile' or $2 then null when $4 then now() + ${retryPause} else scheduled.reconcile_wanted_at end,
      due_at = case when $4 and run.mode <> 'reconcile' then least(scheduled.due_at, now() + ${retryPause}) else scheduled.due_at end,
      utc_offset_minutes = coalesce($3, scheduled.utc_offset_minutes)
    from sync_runs run cross join lateral (select run.mode = 'reconcile' or run.modified_after is null as counted) as this
    where run.id = any($1) and scheduled.system_connection_id = run.system_connection_id and scheduled.capability = run.capability
      and (counted or $4 or $3 is distinct from scheduled.utc_offset_minutes)
    returning 1
  )
  select from noted`;

/** What is known after a success. */
export interface ReadShop {
  /** Every record that the shop lists is stored, and none is that two lists missed. */
  isReconciled?: boolean;
  /** The list drifted in every pass: the next reconcile comes soon. */
  hasDrifted?: boolean;
  /** Minutes of the shop's clock east of UTC; null: unknown. */
  utcOffsetMinutes?: number | null;
}

/** The runs have succeeded. */
export async function noteSuccess(manager: EntityManager, runIds: readonly string[], shop: ReadShop): Promise<void> {
  const { isReconciled = false, utcOffsetMinutes = null, hasDrifted = false } = shop;
  await manager.query(note, [runIds, isReconciled, utcOffsetMinutes, hasDrifted]);
}
