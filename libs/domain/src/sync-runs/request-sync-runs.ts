import type { SystemCapability } from '@sync/records';
import { In, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SyncRun, type SyncMode } from './sync-run.entity';

export interface SyncRunRequest {
  systemConnectionId: string;
  capabilities: readonly SystemCapability[];
  mode: SyncMode;
}

export interface RequestedSyncRuns {
  /** One per capability, in the order asked for: new ones, and those that were open already. */
  runs: SyncRun[];
  /** Those of them that are new: each wants its plan-sync-run task, in the same transaction. */
  created: SyncRun[];
}

/**
 * Asks for one run per capability. One run at a time per (connection, capability): asking again while one is queued or running
 * returns that one, whoever asks and however many at once.
 */
export async function requestSyncRuns(manager: EntityManager, request: SyncRunRequest): Promise<RequestedSyncRuns> {
  const { systemConnectionId, capabilities, mode } = request;
  const createdIds = new Set<string>();
  const found = new Map<SystemCapability, SyncRun>();
  // A run that was open when its successor was refused may have ended before it is read: then there is room for a new one.
  while (capabilities.some((capability) => !found.has(capability))) {
    const missing = capabilities.filter((capability) => !found.has(capability)).map((capability) => ({ id: uuidv7(), capability }));
    const inserted = await manager.query<{ id: string }[]>(insertRuns, [systemConnectionId, mode, JSON.stringify(missing)]);
    for (const { id } of inserted) createdIds.add(id);
    const open = await manager.findBy(SyncRun, {
      systemConnectionId,
      capability: In([...capabilities]),
      status: In(['queued', 'running']),
    });
    for (const run of open) found.set(run.capability, run);
  }
  const runs = capabilities.flatMap((capability) => found.get(capability) ?? []);
  return { runs, created: runs.filter(({ id }) => createdIds.has(id)) };
}

/**
 * SQL of where a delta starts: where the last succeeded run of the same kind started, less five minutes for what changed while
 * the service's clock and the shop's differed.
 */
export function startOfDelta(connectionId: string, capability: string): string {
  return `(
    select max(run.started_at) - interval '5 minutes' from sync_runs run
    where run.system_connection_id = ${connectionId} and run.capability = ${capability} and run.status = 'succeeded')`;
}

const insertRuns = `
  insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after)
  select asked.id, $1, asked.capability, $2, 'queued', case when $2 = 'delta' then ${startOfDelta('$1', 'asked.capability')} end
  from jsonb_to_recordset($3::jsonb) as asked (id uuid, capability text)
  on conflict (system_connection_id, capability) where status in ('queued', 'running') do nothing
  returning id`;
