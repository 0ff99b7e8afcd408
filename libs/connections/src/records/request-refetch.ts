import { RefusedValues } from '@sync/domain';
import type { DurableWork } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import type { Alongside } from '../alongside';
import { lockActive } from '../request-syncs';
import { requireImportable } from '../require-importable';

export interface RefetchRequest {
  capability: SystemCapability;
  sourceId: string;
  requestId?: string;
  alongside?: Alongside;
}

/**
 * Lets a worker read one record from the shop and store it as the shop has it then. Returns the task's id. Throws ConnectionRefused:
 * `gone`, and `inactive` unless the connection is active; RefusedValues for a kind of record that it may not import now.
 */
export async function requestRefetch(
  work: DurableWork,
  systemConnectionId: string,
  { capability, sourceId, requestId, alongside }: RefetchRequest,
): Promise<string> {
  return work.transaction(async (manager, enqueue) => {
    const { tenantId } = await lockActive(manager, { id: systemConnectionId });
    const importable = await requireImportable(manager, systemConnectionId, '/kind');
    if (!importable.includes(capability))
      throw new RefusedValues([{ pointer: '/kind', detail: `The connection may not import ${capability} now.` }]);
    await alongside?.(manager, { id: systemConnectionId, tenantId, before: {}, after: { kind: capability, source_id: sourceId } });
    return enqueue('refetch-records', { systemConnectionId, capability, sourceIds: [sourceId] }, { systemConnectionId, requestId });
  });
}
