import { RefusedValues, SystemConnection } from '@sync/domain';
import { hasUnfinishedTask, type DurableWork } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import { deriveSyncRules, requestSyncRuns, type SyncMode } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import type { Alongside } from './alongside';
import { ConnectionRefused, connectionGone } from './connection-refused';
import { requireImportable } from './require-importable';

export interface SyncRequest {
  /** Undefined: of any tenant. */
  tenantId?: string;
  /** Undefined: all that the connection may import now. */
  capabilities?: readonly SystemCapability[];
  mode: SyncMode;
  requestId?: string;
  alongside?: Alongside;
}

/**
 * Returns the ids of one run per capability, new or already open. Throws ConnectionRefused: `gone`, and `inactive` unless the connection
 * is active; RefusedValues for a capability that it may not import now, and if it may import nothing.
 */
export async function requestSyncs(work: DurableWork, connectionId: string, request: SyncRequest): Promise<string[]> {
  try {
    return await requestNow(work, connectionId, request);
  } catch (error) {
    if (!(error instanceof RefusedValues) || !(await deriveAwaitedRules(work, connectionId))) throw error;
    return requestNow(work, connectionId, request);
  }
}

/** Right after an activation the task that derives the rules of the tenant still waits: it finds them derived. False: none waits. */
function deriveAwaitedRules(work: DurableWork, connectionId: string): Promise<boolean> {
  return work.transaction(async (manager) => {
    const connection = await manager.findOneBy(SystemConnection, { id: connectionId });
    const tenantId = connection?.tenantId ?? null;
    if (tenantId === null || !(await hasUnfinishedTask(manager, 'derive-sync-rules', { tenantId }))) return false;
    await deriveSyncRules(manager, tenantId);
    return true;
  });
}

async function requestNow(
  work: DurableWork,
  connectionId: string,
  { tenantId, capabilities, mode, requestId, alongside }: SyncRequest,
): Promise<string[]> {
  return work.transaction(async (manager, enqueue) => {
    const { id, tenantId: owner } = await lockActive(manager, { id: connectionId, ...(tenantId !== undefined && { tenantId }) });
    const importable = await requireImportable(manager, connectionId, '/capabilities');
    const wanted = selected(capabilities, importable);
    await alongside?.(manager, { id, tenantId: owner, before: {}, after: { capabilities: wanted, mode } });
    return requestSyncRuns(manager, enqueue, { systemConnectionId: connectionId, capabilities: wanted, mode, requestId });
  });
}

/** Locks the connection, so that it stays active until its runs are stored. */
export async function lockActive(manager: EntityManager, where: { id: string; tenantId?: string }): Promise<SystemConnection> {
  const connection = await manager.findOne(SystemConnection, { where, lock: { mode: 'pessimistic_read' } });
  if (!connection) throw connectionGone();
  if (connection.status === 'active') return connection;
  throw new ConnectionRefused('inactive', `The connection is ${connection.status}; only an active one can be synced.`);
}

function selected(
  requested: readonly SystemCapability[] | undefined,
  importable: readonly SystemCapability[],
): readonly SystemCapability[] {
  const wanted = requested ?? importable;
  const rejected = wanted.flatMap((capability, index) =>
    importable.includes(capability)
      ? []
      : [{ pointer: `/capabilities/${index}`, detail: `The connection may not import ${capability} now.` }],
  );
  if (rejected.length > 0) throw new RefusedValues(rejected);
  return wanted;
}
