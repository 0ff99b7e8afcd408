import { RefusedValues, System, Tenant, type TenantAccess } from '@sync/domain';
import { UserSystem, UserTenant, type Role } from '@sync/identity';
import { In, Not, type EntityManager, type EntityTarget } from 'typeorm';
import type { UserAccess } from './user';

const grants = {
  accessibleTenantIds: {
    of: Tenant,
    pointer: '/accessible_tenant_ids',
    detail: 'There is no such tenant.',
    revoke: (manager: EntityManager, userId: string, kept: string[]) => manager.delete(UserTenant, { userId, tenantId: Not(In(kept)) }),
    grant: (manager: EntityManager, userId: string, ids: string[]) =>
      manager
        .createQueryBuilder()
        .insert()
        .into(UserTenant)
        .values(ids.map((tenantId) => ({ userId, tenantId }))),
  },
  supportedSystemIds: {
    of: System,
    pointer: '/supported_system_ids',
    detail: 'There is no such system.',
    revoke: (manager: EntityManager, userId: string, kept: string[]) => manager.delete(UserSystem, { userId, systemId: Not(In(kept)) }),
    grant: (manager: EntityManager, userId: string, ids: string[]) =>
      manager
        .createQueryBuilder()
        .insert()
        .into(UserSystem)
        .values(ids.map((systemId) => ({ userId, systemId }))),
  },
} as const;

/**
 * What a user of the role has after a change of its access. Without chosen tenants the list of them is emptied, so that none comes back
 * unseen. Throws RefusedValues for what does not go together.
 */
export function changedAccess(
  role: Role,
  old: TenantAccess,
  given: Partial<UserAccess>,
): Partial<UserAccess> & Pick<UserAccess, 'tenantAccess'> {
  const tenantAccess = given.tenantAccess ?? (role === 'super_admin' ? 'chosen' : old);
  if (tenantAccess === 'chosen') return { ...given, tenantAccess };
  if (role === 'super_admin') throw new RefusedValues([{ pointer: '/tenant_access', detail: 'A super administrator sees everything.' }]);
  if (given.accessibleTenantIds?.length)
    throw new RefusedValues([{ pointer: '/accessible_tenant_ids', detail: 'Only the tenant_access chosen takes tenants.' }]);
  return { ...given, tenantAccess, accessibleTenantIds: [] };
}

/** Replaces the lists that are given, in the caller's transaction. Throws RefusedValues that names each unknown id. */
export async function grantAccess(manager: EntityManager, userId: string, access: Partial<UserAccess>): Promise<void> {
  for (const member of ['accessibleTenantIds', 'supportedSystemIds'] as const) {
    const ids = access[member];
    if (ids === undefined) continue;
    const { of, pointer, detail, revoke, grant } = grants[member];
    const found = await manager.find(of as EntityTarget<Tenant | System>, { select: { id: true }, where: { id: In(ids) } });
    const known = new Set(found.map(({ id }) => id));
    const refused = ids.flatMap((id, place) => (known.has(id.toLowerCase()) ? [] : { pointer: `${pointer}/${place}`, detail }));
    if (refused.length > 0) throw new RefusedValues(refused);
    await revoke(manager, userId, ids);
    if (ids.length > 0) await grant(manager, userId, ids).orIgnore().execute();
  }
}
