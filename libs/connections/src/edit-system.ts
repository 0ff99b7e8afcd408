import { changeSystem, RefusedValues, type System, type SystemChange } from '@sync/domain';
import type { DurableWork, Enqueue } from '@sync/durable-work';
import { systemSeeds } from '@sync/platforms';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';

const batchSize = 1_000;

const activeOfSystem = `
  select distinct on (tenant_id) tenant_id as "tenantId", id from system_connections
  where system_id = $1 and status = 'active' and deleted_at is null and tenant_id is not null order by tenant_id, id`;

/**
 * Changes a system's name or what it can give. A capability more changes the sync rules of all tenants that use the system. False when
 * it does not exist. Throws RefusedValues, and InUse as changeSystem. `alongside` belongs to the same transaction.
 */
export async function editSystem(
  work: DurableWork,
  id: string,
  change: SystemChange,
  { requestId, alongside }: { requestId?: string; alongside: (manager: EntityManager, before: System, after: System) => Promise<void> },
): Promise<boolean> {
  refuseImpossible(id, change.capabilities ?? []);
  return work.transaction(async (manager, enqueue) => {
    const changed = await changeSystem(manager, id, change);
    if (!changed) return false;
    const { before, after } = changed;
    if (after.capabilities.some((capability) => !before.capabilities.includes(capability)))
      await deriveRulesOfAll(manager, enqueue, id, requestId);
    await alongside(manager, before, after);
    return true;
  });
}

/** A platform's integration limits what its system can give. */
function refuseImpossible(id: string, capabilities: readonly SystemCapability[]): void {
  const platform = systemSeeds.find((seed) => seed.id === id && !seed.isDirect);
  const errors = capabilities.flatMap((capability, index) =>
    !platform || platform.capabilities.includes(capability)
      ? []
      : [{ pointer: `/capabilities/${index}`, detail: `The integration of this platform cannot give ${capability}.` }],
  );
  if (errors.length > 0) throw new RefusedValues(errors);
}

async function deriveRulesOfAll(manager: EntityManager, enqueue: Enqueue, systemId: string, requestId?: string): Promise<void> {
  const connections = await manager.query<{ tenantId: string; id: string }[]>(activeOfSystem, [systemId]);
  const tasks = connections.map(({ tenantId, id }) => ({ payload: { tenantId, thenSync: null }, systemConnectionId: id }));
  for (let start = 0; start < tasks.length; start += batchSize)
    await enqueue.all('derive-sync-rules', tasks.slice(start, start + batchSize), requestId);
}
