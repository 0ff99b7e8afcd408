import type { Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { isOpen, type SyncMode } from './sync-run';

export interface SyncRunRequest {
  systemConnectionId: string;
  capabilities: readonly SystemCapability[];
  mode: SyncMode;
  /** X-Request-Id of the request that asked for it. */
  requestId?: string;
}

/**
 * Opens one run per capability and enqueues its planning. A connection has one open run per capability: while one is queued or
 * running, every further request gets that run, however many arrive at once. Returns the ids of the runs, in the order of the capabilities.
 */
export async function requestSyncRuns(manager: EntityManager, enqueue: Enqueue, request: SyncRunRequest): Promise<string[]> {
  const { systemConnectionId, capabilities, mode, requestId } = request;
  const runIds = new Map<SystemCapability, string>();
  // The open run that refused a new one may end before it is read. Then there is room for a new one.
  while (capabilities.some((capability) => !runIds.has(capability))) {
    const missing = capabilities.filter((capability) => !runIds.has(capability)).map((capability) => ({ id: uuidv7(), capability }));
    const created = await manager.query<{ id: string }[]>(insertRuns, [systemConnectionId, mode, JSON.stringify(missing)]);
    const planning = created.map(({ id }) => ({ payload: { syncRunId: id }, systemConnectionId }));
    await enqueue.all('plan-sync-run', planning, requestId);
    const open = await manager.query<{ id: string; capability: SystemCapability }[]>(openRuns, [systemConnectionId, capabilities]);
    for (const { id, capability } of open) runIds.set(capability, id);
  }
  return capabilities.flatMap((capability) => runIds.get(capability) ?? []);
}

/**
 * SQL of the instant a delta starts from: the start of the last succeeded run of this capability, or of the first of the runs that it
 * continued, less five minutes for records that changed while the clocks of service and shop differed. A reconcile reads no changes.
 */
export function startOfDelta(connectionId: string, capability: string): string {
  return `(
    select max(coalesce(run.list_read_since, run.started_at)) - interval '5 minutes' from sync_runs run
    where run.system_connection_id = ${connectionId} and run.capability = ${capability} and run.status = 'succeeded'
      and run.mode <> 'reconcile')`;
}

const insertRuns = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, tenant_id, system_id)
  select requested.id, $1, requested.capability, $2, 'queued', case when $2 = 'delta' then ${startOfDelta('$1', 'requested.capability')} end,
    connection.tenant_id, connection.system_id
  from jsonb_to_recordset($3::jsonb) as requested (id uuid, capability text) left join system_connections connection on connection.id = $1
  on conflict (system_connection_id, capability) where ${isOpen('status')} do nothing
  returning id`;

const openRuns = `
  select id, capability from sync_runs
  where system_connection_id = $1 and capability = any($2) and ${isOpen('status')}`;
