import type { Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { tryLockSyncs } from './lock-syncs';
import { lookAtSchedule, type SyncSchedule } from './look-at-schedule';
import { startOfDelta } from './request-sync-runs';
import { isOpen, type SyncMode } from './sync-run';

export interface DueSyncLimits {
  /** Opens no run once this many are queued. A tenant counts with at most `maxOpenOfTenant`, so its own requests hold up no other tenant. */
  maxQueued: number;
  /** Queued and running runs of one tenant. */
  maxOpenOfTenant: number;
  /** Syncs that one call looks at. Bounds its time when very many come due at once; the others wait for the next calls. Default 5,000. */
  maxLooks?: number;
}

export interface OpenedSyncRun {
  id: string;
  systemConnectionId: string;
}

interface ChosenSync {
  systemConnectionId: string;
  capability: SystemCapability;
  mode: SyncMode;
}

const defaultMaxLooks = 5_000;

/**
 * Fair between tenants: the tenant with the fewest open runs comes first, so none starves behind the many connections of another.
 * Tenants are compared as text because a connection may have none, and only equality can be hashed.
 * $1 due syncs, $2 and $3 the limits.
 */
const chooseDue = `
  with due as (
    select "systemConnectionId" as id, coalesce("tenantId"::text, '') as tenant, capability, mode, "dueAt" as due_at
    from jsonb_to_recordset($1::jsonb) as due ("systemConnectionId" uuid, "tenantId" uuid, capability text, mode text, "dueAt" timestamptz)
  ), busy as materialized (
    select coalesce(connection.tenant_id::text, '') as tenant, count(*) as open, count(*) filter (where run.status = 'queued') as queued
    from sync_runs run join system_connections connection on connection.id = run.system_connection_id
    where ${isOpen('run.status')} group by 1
  ), turns as (
    select due.*, coalesce(busy.open, 0) + row_number() over (partition by due.tenant order by due.due_at, due.id, due.capability) as turn
    from due left join busy on busy.tenant = due.tenant
  )
  select id as "systemConnectionId", capability, mode from turns where turn <= $3
  order by turn, due_at, id, capability
  limit greatest($2 - (select coalesce(sum(least(queued, $3)), 0)::bigint from busy), 0)`;

const insertRuns = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, tenant_id, system_id)
  select due.id, connection.id, due.capability, due.mode, 'queued',
    case when due.mode = 'delta' then ${startOfDelta('connection.id', 'due.capability')} end,
    connection.tenant_id, connection.system_id
  from jsonb_to_recordset($1::jsonb) as due (id uuid, "systemConnectionId" uuid, capability text, mode text)
    join system_connections connection on connection.id = due."systemConnectionId"
  where connection.status = 'active' and connection.deleted_at is null
  on conflict (system_connection_id, capability) where ${isOpen('status')} do nothing
  returning id, system_connection_id as "systemConnectionId"`;

/**
 * Opens a run for each sync that is due and enqueues its planning. The cost follows what is due and what is open, not what is
 * stored. Safe for concurrent callers; a connection whose syncs are locked waits for the next call.
 */
export async function openDueSyncRuns(
  manager: EntityManager,
  enqueue: Enqueue,
  schedule: SyncSchedule,
  limits: DueSyncLimits,
): Promise<OpenedSyncRun[]> {
  const { maxQueued, maxOpenOfTenant, maxLooks = defaultMaxLooks } = limits;
  const due = await lookAtSchedule(manager, schedule, maxLooks);
  if (due.length === 0) return [];
  const chosen = await manager.query<ChosenSync[]>(chooseDue, [JSON.stringify(due), maxQueued, maxOpenOfTenant]);
  if (chosen.length === 0) return [];
  const free = new Set(await tryLockSyncs(manager, [...new Set(chosen.map(({ systemConnectionId }) => systemConnectionId))]));
  const opening = chosen.filter(({ systemConnectionId }) => free.has(systemConnectionId)).map((sync) => ({ id: uuidv7(), ...sync }));
  const opened = await manager.query<OpenedSyncRun[]>(insertRuns, [JSON.stringify(opening)]);
  const planning = opened.map(({ id, systemConnectionId }) => ({ payload: { syncRunId: id }, systemConnectionId }));
  await enqueue.all('plan-sync-run', planning);
  return opened;
}
