import type { DurableWork } from '@sync/durable-work';
import { confirmHeldBack } from '@sync/sync-runs';
import type { Alongside } from './alongside';
import { ConnectionRefused } from './connection-refused';
import { lockActive } from './request-syncs';

export interface DeletionsConfirmation {
  /** Undefined: of any tenant. */
  tenantId?: string;
  syncRunId: string;
  requestId?: string;
  alongside?: Alongside;
}

/**
 * Lets a worker delete the records that a run's list no longer showed and that were too many to delete unasked. False, with nothing
 * changed: the connection has no such run. Throws ConnectionRefused: `gone`; `inactive` unless the connection is active; `changed` when the run holds nothing back, or a newer list has replaced it.
 */
export async function confirmDeletions(
  work: DurableWork,
  connectionId: string,
  { tenantId, syncRunId, requestId, alongside }: DeletionsConfirmation,
): Promise<boolean> {
  return work.transaction(async (manager, enqueue) => {
    const where = { id: connectionId, ...(tenantId !== undefined && { tenantId }) };
    const { id, tenantId: owner } = await lockActive(manager, where);
    const deletions = await confirmHeldBack(manager, enqueue, { id: syncRunId, systemConnectionId: id, requestId });
    if (deletions === null) return false;
    if (deletions === 0)
      throw new ConnectionRefused(
        'changed',
        'The run holds no deletions back: they are confirmed already, or a newer list has replaced its own.',
      );
    await alongside?.(manager, { id, tenantId: owner, before: {}, after: { sync_run_id: syncRunId, deletions } });
    return true;
  });
}
