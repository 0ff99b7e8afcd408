import { RefusedValues, System, Tenant } from '@sync/domain';
import { UserSystem, UserTenant } from '@sync/identity';
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

/** Replaces what is given, in the caller's transaction. Throws RefusedValues that names each unknown id. */
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
