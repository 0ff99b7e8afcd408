import { RefusedValues, System, Tenant, UserSystem, UserTenant } from '@sync/domain';
import { In, Not, type EntityManager, type EntityTarget } from 'typeorm';
import type { UserAccess } from './user';

/** Replaces what is given, in the caller's transaction. Throws RefusedValues that names each unknown id. */
export async function grantAccess(manager: EntityManager, userId: string, access: Partial<UserAccess>): Promise<void> {
  const { accessibleTenantIds: tenantIds, supportedSystemIds: systemIds } = access;
  if (tenantIds) {
    await requireKnown(manager, Tenant, tenantIds, { pointer: '/accessible_tenant_ids', detail: 'There is no such tenant.' });
    await manager.delete(UserTenant, { userId, tenantId: Not(In(tenantIds)) });
    const given = tenantIds.map((tenantId) => ({ userId, tenantId }));
    if (given.length > 0) await manager.createQueryBuilder().insert().into(UserTenant).values(given).orIgnore().execute();
  }
  if (systemIds) {
    await requireKnown(manager, System, systemIds, { pointer: '/supported_system_ids', detail: 'There is no such system.' });
    await manager.delete(UserSystem, { userId, systemId: Not(In(systemIds)) });
    const given = systemIds.map((systemId) => ({ userId, systemId }));
    if (given.length > 0) await manager.createQueryBuilder().insert().into(UserSystem).values(given).orIgnore().execute();
  }
}

async function requireKnown(
  manager: EntityManager,
  kind: EntityTarget<Tenant | System>,
  ids: readonly string[],
  { pointer, detail }: { pointer: string; detail: string },
): Promise<void> {
  const found = await manager.find(kind, { select: { id: true }, where: { id: In(ids) } });
  const known = new Set(found.map(({ id }) => id));
  const refused = ids.flatMap((id, place) => (known.has(id.toLowerCase()) ? [] : { pointer: `${pointer}/${place}`, detail }));
  if (refused.length > 0) throw new RefusedValues(refused);
}
