import { directPlatforms, systemSeeds } from '@sync/platforms';
import type { SystemCapability } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemConnection } from '../connections/system-connection.entity';
import { InUse } from '../refusals';
import { System } from './system.entity';

export interface NewDirectSystem {
  slug: string;
  name: string;
  capabilities: SystemCapability[];
}

/** Absent members stay as they are. */
export type SystemChange = Partial<Pick<System, 'name' | 'capabilities'>>;

/** Names no integration: a direct system needs none. */
const directDriver = directPlatforms[0]?.driver as System['driver'];

/** Throws InUse if another system has the slug. */
export async function createDirectSystem(manager: EntityManager, values: NewDirectSystem): Promise<System> {
  const id = uuidv7();
  const system = { ...values, id, driver: directDriver, isDirect: true, configurationSchemaOwner: null };
  const { raw } = (await manager.createQueryBuilder().insert().into(System).values(system).orIgnore().returning('id').execute()) as {
    raw: unknown[];
  };
  if (raw.length === 0) throw new InUse('Another system has this slug.');
  return manager.findOneByOrFail(System, { id });
}

const removedInUse = `
  select from sync_rules rule join system_connections connection on connection.id = rule.source_connection_id
  where connection.system_id = $1 and connection.deleted_at is null and rule.is_active and rule.data_domains && $2::text[] limit 1`;

/**
 * The system before and after; null when it does not exist. Throws InUse if an active sync rule gives a capability that would go.
 */
export async function changeSystem(
  manager: EntityManager,
  id: string,
  change: SystemChange,
): Promise<{ before: System; after: System } | null> {
  const before = await lockSystem(manager, id);
  if (!before) return null;
  const { name = before.name, capabilities = before.capabilities } = change;
  const removed = before.capabilities.filter((capability) => !capabilities.includes(capability));
  if (removed.length > 0 && (await manager.query<unknown[]>(removedInUse, [id, removed])).length > 0)
    throw new InUse(`Active sync rules still give ${removed.join(', ')} of this system.`);
  await manager.update(System, { id }, { name, capabilities });
  return { before, after: Object.assign(new System(), before, { name, capabilities }) };
}

/** The system that is gone now; null when it did not exist. Throws InUse if it has connections, or if every installation has it. */
export async function deleteSystem(manager: EntityManager, id: string): Promise<System | null> {
  const system = await lockSystem(manager, id);
  if (!system) return null;
  if (systemSeeds.some((seed) => seed.id === id)) throw new InUse('This system belongs to every installation.');
  if (await manager.exists(SystemConnection, { where: { systemId: id }, withDeleted: true }))
    throw new InUse('Connections still belong to this system.');
  await manager.delete(System, { id });
  return system;
}

function lockSystem(manager: EntityManager, id: string): Promise<System | null> {
  return manager.findOne(System, { where: { id }, lock: { mode: 'pessimistic_write' } });
}
